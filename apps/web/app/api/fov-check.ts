import { parseEvent } from '@lumenloom/contract';
import { post } from './request.ts';

/** POST /fov_check: the lines for the log, from a list of events each of which is JSON text. */
export async function fovCheck(body: object, signal: AbortSignal): Promise<readonly string[]> {
  const answer: unknown = await (await post('/fov_check', body, signal)).json();
  if (!Array.isArray(answer)) throw new TypeError('The answer of /fov_check is not a list.');
  return answer.flatMap((text: unknown) => {
    const event = typeof text === 'string' ? parseEvent(text) : undefined;
    return event?.type === 'log' ? [event.content] : [];
  });
}
