import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addDataset } from './datasets.ts';

const DATASET = {
  id: 'x',
  name: 'set',
  fileName: 'set.zip',
  bytes: 1,
  createdAt: '',
  format: 'coco',
  task: 'detection',
  images: 1,
  annotations: 1,
  categories: 1,
  problems: 0,
  source: '',
  licence: '',
  hfov: null,
  luminance: null,
  classMap: {},
};
const ZIP = new Blob([Uint8Array.from({ length: 9_000_000 }, (_, i) => i)]);

/** A server that has `bytes` of the file; `fails` answers or breaks the nth call. */
function fakeServer(fails: (call: number) => Response | undefined, bytes = 0) {
  const server = { bytes, calls: [] as string[] };
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    const at = new URLSearchParams(path.split('?')[1]).get('at');
    server.calls.push(`${method} ${at ?? ''}`.trim());
    const failure = fails(server.calls.length);
    if (failure) {
      if (failure.status === 599) throw new TypeError('no connection');
      return failure;
    }
    if (method === 'POST') return Response.json(DATASET, { status: 201 });
    if (method === 'PUT') server.bytes = Number(at) + (body as Blob).size;
    return Response.json({ bytes: server.bytes });
  });
  return server;
}
const send = (progress = vi.fn(), signal = new AbortController().signal) =>
  addDataset({ name: 'set', key: 'set 9', zip: ZIP }, { progress, signal });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('sends a file in pieces, and goes on where the connection broke', async () => {
  const server = fakeServer((call) => (call === 3 ? new Response('', { status: 599 }) : undefined));
  const progress = vi.fn();
  const sent = send(progress);
  await vi.runAllTimersAsync();
  expect((await sent).id).toBe('x');
  expect(server.calls).toEqual([
    ...['GET', 'PUT 0', 'PUT 4000000', 'GET', 'PUT 4000000', 'PUT 8000000', 'POST'],
  ]);
  expect(progress.mock.calls).toEqual([
    ...[[4e6], [4e6, 'The server cannot be reached.'], [8e6], [9e6]],
  ]);
});

it('goes on with what an earlier page has sent', async () => {
  const server = fakeServer(() => undefined, 8e6);
  await send();
  expect(server.calls).toEqual(['GET', 'PUT 8000000', 'POST']);
});

it('a refusal ends it with the sentence of the server, and so does another sender', async () => {
  fakeServer((call) =>
    call === 2 ? Response.json({ message: 'No room.' }, { status: 413 }) : undefined,
  );
  await expect(send()).rejects.toThrow('No room.');
  const server = fakeServer((call) => {
    if (call !== 3) return undefined;
    server.bytes = 0;
    return Response.json({ message: 'The next piece begins at 0.' }, { status: 409 });
  });
  const refused = expect(send()).rejects.toThrow(
    'Another data set began to arrive: send one after the other.',
  );
  await vi.runAllTimersAsync();
  await refused;
});

it('ends in a pause when it is cancelled', async () => {
  fakeServer((call) => (call === 1 ? new Response('', { status: 599 }) : undefined));
  const end = new AbortController();
  const refused = expect(send(vi.fn(), end.signal)).rejects.toThrow('cancelled');
  await vi.advanceTimersByTimeAsync(100);
  end.abort(new Error('cancelled'));
  await refused;
  expect(vi.getTimerCount()).toBe(0);
});
