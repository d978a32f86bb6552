import { pageMessages } from '@lumenloom/contract';
import type { NoResult } from './messages.ts';

/** The engine itself has failed: nothing that a recipe can mend. */
export const faultOf = (error: unknown): Extract<NoResult, { kind: 'failed' }> => ({
  kind: 'failed',
  message: pageMessages.engineFailed(error instanceof Error ? error.message : String(error)),
  isFault: true,
});
