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
import { RequestError, sendToSite, sentenceIn } from './request.ts';
import { piecesOf } from './simulate.ts';

/** A call about sweeps. @throws RequestError with the sentence to show. */
async function call(
  path: `/sweeps${string}`,
  body?: object,
  more?: RequestInit,
): Promise<Response> {
  const response = await sendToSite(path, body, more).catch((error: unknown) => {
    more?.signal?.throwIfAborted();
    console.warn(path, error);
    throw new RequestError('The server cannot be reached.');
  });
  if (response.ok) return response;
  const refusal: unknown = await response.json().catch(() => undefined);
  throw new RequestError(
    sentenceIn(refusal) ?? `The server answered with status ${response.status}.`,
    response.status,
  );
}

/** The sweeps of the account, the newest first. */
export const listSweeps = async (): Promise<readonly SweepStatus[]> =>
  sweepsAnswerSchema.parse(await (await call('/sweeps')).json()).sweeps;

/** Starts a sweep; the answer is its id. */
export const startSweep = async (document: object): Promise<string> =>
  newSweepAnswerSchema.parse(await (await call('/sweeps', document)).json()).id;

export const sweepStatus = async (id: string, signal: AbortSignal): Promise<SweepStatus> =>
  sweepStatusSchema.parse(await (await call(`/sweeps/${id}`, undefined, { signal })).json());

/** The document that a sweep was started with. */
export async function sweepDocument(id: string, signal: AbortSignal): Promise<SweepDocument> {
  const response = await call(`/sweeps/${id}/document`, undefined, { signal });
  const read = readSweepDocument(await response.json());
  if (!read.ok) throw new RequestError(read.problems[0]!.message);
  return read.value;
}

/** Cancels a sweep, or deletes one that has ended. */
export async function endSweep(id: string): Promise<void> {
  await call(`/sweeps/${id}`, undefined, { method: 'DELETE' });
}

/** The results of a sweep, those that are there first, until it has ended; several at once where they come together. */
export async function* sweepResults(
  id: string,
  signal: AbortSignal,
): AsyncGenerator<readonly SweepOutcome[], void> {
  const { body } = await call(`/sweeps/${id}/results`, undefined, { signal });
  if (!body) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of piecesOf(body, signal)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (lines.length > 0) yield lines.map((line) => sweepOutcomeSchema.parse(JSON.parse(line)));
  }
}

/** Address of the picture of a run. */
export const sweepPicture = (id: string, run: number): string =>
  `/api/sweeps/${id}/runs/${run}/picture`;
