import type { NoResult } from '@lumenloom/browser-host';

/** Why a result is not there. */
export interface Failure {
  readonly message: string;
  /** The field of the file at fault, where it is known. */
  readonly field: string | undefined;
}

/** @param nothing what is said where there is no such thing. */
export const failureOf = (answer: NoResult, nothing: string): Failure => {
  switch (answer.kind) {
    case 'refused':
      return { message: answer.problems[0]!.message, field: answer.problems[0]!.field };
    case 'failed':
      return { message: answer.message, field: answer.field };
    case 'nothing':
    case 'stopped':
      return { message: nothing, field: undefined };
  }
};

export const NO_ENGINE = 'The engine could not be loaded.';

export const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
