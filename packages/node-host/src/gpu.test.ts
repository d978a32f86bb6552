import type { Host } from '@lumenloom/engine';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** What the fake GPU is. */
interface FakeGpu {
  kind: 'hardware' | 'software';
  /** What the self-test says. */
  problem: string | undefined;
  isThere: boolean;
  readonly sessions: { lost: string | undefined; close: () => void }[];
}

let fake: FakeGpu;
let gpu: typeof import('./gpu.ts');

beforeEach(async () => {
  fake = { kind: 'hardware', problem: undefined, isThere: true, sessions: [] };
  // What a thread has found is kept in the module.
  vi.resetModules();
  vi.doMock('webgpu', () => ({ create: () => ({}), globals: {} }));
  vi.doMock('@lumenloom/gpu', () => ({
    openGpu: async () => {
      if (!fake.isThere) return undefined;
      const session = { lost: undefined, close: vi.fn() };
      fake.sessions.push(session);
      return { session, name: 'Fake GPU', kind: fake.kind };
    },
    selfTest: async () => fake.problem,
    gpuDevice: ({ name, kind }: { readonly name: string; readonly kind: string }) => ({
      facts: { name, kind, tolerance: 1e-5 },
      number: fake.sessions.length,
    }),
  }));
  gpu = await import('./gpu.ts');
});
afterEach(() => {
  vi.doUnmock('webgpu');
  vi.doUnmock('@lumenloom/gpu');
});

/** What `openDevice` gives, and what it tells. */
async function opened(choice: 'cpu' | 'auto' | 'webgpu') {
  const sentences: string[] = [];
  const device = await gpu.openDevice(choice, (sentence) => sentences.push(sentence));
  return { name: device?.facts.name, sentences };
}
const lose = (): void => {
  fake.sessions.at(-1)!.lost = 'unplugged';
};

test('cpu opens nothing; webgpu and auto take a GPU, once', async () => {
  expect(await opened('cpu')).toEqual({ name: undefined, sentences: [] });
  expect(fake.sessions).toHaveLength(0);
  expect(await opened('auto')).toEqual({ name: 'Fake GPU', sentences: [] });
  expect(await opened('webgpu')).toEqual({ name: 'Fake GPU', sentences: [] });
  expect(fake.sessions).toHaveLength(1);
});

test('auto does not take software', async () => {
  fake.kind = 'software';
  expect(await opened('auto')).toEqual({ name: undefined, sentences: [] });
  expect(await opened('webgpu')).toEqual({ name: 'Fake GPU', sentences: [] });
});

test('without a GPU auto computes on the processor, and webgpu is refused', async () => {
  fake.isThere = false;
  expect(await opened('auto')).toEqual({ name: undefined, sentences: [] });
  await expect(opened('webgpu')).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringContaining('No GPU was found') as string,
  });
});

test('a GPU that computes wrongly is refused and closed; auto says so once', async () => {
  fake.problem = 'The GPU Fake GPU is not used: its self-test gave wrong integers.';
  expect(await opened('auto')).toEqual({
    name: undefined,
    sentences: [`${fake.problem} The processor computes instead.`],
  });
  expect(await opened('auto')).toEqual({ name: undefined, sentences: [] });
  expect(fake.sessions[0]!.close).toHaveBeenCalledOnce();
  await expect(opened('webgpu')).rejects.toThrow(fake.problem);
});

test('a lost GPU is opened anew once; after two losses the processor computes', async () => {
  await opened('webgpu');
  lose();
  expect(await opened('webgpu')).toEqual({ name: 'Fake GPU', sentences: [] });
  expect(fake.sessions).toHaveLength(2);
  lose();
  const sentences = [
    'The GPU was lost 2 times: the processor computes until this program is started again.',
  ];
  expect(await opened('webgpu')).toEqual({ name: undefined, sentences });
  expect(await opened('auto')).toEqual({ name: undefined, sentences });
  expect(fake.sessions).toHaveLength(2);
});

test('a GPU that is gone after a loss does not end a program that began with it', async () => {
  await opened('webgpu');
  lose();
  fake.isThere = false;
  expect((await opened('webgpu')).name).toBeUndefined();
});

test('findDevice closes what it found, which is no loss', async () => {
  for (const _ of [1, 2, 3])
    expect(await gpu.findDevice('webgpu', () => undefined)).toMatchObject({ name: 'Fake GPU' });
  expect(fake.sessions).toHaveLength(3);
  for (const { close } of fake.sessions) expect(close).toHaveBeenCalledOnce();
});

test('work that must stay on the device is tried twice and then fails', async () => {
  const { DeviceError } = await import('@lumenloom/engine');
  const host = {} as Host;
  const hosts: Host[] = [];
  const failing = (times: number) => async (own: Host) => {
    hosts.push(own);
    if (hosts.length <= times) throw new DeviceError('The GPU has too little free memory.');
    return 'done';
  };
  expect(await gpu.onDevice('webgpu', host, failing(1))).toBe('done');
  expect(hosts.map(({ device }) => device?.facts.name)).toEqual(['Fake GPU', 'Fake GPU']);
  hosts.length = 0;
  await expect(gpu.onDevice('webgpu', host, failing(9))).rejects.toMatchObject({
    name: 'SimulationError',
    message:
      'The GPU has too little free memory. The processor does not compute it instead, because results of both are not mixed.',
  });
  expect(hosts).toHaveLength(2);
  hosts.length = 0;
  expect(await gpu.onDevice('cpu', host, failing(0))).toBe('done');
  expect(hosts[0]!.device).toBeUndefined();
});
