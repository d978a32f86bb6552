import type { Config } from '../config.ts';
import { isStorageUnavailable } from '../database/database-error.ts';
import type { Database } from '../database/schema.ts';
import { HttpProblem } from '../http-problem.ts';
import { runningRow } from '../leased-work/leased-rows.ts';
import { RunChild } from './run-child.ts';
import type { ConductedGoal, RunAnswer, RunOrder } from './run-order.ts';
import { taskOf } from './works.ts';

/** Experiments whose processes are kept, idle ones without a process. */
const MOST_KEPT = 8;

/** Computes parts of studies and evaluations, each experiment in a process of its own. */
export class WorkRuns {
  readonly #parts: { readonly database: Database; readonly config: Config };
  /** The one used last at the end. */
  readonly #children = new Map<string, RunChild>();

  constructor(parts: { readonly database: Database; readonly config: Config }) {
    this.#parts = parts;
  }

  /** @returns undefined where it was stopped, or its experiment does not run any more. */
  async answerTo(
    { table, workId, task }: Pick<RunOrder, 'table' | 'workId' | 'task'>,
    signal: AbortSignal,
  ): Promise<RunAnswer | undefined> {
    try {
      const child = this.#children.get(workId) ?? (await this.#begin(table, workId));
      if (!child) return undefined;
      this.#children.delete(workId);
      this.#children.set(workId, child);
      const [oldest] = this.#children.keys();
      if (this.#children.size > MOST_KEPT && oldest !== undefined) this.#children.delete(oldest);
      return await child.answerTo(task, signal);
    } catch (error) {
      // A file that is gone does not come back by itself.
      if (error instanceof HttpProblem) return { message: error.message };
      if (isStorageUnavailable(error)) return { refused: String(error) };
      throw error;
    }
  }

  async #begin(goal: ConductedGoal, id: string): Promise<RunChild | undefined> {
    const { database, config } = this.#parts;
    const work = await runningRow(database, id);
    if (!work) return undefined;
    const task = await taskOf(this.#parts, goal, work);
    return this.#children.get(id) ?? new RunChild(config, { goal, ...task });
  }
}
