import { z } from 'zod';
import { strictSentences } from '../text-fields.ts';
import { problemsOf, type Decoded } from './decoded.ts';

/** The body of POST /stop. Without a body all runs of the caller are stopped. */
export const stopRequestSchema = z
  .strictObject(
    { runId: z.string('runId must be the id from the first line of a run.').nullish() },
    strictSentences('The request must be a JSON object or empty.'),
  )
  .nullish();

/** Turns the body of POST /stop into the id of the run to stop; undefined means all of them. */
export function toStopRequest(body: unknown): Decoded<{ readonly runId: string | undefined }> {
  const request = stopRequestSchema.safeParse(body);
  return request.success
    ? { ok: true, value: { runId: request.data?.runId ?? undefined } }
    : { ok: false, problems: problemsOf(request.error) };
}
