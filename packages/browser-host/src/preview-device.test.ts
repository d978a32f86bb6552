import { DeviceError, type Device } from '@lumenloom/engine';
import { expect, it, vi } from 'vitest';
import { createEngine } from './engine.ts';
import { Live, type LiveFrame } from './live.ts';
import type { EngineAnswer, Computed, Question } from './messages.ts';
import { openBrowserGpu, previewDevice } from './preview-device.ts';

/** A device that leaves its work to the threads, or is lost at a piece of work. */
class FakeGpu {
  /** Without those that bring and end what a device has. */
  readonly works: string[] = [];
  /** The work at which it is lost. */
  lostAt = Infinity;
  readonly close = vi.fn<() => void>();
  readonly device: Device = {
    facts: { name: 'Fake GPU', kind: 'hardware', tolerance: 1e-5 },
    largest: 2 ** 27,
    compute: ({ name }) => {
      if (name === 'fetch' || name === 'release') return undefined;
      this.works.push(name);
      return this.works.length > this.lostAt
        ? Promise.reject(new DeviceError('The GPU was lost: it was pulled out.'))
        : undefined;
    },
  };
}

/** The engine of a page, for which these devices are opened one after the other. */
function engineWith(...devices: FakeGpu[]) {
  const left = [...devices];
  const open = vi.fn(() => Promise.resolve(left.shift()));
  const engine = createEngine(
    { threads: 1, memoryBytes: 1e8, kernels: {}, pictures: '', parts: '' },
    previewDevice(open),
  );
  const compute = async (question: Question): Promise<EngineAnswer> =>
    (await engine.compute(question)).answer as EngineAnswer;
  const pictureOf = async (recipe: object, isPreview: boolean): Promise<Computed> => {
    const answer = await compute({ recipe, isPreview, wants: 'arrays' });
    if (answer.kind !== 'computed') throw new Error(JSON.stringify(answer));
    return answer;
  };
  return { open, compute, stop: engine.stop, pictureOf };
}

/** A camera of so many pixels along each side, on the same area. */
const cameraOf = (size: number, readNoise = 1) => ({
  scene: 'Macbeth',
  sensor: 'Bayer-grbg',
  sensorParams: { rows: size, cols: size, pixel_size: 160 / size, read_noise: readNoise },
  isp: 'Fast-openISP',
});

it('previews are computed with the device once it is open, full pictures never', async () => {
  const gpu = new FakeGpu();
  const { open, pictureOf } = engineWith(gpu);
  expect((await pictureOf(cameraOf(80), false)).report.device).toBeUndefined();
  expect(open).not.toHaveBeenCalled();
  // No preview waits for the device.
  expect((await pictureOf(cameraOf(80), true)).report.device).toBeUndefined();
  expect(gpu.works).toEqual([]);
  expect((await pictureOf(cameraOf(80, 2), true)).report.device).toBe(gpu.device.facts);
  expect(gpu.works).toEqual(['meter', 'read out', 'ISP']);
  expect((await pictureOf(cameraOf(80, 2), false)).report.device).toBeUndefined();
  expect(gpu.works.length).toBe(3);
  expect(open).toHaveBeenCalledTimes(1);
});

it('a full picture takes nothing from memory that a preview or a device has computed', async () => {
  const { pictureOf } = engineWith(new FakeGpu());
  const isKept = ({ report }: Computed): boolean =>
    report.stages.some(({ name, fromMemory }) => name !== 'scene' && fromMemory !== undefined);
  await pictureOf(cameraOf(64), true);
  await pictureOf(cameraOf(80), true);
  // Previews of one size by the device and by the processor.
  expect(isKept(await pictureOf(cameraOf(40), false))).toBe(false);
  expect(isKept(await pictureOf(cameraOf(32), false))).toBe(false);
  expect(isKept(await pictureOf(cameraOf(32), false))).toBe(true);
});

it('a lost device: the same preview comes from the processor, and it is opened once more', async () => {
  const [first, second] = [new FakeGpu(), new FakeGpu()];
  const { open, pictureOf } = engineWith(first, second);
  const onProcessor = engineWith();
  await pictureOf(cameraOf(80), true);
  for (const [at, gpu] of [first, second].entries()) {
    // In the middle of a run: the read-out is thrown away with the ISP.
    gpu.lostAt = 2;
    const recipe = cameraOf(80, 2 + at);
    const preview = await pictureOf(recipe, true);
    expect(gpu.works.length).toBe(3);
    expect(gpu.close).toHaveBeenCalledTimes(1);
    expect(preview.report.device).toBeUndefined();
    expect(preview.picture).toEqual((await onProcessor.pictureOf(recipe, true)).picture);
    // The next one is opened meanwhile.
    await pictureOf(cameraOf(80, 8 + at), true);
  }
  expect((await pictureOf(cameraOf(80, 9), true)).report.device).toBeUndefined();
  expect(open).toHaveBeenCalledTimes(2);
  expect(onProcessor.open).toHaveBeenCalledTimes(1);
});

it('no change is lost with the device: live ends with preview and picture of the newest', async () => {
  const gpu = new FakeGpu();
  const engine = engineWith(gpu);
  const frames: LiveFrame<ReturnType<typeof cameraOf>>[] = [];
  const live = new Live<ReturnType<typeof cameraOf>>(engine, {
    frame: (frame) => {
      frames.push(frame);
      // A change for every preview; the device is lost in the third one.
      if (!frame.isPreview || frames.length > 3) return;
      if (frames.length === 2) gpu.lostAt = gpu.works.length + 1;
      live.change(cameraOf(80, 1 + frames.length), 'sensor');
    },
    none: (answer) => {
      throw new Error(JSON.stringify(answer));
    },
    busy: () => undefined,
  });
  live.change(cameraOf(80), 'sensor');
  await expect.poll(() => frames.at(-1)?.isPreview).toBe(false);
  expect(
    frames.map(({ recipe, isPreview, report }) => [
      recipe.sensorParams.read_noise,
      isPreview ? 'preview' : 'full',
      report.device?.name,
    ]),
  ).toEqual([
    [1, 'preview', undefined],
    [2, 'preview', 'Fake GPU'],
    [3, 'preview', undefined],
    [4, 'preview', undefined],
    [4, 'full', undefined],
  ]);
});

/** A browser with an adapter of software. */
function browserWithSoftware(): ReturnType<typeof vi.fn> {
  const destroy = vi.fn();
  const adapter = {
    info: { vendor: 'google', architecture: 'swiftshader', device: '', description: '' },
    limits: {},
    requestDevice: () => Promise.resolve({ lost: new Promise(() => undefined), destroy }),
  };
  vi.stubGlobal('navigator', { gpu: { requestAdapter: () => Promise.resolve(adapter) } });
  return destroy;
}

it('a browser without a GPU of hardware has none for previews', async () => {
  vi.stubGlobal('navigator', {});
  expect(await openBrowserGpu(false)).toBeUndefined();
  vi.stubGlobal('navigator', { gpu: { requestAdapter: () => Promise.resolve(null) } });
  expect(await openBrowserGpu(false)).toBeUndefined();
  const destroy = browserWithSoftware();
  expect(await openBrowserGpu(false)).toBeUndefined();
  expect(destroy).toHaveBeenCalledTimes(1);
});

it('a GPU that fails before its first work is not used, and the console says why', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  // It has none of the calls that a self-test makes.
  browserWithSoftware();
  expect(await openBrowserGpu(true)).toBeUndefined();
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('The GPU cannot be opened: '));
});
