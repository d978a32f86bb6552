import { expect, it, test } from 'vitest';
import golden from '../../../engine/references/jobs/cases.json' with { type: 'json' };
import type { RunConditions } from '@lumenloom/contract';
import { verdictLines, warningsOf } from '../results/conditions.ts';
import { planSweep } from './plan-sweep.ts';

const { hold } = golden;
const document = (over: object = {}, recipe: object = {}) => ({
  name: 'pixel size',
  recipe: {
    scene: 'Macbeth',
    illuminantLux: hold.illuminantLux,
    sensor: 'Bayer-grbg',
    sensorParams: { rows: hold.rows, cols: hold.columns, pixel_size: hold.pixelUm[0] },
    ...recipe,
  },
  vary: [{ path: 'sensorParams.pixel_size', values: hold.pixelUm }],
  measure: ['sensor.snrAtGrey18'],
  ...over,
});
const plansOf = async (over: object, recipe?: object) => {
  const planned = await planSweep(document(over, recipe));
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  const { count, runAt } = planned.value;
  return Array.from({ length: count }, (_, run) => runAt(run).plan);
};

test('a held die has the columns and rows of the closed form, and no other seed', async () => {
  const held = await plansOf({ hold: { sensor: 'die' } });
  expect(
    held.map(({ grid }, i) => ({
      pixelUm: hold.pixelUm[i],
      columns: grid.columns,
      rows: grid.rows,
    })),
  ).toEqual(hold.die);
  const free = await plansOf({});
  expect(held.map(({ seeds }) => seeds)).toEqual(free.map(({ seeds }) => seeds));
});

/** Relative. */
const DENSITY_ERROR = 1e-9;

test('a held density keeps electrons per area, and noise in electrons', async () => {
  const plans = await plansOf({ hold: { well: 'density' } });
  const figures = plans.map(({ sensor }) => {
    const { well_capacity: well, voltage_swing: swing, ...rest } = sensor!.parameters;
    const electrons = (volts: number): number => (volts * well) / swing;
    return [well / rest.pixel_size ** 2, electrons(rest.read_noise), electrons(rest.dsnu)];
  });
  for (const one of figures)
    for (const [i, value] of one.entries())
      expect(Math.abs(value / figures[0]![i]! - 1)).toBeLessThan(DENSITY_ERROR);
});

test('exposures are fixed, or found out by the run from the recipe before anything varies', async () => {
  const fixed = await plansOf({ hold: { exposure: { seconds: 0.02 } } });
  expect(fixed.every(({ exposure }) => exposure?.mode === 'fixed')).toBe(true);
  const first = await plansOf({ hold: { exposure: 'first' } });
  for (const { held } of first)
    expect(held?.base.sensor!.parameters.pixel_size).toBeCloseTo(2e-6, 15);
});

/** A part of a document, the field at fault, and the sentence. */
const wrong: readonly (readonly [object, string, RegExp])[] = [
  [{ hold: 3 }, 'hold', /^hold must be an object: exposure, sensor/],
  [{ hold: { noise: 1 } }, 'hold.noise', /means nothing in hold; its keys are exposure, sensor/],
  [{ hold: { exposure: 'last' } }, 'hold.exposure', /must be each, first, \{seconds\} or/],
  [{ hold: { exposure: { seconds: 0 } } }, 'hold.exposure.seconds', /must be more than 0/],
  [{ hold: { exposure: { seconds: 1, blurPixels: 1 } } }, 'hold.exposure', /must be each/],
  [{ hold: { exposure: { blurPixels: 1 } } }, 'hold.exposure.blurPixels', /needs motion/],
  [{ hold: { sensor: 'chip' } }, 'hold.sensor', /must be pixels or die/],
  [{ hold: { field: 'distance' } }, 'hold.field', /needs opticsParams\.objectDistance/],
  [
    { hold: { sensor: 'die' }, vary: [{ path: 'sensorParams.rows', values: [8, 16] }] },
    'hold.sensor',
    /held by rows and cols, which vary here/,
  ],
  [
    {
      hold: { exposure: 'first' },
      vary: [{ path: 'exposureParams.seconds', values: [0.1, 0.2] }],
    },
    'hold.exposure',
    /exposureParams varies here/,
  ],
];

