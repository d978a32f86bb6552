/** Results of stages that come from memory are those of a fresh run, bit for bit. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { simulate, stageMemory, type SimulationPlan, type StageMemory } from '../src/index.ts';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { illuminants } from '../src/illuminants/list.ts';
import { ispFields } from '../src/isps/fast-open-isp/order.ts';
import { sensorFields } from '../src/sensors/bayer/descriptor.ts';
import { planOf } from './run.ts';
import { testHost } from './test-host.ts';

type Edit = (plan: SimulationPlan) => SimulationPlan;

const ispOf = (changes: Parameters<typeof toEngineUnits>[1]): SimulationPlan['isp'] => ({
  id: 'fastOpenIsp' as const,
  parameters: toEngineUnits(ispFields, changes),
});
const start = planOf({ sensorParameters: { rows: 50, cols: 71 } }, { isp: ispOf({}) });

const ofSensor = (changes: Readonly<Record<string, number>>): Edit => {
  const own = toEngineUnits(sensorFields, { rows: 50, cols: 71, pixel_size: 11, ...changes });
  return (plan) => ({
    ...plan,
    grid: { rows: own.rows, columns: own.cols, pitch: own.pixel_size },
    sensor: { label: 'Bayer-grbg', order: 'grbg', bits: 10, parameters: own },
  });
};
const ofIsp =
  (changes: Parameters<typeof toEngineUnits>[1]): Edit =>
  (plan) => ({ ...plan, isp: ispOf(changes) });
const withPlan =
  (changes: Partial<SimulationPlan>): Edit =>
  (plan) => ({ ...plan, ...changes });

/** At least one edit of every slice of a plan. */
const edits: Readonly<Record<string, Edit>> = {
  'scene: apple.jpg': withPlan({ scene: planOf({ scene: 'appleJpg' }).scene }),
  'scene: Macbeth': withPlan({ scene: start.scene }),
  'field of view': withPlan({
    scene: planOf({ scene: 'macbeth', sceneParameters: { hfov: 17 } }).scene,
  }),
  'scene: edge': withPlan({ scene: planOf({ scene: 'slantedEdge' }).scene }),
  tungsten: withPlan({
    illuminant: {
      label: 'Tungsten',
      energy: Float64Array.from(illuminants.tungsten.energy),
      absolute: false,
    },
  }),
  'native light': withPlan({ illuminant: { label: '', energy: undefined, absolute: false } }),
  brighter: withPlan({ luminance: { of: 'white', value: 250 } }),
  dimmer: withPlan({ luminance: { of: 'scene mean', value: 37 } }),
  'ideal lens': withPlan({ optics: undefined }),
  'Cooke Triplet': withPlan({ optics: 'cooke-triplet' }),
  'no sensor': withPlan({ sensor: undefined, isp: undefined }),
  'sensor as at first': ofSensor({}),
  'read noise': ofSensor({ read_noise: 2 }),
  'more rows': ofSensor({ rows: 61 }),
  'no ISP': withPlan({ isp: undefined }),
  'ISP as at first': ofIsp({}),
  'dead pixels': ofIsp({ dpcValue: 90 }),
  'white balance': ofIsp({ awbR: 1900 }),
  'matrix off': ofIsp({ ccmEnabled: false }),
  'edges off': ofIsp({ eehEnabled: false, fcsEnabled: false }),
  contrast: ofIsp({ bccContrastGain: 300 }),
  scaled: ofIsp({ sclEnabled: true, sclWidth: 40, sclHeight: 30 }),
  'another exposure': withPlan({ exposureSeconds: 0.01 }),
  metered: withPlan({ exposureSeconds: undefined }),
  'without noise': withPlan({ noise: false }),
  'with noise': withPlan({ noise: true }),
  'another seed': withPlan({ seeds: { temporal: 9, fixedPattern: 2 } }),
};
const names = Object.keys(edits);

