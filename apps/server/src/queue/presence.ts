import { randomUUID } from 'node:crypto';
import { messages } from '@lumenloom/contract';
import { sql } from 'kysely';
import type { Database, Tables } from '../database/schema.ts';
import { isSame, PROGRAMS, type Programs } from '../programs.ts';
import { LEASE_FACTOR } from '../leased-work/leased-rows.ts';
import { RegularLook } from '../leased-work/regular-look.ts';

/**
 * A process that has not shown itself for so long is taken for dead, in milliseconds, so that who
 * waits for a worker that was killed is told within ten seconds; or for this share of
 * RECOVERY_SECONDS, if that is less.
 */
const SILENT_MS = 6000;
const SILENT_SHARE = 1.5;
/** A worker looks for the others once in so many looks: there may be hundreds of workers. */
const LOOKS_OF_WORKER = 3;
/** Rows of processes that were killed are kept for so long, in milliseconds. */
const FORGOTTEN_MS = 3_600_000;

/** The time of the database, by which all processes count. */
const databaseNow = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

/** Processes of one kind and version that are running. */
export interface Running extends Programs {
  readonly role: Tables['processes']['role'];
  readonly processes: number;
  /** Runs at once of all of them. */
  readonly places: number;
}

export interface PresenceParts {
  readonly database: Database;
  readonly recoveryMs: number;
  readonly warn: (error: unknown, sentence: string) => void;
  readonly log: {
    readonly warn: (sentence: string) => void;
    readonly info: (sentence: string) => void;
  };
}

/** Shows the others that this server or worker is running, and knows which others are. */
export class Presence {
  readonly #parts: PresenceParts;
  readonly #own: Pick<Tables['processes'], 'id' | 'role' | 'places'>;
  readonly #looks: RegularLook;
  #running: readonly Running[] = [];
  /** When processes were seen last, or this one began, in milliseconds of `performance`. */
  readonly #seen = new Map<string, number>();
  readonly #began = performance.now();
  #isMissing = false;
  #looked = 0;

  /** @param places runs at once of a worker. */
  constructor(role: Running['role'], places: number, parts: PresenceParts) {
    this.#parts = parts;
    this.#own = { id: randomUUID(), role, places };
    this.#looks = new RegularLook(
      () => this.#look(),
      (error) => {
        parts.warn(error, 'running processes could not be looked up; retrying in a second');
      },
    );
  }

  /** @throws what the database throws. */
  async start(): Promise<void> {
    await this.#parts.database
      .deleteFrom('processes')
      .where('seenAt', '<', sql<number>`${databaseNow} - ${FORGOTTEN_MS}`)
      .execute();
    await this.#look();
    this.#looks.start();
  }

  /** The others need not wait to find out. */
  async close(): Promise<void> {
    await this.#looks.end();
    await this.#parts.database
      .deleteFrom('processes')
      .where('id', '=', this.#own.id)
      .execute()
      .catch(() => undefined);
  }

  /** All that are running, this process among them. */
  get running(): readonly Running[] {
    return this.#running;
  }

  hasWorkers(programs: Programs): boolean {
    return this.#running.some((some) => some.role === 'worker' && isSame(some, programs));
  }

  /**
   * Whether no process of these programs, or no worker of theirs, has been there for longer than a
   * restart takes.
   */
  isGone(programs: Programs, role?: Running['role']): boolean {
    const last = Math.max(
      this.#began,
      ...(role ? [role] : (['server', 'worker'] as const)).map(
        (one) => this.#seen.get(nameOf({ ...programs, role: one })) ?? 0,
      ),
    );
    return performance.now() - last > LEASE_FACTOR * this.#parts.recoveryMs;
  }

  /** For operators: why nothing is computed; undefined where a worker matches this server. */
  get noWorker(): string | undefined {
    if (this.hasWorkers(PROGRAMS)) return undefined;
    return messages.noWorker(PROGRAMS, this.#others('worker'));
  }

  /** For those whose work waits: the same. */
  get waiting(): string | undefined {
    return this.hasWorkers(PROGRAMS) ? undefined : messages.waitsForWorker(PROGRAMS);
  }

  #others(role: Running['role']): readonly Running[] {
    return this.#running.filter((some) => some.role === role && !isSame(some, PROGRAMS));
  }

  async #look(): Promise<void> {
    const { database, recoveryMs } = this.#parts;
    const silentMs = Math.min(SILENT_MS, SILENT_SHARE * recoveryMs);
    const seenAt = databaseNow;
    await database
      .insertInto('processes')
      .values({ ...this.#own, ...PROGRAMS, seenAt })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenAt }))
      .execute();
    this.#looked += 1;
    if (this.#own.role === 'worker' && this.#looked % LOOKS_OF_WORKER !== 1) return;
    this.#running = await database
      .selectFrom('processes')
      .select(({ fn }) => [
        ...(['role', 'version', 'node'] as const),
        fn.countAll<number>().as('processes'),
        fn.sum<number>('places').as('places'),
      ])
      .where('seenAt', '>', sql<number>`${databaseNow} - ${silentMs}`)
      .groupBy(['role', 'version', 'node'])
      .execute();
    for (const some of this.#running) this.#seen.set(nameOf(some), performance.now());
    this.#tell();
  }

  /** Tells the operator once that a counterpart is missing, and once that it is there. */
  #tell(): void {
    const { log } = this.#parts;
    const missing = this.#own.role === 'server' ? this.noWorker : this.#noServer();
    if (missing !== undefined && !this.#isMissing) log.warn(missing);
    if (missing === undefined && this.#isMissing) log.info(messages.counterpartIsBack(PROGRAMS));
    this.#isMissing = missing !== undefined;
  }

  /** Why a worker has no work, where servers are running. */
  #noServer(): string | undefined {
    const others = this.#others('server');
    const isAlone = !this.#running.some((some) => some.role === 'server' && isSame(some, PROGRAMS));
    return isAlone && others.length > 0 ? messages.noServer(PROGRAMS, others) : undefined;
  }
}

const nameOf = ({ role, version, node }: Pick<Running, 'role' | 'version' | 'node'>): string =>
  [role, version, node].join(' ');
