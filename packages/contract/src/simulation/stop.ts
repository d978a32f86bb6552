import { z } from 'zod';
import { problemsOf, type Decoded } from './decoded.ts';

/** The body of POST /stop. Without a body all runs of the caller are stopped. */
export const stopRequestSchema = z
  .object(
    { runId: z.string('runId must be the id from the first line of a run.').nullish() },
    'The request must be a JSON object or empty.',
  )
  .nullish();

/** Turns the body of POST /stop into the id of the run to stop; undefined means all of them. */
export function toStopRequest(body: unknown): Decoded<{ readonly runId: string | undefined }> {
  const request = stopRequestSchema.safeParse(body);
  return request.success
    ? { ok: true, value: { runId: request.data?.runId ?? undefined } }
    : { ok: false, problems: problemsOf(request.error) };
}