it.each(wrong)('refuses %j at %s', async (over, field, sentence) => {
  const planned = await planSweep(document(over));
  expect(planned.ok).toBe(false);
  if (planned.ok) return;
  expect(planned.problems[0]).toMatchObject({
    field,
    message: expect.stringMatching(sentence) as string,
  });
});

test('published parts are values: their own numbers win over those of the recipe', async () => {
  const names = ['published:imx264', 'published:imx287'];
  const plans = await plansOf({
    vary: [{ path: 'sensor', values: names }],
    hold: { exposure: { seconds: 0.001 } },
  });
  expect(plans.map(({ sensor }) => sensor!.label)).toEqual(['Sony IMX264', 'Sony IMX287']);
  expect(plans.map(({ grid }) => grid.columns)).toEqual([2464, 720]);
  const unknown = await planSweep(
    document({ vary: [{ path: 'sensor', values: ['published:x'] }] }),
  );
  expect(unknown).toMatchObject({ ok: false, problems: [{ field: 'vary[0].values[0]' }] });
});

const ran = (run: number, over: Partial<RunConditions>) => ({
  run,
  status: 'done',
  conditions: {
    exposureSeconds: 0.01,
    exposureBy: 'meter',
    clippedPercent: 0,
    ...over,
  } as RunConditions,
});

test('a meter that moved, clipped runs and assumed figures are said', () => {
  const runs = [
    ran(0, { exposureSeconds: 0.0021 }),
    ran(1, { exposureSeconds: 0.0114, clippedPercent: 7.2 }),
  ];
  const sentences = warningsOf(undefined, ['sensorParams.pixel_size'], runs).map(
    ({ sentence }) => sentence,
  );
  expect(sentences).toEqual([
    'The exposure differs between runs, from 2.1 to 11.4 ms, because each was metered: noise and brightness compare exposures too. Hold it: "hold": {"exposure": "first"}.',
    'Run 1 is clipped (7.2 %): its SNR is not given.',
  ]);
  expect(warningsOf({ exposure: 'first' }, [], [ran(0, { exposureBy: 'first' })])).toEqual([]);
  const [clipped] = warningsOf(
    { exposure: 'first' },
    [],
    [ran(2, { isWhiteClipped: true }), ran(3, { isWhiteClipped: true, clippedPercent: 2 })],
  );
  expect(clipped).toEqual({
    code: 'clipped',
    runs: [2, 3],
    sentence:
      'Run 3 is clipped (2 %): its SNR is not given. White is at saturation in run 2: SNR at white is not given.',
  });
  expect(warningsOf({}, ['exposureParams.seconds'], runs.slice(0, 1))).toEqual([]);
  const floor = 'the network finds nothing (0 of 54)';
  const [atFloor] = warningsOf(
    { exposure: 'first' },
    [],
    [
      { ...ran(0, { floor }), values: { 'sensorParams.pixel_size': 1.5 } },
      { ...ran(1, {}), values: { 'sensorParams.pixel_size': 3 } },
    ],
  );
  expect(atFloor).toEqual({
    code: 'floor',
    runs: [0],
    sentence: `In run 0 (pixel_size 1.5) ${floor}: its score is at the floor.`,
  });
});

test('a camera that a search tries twice has one verdict', () => {
  const tried = (run: number, sensor: string) => ({
    ...ran(run, { verdict: `enough: ${sensor}` }),
    values: { sensor },
  });
  expect(verdictLines([tried(0, 'one'), tried(1, 'other'), tried(2, 'one')])).toEqual([
    'one: enough: one (run 0).',
    'other: enough: other (run 1).',
  ]);
});
