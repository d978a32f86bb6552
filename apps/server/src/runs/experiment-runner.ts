import { randomUUID } from 'node:crypto';
import { messages } from '@lumenloom/contract';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { isStorageUnavailable } from '../database/database-error.ts';
import type { Database, Goal } from '../database/schema.ts';
import { HttpProblem } from '../http-problem.ts';
import {
  claimNext,
  releaseClaims,
  renewClaims,
  type ClaimedExperiment,
  type Judge,
  type Lease,
} from '../leased-work/claims.ts';
import { LEASE_FACTOR, changeRow, nounOf, type RowChange } from '../leased-work/leased-rows.ts';
import { RegularLook } from '../leased-work/regular-look.ts';
import { Turns } from '../turns.ts';

export interface RunnerParts {
  readonly database: Database;
  readonly config: Config;
  readonly clock: Clock;
  readonly warn: (error: unknown, sentence: string) => void;
}

/** How the experiments of a goal are computed: here, by workers, or by a process of their own. */
export interface Way<One> {
  /** How many of them at once. */
  readonly most: number;
  readonly judge: Judge;
  /**
   * Begins or goes on with what was claimed.
   * @throws HttpProblem where a file of the account that it needs is gone.
   */
  readonly open: (claimed: ClaimedExperiment) => Promise<One>;
  /**
   * Looks how far they are.
   * @returns what changes of their rows; with another state or runner it has ended here.
   */
  readonly look: (ones: readonly One[], now: number) => Promise<readonly [One, RowChange][]>;
  /** Stops one that has ended here, was cancelled or taken over, or is left to the next runner. */
  readonly drop: (one: One, why: 'ended' | 'lost' | 'left') => Promise<void> | void;
  /** The lease of one has run out: another server or worker may compute it too. */
  readonly outOfLease?: (one: One) => void;
  /** To be waited for before the runner gives back what it has, and after that. */
  readonly close?: () => Promise<unknown>;
  readonly closed?: () => Promise<unknown>;
}

/**
 * Takes over the unfinished experiments of a goal of all accounts, in turns between accounts, as
 * long as its lease is renewed; and gives back what has not ended. What is kept of each lets
 * another server or worker go on when this one is killed.
 */
export class ExperimentRunner<One extends Pick<ClaimedExperiment, 'id'>> {
  readonly #goal: Goal;
  readonly #parts: RunnerParts;
  readonly #way: Way<One>;
  readonly #id = randomUUID();
  readonly #ones = new Map<string, One>();
  readonly #turns = new Turns();
  readonly #looks: RegularLook;
  #leaseUntil = 0;

  constructor(goal: Goal, parts: RunnerParts, way: Way<One>) {
    this.#goal = goal;
    this.#parts = parts;
    this.#way = way;
    this.#looks = new RegularLook(
      () => this.#look(),
      (error) => {
        parts.warn(error, `rows of ${goal} could not be looked up; retrying in a second`);
        if (parts.clock() < this.#leaseUntil) return;
        for (const one of this.ones) way.outOfLease?.(one);
      },
    );
  }

  /** What it computes now. */
  get ones(): readonly One[] {
    return [...this.#ones.values()];
  }

  start(): void {
    this.#looks.start();
  }

  /** Looks for rows that are new, were cancelled or have ended. */
  look(): void {
    this.#looks.now();
  }

  /** Stops; the next server or worker goes on. */
  async close(): Promise<void> {
    await this.#way.close?.();
    await this.#looks.end();
    for (const one of this.ones) await this.#way.drop(one, 'left');
    await releaseClaims(this.#parts.database, this.#id).catch(() => undefined);
    await this.#way.closed?.();
  }

  async #look(): Promise<void> {
    const { database, clock, config } = this.#parts;
    const now = clock();
    const lease = { now, until: now + LEASE_FACTOR * config.recoveryMs };
    const mine = await renewClaims(database, this.#id, lease.until);
    this.#leaseUntil = lease.until;
    for (const one of this.ones) if (!mine.has(one.id)) await this.#drop(one, 'lost');
    // A look that failed in the midst may have claimed others: they are claimed again.
    const lost = [...mine].filter((id) => !this.#ones.has(id));
    if (lost.length > 0) await releaseClaims(database, this.#id, lost);
    await this.#step(now);
    if (await this.#claim(lease)) await this.#step(now);
  }

  async #step(now: number): Promise<void> {
    for (const [one, change] of await this.#way.look(this.ones, now)) {
      const own = { id: one.id, runner: this.#id };
      const isOurs = await changeRow(this.#parts.database, own, change);
      if (!isOurs) await this.#drop(one, 'lost');
      else if ('state' in change || 'runner' in change) await this.#drop(one, 'ended');
    }
  }

  async #drop(one: One, why: 'ended' | 'lost'): Promise<void> {
    this.#ones.delete(one.id);
    await this.#way.drop(one, why);
  }

  /** Takes over as many as it may. @returns whether there were any. */
  async #claim(lease: Lease): Promise<boolean> {
    const { database, warn } = this.#parts;
    const { most, judge, open } = this.#way;
    const by = { goal: this.#goal, runner: this.#id, judge };
    let isNew = false;
    while (this.#ones.size < most) {
      const claimed = await claimNext(database, by, lease, this.#turns);
      if (!claimed) break;
      isNew = true;
      try {
        this.#ones.set(claimed.id, await open(claimed));
      } catch (error) {
        if (isStorageUnavailable(error)) throw error;
        const isKnown = error instanceof HttpProblem;
        // A file that is gone does not come back by itself.
        if (!isKnown) warn(error, `files of one of the ${this.#goal} cannot be read`);
        const message = isKnown ? error.message : messages.experimentFileGone(nounOf(this.#goal));
        const failed = { state: 'failed', message, endedAt: lease.now } as const;
        await changeRow(database, { id: claimed.id, runner: this.#id }, failed);
      }
    }
    return isNew;
  }
}
