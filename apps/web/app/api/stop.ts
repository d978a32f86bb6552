import { post } from './request.ts';

/** POST /stop: whether the simulations of this person have ended. */
export async function stop(signal: AbortSignal): Promise<boolean> {
  const answer: unknown = await (await post('/stop', undefined, signal)).json();
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'status' in answer &&
    answer.status === 'stopped'
  );
}
