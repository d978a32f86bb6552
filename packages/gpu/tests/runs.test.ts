/** Whole runs on a GPU: one that is lost in the middle, and two at once. */
import { simulate, stageMemory, type Device, type Host } from '@lumenloom/engine';
import { describe, expect, it } from 'vitest';
import { gpuDevice } from '../src/gpu-device.ts';
import type { OpenedGpu } from '../src/open-gpu.ts';
import { openOwnGpu, skipped, testGpu } from './adapter.ts';
import { planOf, processor, UNWATCHED_RUN, withGpu } from './pictures.ts';

const camera = {
  scene: 'Slanted Edge',
  illuminant: 'D65',
  optics: 'Double-Gauss',
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 16, cols: 24, pixel_size: 9 },
};
const raw = planOf(camera);
/** Without the modules whose shaders take longest to compile. */
const developed = planOf({
  ...camera,
  optics: undefined,
  isp: 'Fast-openISP',
  ispParams: Object.fromEntries(
    ['aaf', 'cnf', 'nlm', 'bnf', 'ceh', 'eeh', 'fcs', 'hsc'].map((id) => [`${id}Enabled`, false]),
  ),
});

async function run(host: Host, plan = raw, seed = 1) {
  const log: string[] = [];
  const progress: number[] = [];
  const {
    image,
    raw: codes,
    report,
  } = await simulate({ ...plan, seeds: { ...plan.seeds, temporal: seed } }, host, {
    stopped: () => false,
    log: (line) => log.push(line),
    progress: (share) => progress.push(share),
    stage: () => undefined,
  });
  return { image: image.data, raw: codes, device: report.device, log, progress };
}

/** A device that is lost after its work number `last` has begun; counts its works. */
function losing(gpu: OpenedGpu, last: number) {
  const device = gpuDevice(gpu);
  let begun = 0;
  const counted: Device = {
    ...device,
    compute: (...work) => {
      const result = device.compute(...work);
      if (work[0].name === 'release') return result;
      if (result) begun += 1;
      if (result && begun === last) setTimeout(() => gpu.session.close(), 1);
      return result;
    },
  };
  return { host: { ...processor, device: counted }, begun: () => begun };
}

describe.skipIf(skipped)(`a run on a GPU${skipped ? ` (${skipped})` : ''}`, () => {
  it('that is lost in the middle gives the bits of the processor, whatever the GPU did', async () => {
    const truth = await run(processor, developed);
    const whole = losing(testGpu(), Infinity);
    expect((await run(whole.host, developed)).device).toMatchObject({ tolerance: 1e-5 });
    const works = whole.begun();

    expect(works).toBeGreaterThan(2);
    // The first, one in the middle, and the last.
    for (const last of [1, works >> 1, works]) {
      const { host } = losing((await openOwnGpu())!, last);
      const result = await run(host, developed);
      expect(result.image).toEqual(truth.image);
      expect(result.raw).toEqual(truth.raw);
      expect(result.device).toBeUndefined();
      expect(result.log).toContainEqual(
        expect.stringMatching(
          /^The GPU was lost: .* It is computed again from the start, on the processor\.$/,
        ),
      );
      expect(result.progress).toEqual(result.progress.toSorted((a, b) => a - b));
    }
  });

  it('gives the same where the host needs the light: memory, arrays of stages, a chip', async () => {
    const alone = await run(withGpu());
    const memory = stageMemory(64e6);
    expect((await run({ ...withGpu(), memory })).raw).toEqual(alone.raw);
    const again = { ...raw, exposureSeconds: 0.003 };
    const kept = await run({ ...withGpu(), memory }, again);
    expect((await run(withGpu(), again)).raw).toEqual(kept.raw);

    const codes: unknown[] = [];
    const seeded = { ...raw, seeds: { ...raw.seeds, temporal: 1 } };
    await simulate(seeded, withGpu(), {
      ...UNWATCHED_RUN,
      sink: {
        write: async (name, _type, _shape, pieces) => {
          // The others are made when they are asked for.
          if (name === 'raw') for await (const piece of pieces) codes.push(...piece);
        },
      },
    });
    expect(codes).toEqual([...alone.raw!]);

    const chip = planOf({ ...camera, sensorFile: { rowNoiseElectrons: 3 } });
    expect(chip.sensor!.chip).toBeDefined();
    const truth = await run(processor, chip);
    const onGpu = await run(withGpu(), chip);
    const apart = onGpu.raw!.map((code, pixel) => Math.abs(code - truth.raw![pixel]!));
    expect(Math.max(...apart)).toBeLessThanOrEqual(1);
  });

  it('gives the same beside another run as alone', async () => {
    const host = withGpu();
    const alone = [await run(host), await run(host, raw, 2)];
    const together = await Promise.all([run(host), run(host, raw, 2)]);
    for (const [at, one] of together.entries()) {
      expect(one.image).toEqual(alone[at]!.image);
      expect(one.raw).toEqual(alone[at]!.raw);
    }
    expect(alone[0]!.raw).not.toEqual(alone[1]!.raw);
  });
});
