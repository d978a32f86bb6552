import { post } from './request.ts';

/** POST /get_device: 'cuda' or 'cpu'; undefined for any other answer. */
export async function getDevice(signal: AbortSignal): Promise<'cuda' | 'cpu' | undefined> {
  const answer: unknown = await (await post('/get_device', undefined, signal)).json();
  const device =
    typeof answer === 'object' && answer !== null && 'device' in answer ? answer.device : undefined;
  return device === 'cuda' || device === 'cpu' ? device : undefined;
}
