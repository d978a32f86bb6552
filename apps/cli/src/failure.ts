import { SimulationError } from '@lumenloom/engine/quick';
import { UsageError, fileProblem } from '@lumenloom/node-host/command-line';
import { STATUS } from './commands/command.ts';

/** How a command failed. */
export interface Failure {
  readonly status: number;
  /** A sentence, which begins with the field where there is one. */
  readonly message: string;
  /** Path of the field at fault. */
  readonly field: string | undefined;
}

const STATUS_OF: Readonly<Partial<Record<SimulationError['code'], number>>> = {
  cancelled: STATUS.interrupted,
  unavailable: STATUS.mayPass,
};

/** What an error that a command threw says: the one place that knows its exit status. */
export function failureOf(error: unknown): Failure {
  const sentence = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError)
    return { status: STATUS.wrongInput, message: sentence, field: error.field };
  if (error instanceof SimulationError) {
    const { code, field } = error;
    return {
      status: STATUS_OF[code] ?? STATUS.wrongInput,
      message: field ? `${field}: ${sentence}` : sentence,
      field,
    };
  }
  const problem = fileProblem(error);
  if (!problem) return { status: STATUS.failed, message: sentence, field: undefined };
  const status = problem.mayPass ? STATUS.mayPass : STATUS.wrongInput;
  return { status, message: problem.message, field: undefined };
}
