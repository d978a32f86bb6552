import { messages, type ChoiceDryRun, type Decoded, type StudyDocument } from '@lumenloom/contract';
import { THREAD_ARGUMENTS } from '@lumenloom/node-host';
import type { FastifyInstance } from 'fastify';
import { Piscina } from 'piscina';
import type { Config } from '../config.ts';
import { httpProblem } from '../http-problem.ts';
import type { StoredEvaluation } from '../runs/plan-stored.ts';
import type { OwnDocument } from '../runs/own-document.ts';
import type { OwnGoal } from '../runs/own-goal.ts';
import type { OwnReport } from '../runs/report-process.ts';
import type { CheckedGoal } from './plan-worker.ts';
import type { CheckedSweep } from '../runs/sweep-rows.ts';

/** How long the thread that checks documents is kept without work, in milliseconds. */
const IDLE_MS = 60_000;
/** Accounts whose documents are checked side by side. */
const MOST_AT_ONCE = 64;
/** Documents of an account that wait or are checked. */
const MOST_OF_ACCOUNT = 5;

/** What is checked, and what comes of it, by the functions of the thread. */
interface Documents {
  readonly sweep: OwnDocument;
  readonly study: OwnDocument;
  readonly evaluation: StoredEvaluation;
  readonly report: OwnReport;
  readonly goal: OwnGoal;
  readonly dryRun: OwnGoal & { readonly kind: 'choose' };
}
interface Checked {
  readonly sweep: CheckedSweep;
  readonly study: StudyDocument;
  readonly evaluation: true;
  /** How many frames of charts it takes. */
  readonly report: number;
  readonly goal: CheckedGoal;
  readonly dryRun: ChoiceDryRun;
}
type Check = <Name extends keyof Checked>(
  userId: string,
  name: Name,
  document: Documents[Name],
) => Promise<Decoded<Checked[Name]>>;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Checks a document on a thread: one of each account at a time, side by side with those of
     * others.
     *
     * @throws HttpProblem 429 where too many of the account wait.
     */
    readonly checkDocument: Check;
  }
}

/** Checks of the documents of all goals. */
export function planning(app: FastifyInstance, { maximumRunSeconds: seconds }: Config): void {
  const pool = new Piscina({
    filename: new URL('./plan-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: MOST_AT_ONCE,
    idleTimeout: IDLE_MS,
    execArgv: [...THREAD_ARGUMENTS],
  });
  app.addHook('onClose', () => pool.destroy());
  const ofAccounts = new Map<string, Set<Promise<unknown>>>();
  const check: Check = async (userId, name, document) => {
    const own = ofAccounts.get(userId) ?? new Set();
    if (own.size >= MOST_OF_ACCOUNT) throw httpProblem(429, messages.tooManyChecks);
    const checking = Promise.allSettled([...own]).then(
      () => pool.run({ ...document, seconds }, { name }) as Promise<Decoded<Checked[typeof name]>>,
    );
    ofAccounts.set(userId, own.add(checking));
    try {
      return await checking;
    } finally {
      own.delete(checking);
      if (own.size === 0) ofAccounts.delete(userId);
    }
  };
  app.decorate('checkDocument', check);
}
