import {
  newSweepAnswerSchema,
  readSweepDocument,
  sweepOutcomeSchema,
  sweepStatusSchema,
  sweepsAnswerSchema,
  type SweepDocument,
  type SweepOutcome,
  type SweepStatus,
} from '@lumenloom/contract';
import { callSite } from './call-site.ts';
import { linesOf } from './lines.ts';
import { RequestError } from './request.ts';

/** The sweeps of the account, the newest first. */
export const listSweeps = async (): Promise<readonly SweepStatus[]> =>
  sweepsAnswerSchema.parse(await (await callSite('/sweeps')).json()).sweeps;

/** Starts a sweep; the answer is its id. */
export const startSweep = async (document: object): Promise<string> =>
  newSweepAnswerSchema.parse(await (await callSite('/sweeps', document)).json()).id;

export const sweepStatus = async (id: string, signal: AbortSignal): Promise<SweepStatus> =>
  sweepStatusSchema.parse(await (await callSite(`/sweeps/${id}`, undefined, { signal })).json());

/** The document that a sweep was started with. */
export async function sweepDocument(id: string, signal: AbortSignal): Promise<SweepDocument> {
  const response = await callSite(`/sweeps/${id}/document`, undefined, { signal });
  const read = readSweepDocument(await response.json());
  if (!read.ok) throw new RequestError(read.problems[0]!.message);
  return read.value;
}

/** Cancels a sweep, or deletes one that has ended. */
export async function endSweep(id: string): Promise<void> {
  await callSite(`/sweeps/${id}`, undefined, { method: 'DELETE' });
}

/**
 * The results of a sweep, those that are there first, until it has ended; several at once where
 * they come together.
 */
export async function* sweepResults(
  id: string,
  signal: AbortSignal,
): AsyncGenerator<readonly SweepOutcome[], void> {
  const { body } = await callSite(`/sweeps/${id}/results`, undefined, {
    signal,
    cache: 'no-store',
  });
  if (!body) return;
  for await (const lines of linesOf(body, signal))
    yield lines.map((line) => sweepOutcomeSchema.parse(JSON.parse(line)));
}

/** Address of the picture of a run. */
export const sweepPicture = (id: string, run: number): string =>
  `/api/sweeps/${id}/runs/${run}/picture`;