async function runOn(plan: SimulationPlan, memory: StageMemory | undefined, owner = 'somebody') {
  const log: string[] = [];
  const { image, report } = await simulate(
    plan,
    { ...testHost(), memory },
    {
      stopped: () => false,
      log: (line) => log.push(line),
      progress: () => undefined,
      stage: () => undefined,
      owner,
    },
  );
  const { stages, totalMs: _, isp, optics, ...rest } = report;
  const { forming, ...otherOptics } = optics;
  return {
    stages,
    /** All but times, and whether tables were in memory. */
    outcome: {
      image,
      report: {
        ...rest,
        optics: { ...otherOptics, forming: { ...forming, tables: '', tracedMilliseconds: 0 } },
        isp: { ...isp, modules: isp?.modules.map(({ ids }) => ids) },
      },
      log: log.filter((line) => !line.startsWith('Time: ')),
    },
    time: log.find((line) => line.startsWith('Time: '))!,
  };
}

/** How each stage of a run was found, after other runs on the same memory. */
async function afterRuns(before: readonly SimulationPlan[], plan: SimulationPlan, owner?: string) {
  const memory = stageMemory(64e6);
  for (const earlier of before) await runOn(earlier, memory);
  const { stages, time } = await runOn(plan, memory, owner);
  return { found: stages.map(({ fromMemory }) => fromMemory), time };
}

describe('memory of stages', () => {
  // The small memory drops results all the time.
  test.each([64e6, 300e3])('random edits on %i bytes: as without memory', async (bytes) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...names), { minLength: 8, maxLength: 8 }),
        async (chosen) => {
          const memory = stageMemory(bytes);
          let plan = start;
          for (const name of chosen) {
            plan = edits[name]!(plan);
            if (!plan.sensor) plan = { ...plan, isp: undefined };
            const [kept, fresh] = [await runOn(plan, memory), await runOn(plan, undefined)];
            expect(kept.outcome, chosen.join(', ')).toEqual(fresh.outcome);
            expect(memory.bytes()).toBeLessThanOrEqual(bytes);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  test('every edit undone and done again: as without memory', async () => {
    const memory = stageMemory(64e6);
    for (const name of names) {
      const plan = edits[name]!(start);
      const fresh = (await runOn(plan, undefined)).outcome;
      for (const turn of [1, 2])
        expect((await runOn(plan, memory)).outcome, `${name}, ${turn}`).toEqual(fresh);
      expect((await runOn(plan, memory)).stages.map(({ fromMemory }) => fromMemory)).toEqual(
        plan.sensor ? (plan.isp ? Array(4).fill('all') : Array(3).fill('all')) : ['all', 'all'],
      );
    }
  });

  test.each([
    ['read noise', ['all', 'all', undefined, undefined]],
    ['contrast', ['all', 'all', 'all', 'part']],
    ['dead pixels', ['all', 'all', 'all', undefined]],
    ['white balance', ['all', 'all', undefined, undefined]],
    // The mean of the scene is fixed instead of its white: other bits.
    ['brighter', [undefined, undefined, undefined, undefined]],
    ['dimmer', [undefined, 'all', undefined, undefined]],
    ['Cooke Triplet', ['all', undefined, undefined, undefined]],
    ['another seed', ['all', 'all', undefined, undefined]],
    ['no ISP', ['all', 'all', undefined]],
  ])('after an edit of %s only what depends on it is computed', async (name, found) => {
    expect((await afterRuns([start], edits[name]!(start))).found).toEqual(found);
  });

  test('the log says what came from memory', async () => {
    const { time } = await afterRuns([start], edits['contrast']!(start));
    expect(time).toMatch(
      /^Time: scene \d+ ms \(from memory\), optics \d+ ms \(from memory\), sensor \d+ ms \(from memory\), isp \d+ ms \(partly from memory\), total \d+ ms;/,
    );
    expect((await afterRuns([], start)).time).not.toContain('memory');
  });

  test('nobody finds what somebody else computed', async () => {
    const { found, time } = await afterRuns([start], start, 'somebody else');
    expect(found).toEqual([undefined, undefined, undefined, undefined]);
    expect(time).not.toContain('memory');
  });

  test('the least recently used results are dropped, and one that is too large is not kept', () => {
    const memory = stageMemory(80_000);
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) memory.keep(key, { key }, 8000);
    expect(memory.find('a')).toEqual({ key: 'a' });
    memory.keep('i', {}, 8000);
    expect([memory.find('a'), memory.find('b'), memory.find('i')]).toEqual([
      { key: 'a' },
      undefined,
      {},
    ]);
    memory.keep('large', {}, 10_000);
    expect(memory.find('large')).toBeUndefined();
    expect(memory.bytes()).toBeLessThanOrEqual(80_000);
  });
});
