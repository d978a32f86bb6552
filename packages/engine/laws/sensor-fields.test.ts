import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { EFFECTS_OFF } from '../src/sensors/read-out/effect-fields.ts';
import { sensorFields } from '../src/sensors/bayer/descriptor.ts';
import { readSensorFile } from '../src/sensors/read-sensor-file.ts';
import { SENSOR_FILE_FIELDS } from '../src/sensors/sensor-file-fields.ts';
import { sensorOfFile } from '../src/sensors/sensor-file.ts';
import { planOf, runWatched } from './run.ts';
import { testHost } from './test-host.ts';

/**
 * Each field of a sensor and of a sensor file changes an array that a run writes. Names and sources
 * do not.
 */

const SIZE = { rows: 24, cols: 32, pixel_size: 20 };
const LISTLESS = { pattern: 'rggb', bits: 12 };
const KERNEL = [
  [0, 0.05, 0],
  [0.05, 0.8, 0.05],
  [0, 0.05, 0],
];
const CAPTURES = [{ name: 'long' }, { name: 'short', exposureRatio: 0.1 }];
const ROLLING = { kind: 'rolling', lineSeconds: 1e-4 };
const CURVE = { nm: [400, 700], red: [0.1, 0.5], green: [0.4, 0.2], blue: [0.5, 0.1] };
const SHARES = { nm: [400, 700], transmission: [0.9, 0.2] };

/** What a run is given: a file, and how long it is exposed, if not by the meter. */
interface Case {
  readonly file?: object;
  readonly seconds?: number | 'metered';
}

/** Fields that say what a sensor is called, and where its figures come from. */
const NAMES = ['name', 'source', 'sources', 'measuredOn', 'remarks'];
/** Fields that name other files; apps/cli/tests/twin-maps.test.ts has them. */
const OTHER_FILES = ['maps'];

/** Values of the twelve fields, in the units of a recipe. */
const PARAMETERS: Readonly<Record<string, number>> = {
  voltage_swing: 1.4,
  well_capacity: 7000,
  fill_factor: 0.3,
  pixel_size: 21,
  dark_voltage: 1e4,
  read_noise: 2,
  prnu: 3,
  dsnu: 3,
  analog_gain: 0.7,
  analog_offset: 0.05,
  rows: 26,
  cols: 34,
};

/** The field of a file, with what it needs; `besides` is there with and without it. */
const FILE: Readonly<
  Record<string, { readonly value: unknown; readonly besides?: object } & Pick<Case, 'seconds'>>
> = {
  pattern: { value: 'bggr' },
  bits: { value: 10 },
  sensorParams: { value: { prnu: 5 } },
  readNoiseElectrons: { value: 12 },
  dsnuElectrons: { value: 12 },
  blackLevel: { value: 99 },
  darkCurrent: { value: { electronsPerSecond: 900 } },
  emva1288: { value: { snrMaxDb: 38, dynamicRangeDb: 62 } },
  quantumEfficiency: { value: CURVE },
  quantumEfficiencyAt: { value: { green: [525, 0.3] } },
  irCut: { value: SHARES },
  antiReflection: { value: SHARES },
  longestExposureSeconds: { value: 1e-3, seconds: 'metered' },
  gains: { value: { low: { analog_gain: 0.5 } } },
  gain: {
    value: 'high',
    besides: { gains: { low: { analog_gain: 1 }, high: { analog_gain: 0.5 } } },
  },
  shutter: { value: { kind: 'globalReset', lineSeconds: 1e-4 } },
  captures: { value: CAPTURES },
  merge: { value: { rule: 'blend', blend: 0.5, knee: 0.5 }, besides: { captures: CAPTURES } },
  companding: {
    value: {
      bits: 8,
      knees: [
        [0, 0],
        [4095, 255],
      ],
    },
  },
  crosstalk: { value: { optical: KERNEL } },
  defects: { value: { hot: { perMillion: 50_000, electronsPerSecond: 1e5 } } },
  rowNoiseElectrons: { value: 20 },
  columnNoiseElectrons: { value: 20 },
  rowOffsetElectrons: { value: 20 },
  columnOffsetElectrons: { value: 20 },
  randomTelegraph: { value: { perMillion: 50_000, electrons: 300 } },
  opticalBlackRows: { value: 3 },
  blackDriftElectrons: { value: 50 },
  nonLinearity: { value: [-0.1, 0.02] },
  microlens: {
    value: {
      heightMicrometres: 3,
      apertureMicrometres: 0.3,
      chiefRay: { heightMm: [0, 1], degrees: [0, 0] },
    },
  },
  aperture: { value: [0.5, 0.5] },
  diffusionMicrometres: { value: 8 },
};

/** Parts of fields that are objects, with and without which the rest stays. */
const PARTS: Readonly<Record<string, readonly [without: object, besides: object]>> = {
  'crosstalk.electrical': [{}, { crosstalk: { electrical: KERNEL } }],
  'darkCurrent.nonUniformityPercent': [
    { darkCurrent: { electronsPerSecond: 9000 } },
    { darkCurrent: { electronsPerSecond: 9000, nonUniformityPercent: 80 } },
  ],
  ...Object.fromEntries(
    [
      ['dead', {}],
      ['stuck', { code: 5 }],
      ['columns', { code: 5 }],
    ].map(([kind, fields]) => [
      `defects.${kind as string}`,
      [{}, { defects: { [kind as string]: { perMillion: 90_000, ...(fields as object) } } }],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries({
      direction: 'up',
      linesTogether: 4,
      kind: 'globalReset',
    }).map(([key, value]) => [
      `shutter.${key}`,
      [
        { shutter: { ...ROLLING, kind: key === 'kind' ? 'global' : 'globalReset' } },
        { shutter: { ...ROLLING, kind: 'globalReset', [key]: value } },
      ],
    ]),
  ),
  'shutter.parasiticLightSensitivity': [
    { shutter: { ...ROLLING, kind: 'global' } },
    { shutter: { ...ROLLING, kind: 'global', parasiticLightSensitivity: 0.5 } },
  ],
};

/** What a chip is in these tests, beside the field that is looked at. */
const CHIP = { rowNoiseElectrons: 4, nonLinearity: [-0.03, 0.01] };
/** A field that is looked at comes in place of the chip's. */
const BASES = [
  ['without a chip', {}],
  ['with a chip', CHIP],
] as const;

/** Digests that are known: most fields are compared with the same sensor. */
const digests = new Map<string, Promise<string>>();

/** A digest of all arrays that a run writes. */
function written(
  file: object,
  path: 'plain' | 'SIMD',
  seconds: Case['seconds'] = 0.01,
): Promise<string> {
  const key = JSON.stringify([file, path, seconds]);
  const known = digests.get(key) ?? digestOf(file, path, seconds);
  digests.set(key, known);
  return known;
}

async function digestOf(file: object, path: 'plain' | 'SIMD', seconds: Case['seconds'] = 0.01) {
  const { sensorParams, ...fields } = file as { readonly sensorParams?: object };
  const { sensor: read } = await readSensorFile(JSON.stringify({ ...LISTLESS, ...fields }), 'own');
  const values = { ...SIZE, ...read.parameters, ...sensorParams };
  const sensor = sensorOfFile(read, toEngineUnits(sensorFields, values));
  const { aperture, diffusionMicrometres: diffusion } = sensor.chip ?? {};
  const { rows, cols: columns, pixel_size: pitch } = sensor.parameters;
  const hasShape = aperture !== undefined || diffusion !== undefined;
  const { arrays } = await runWatched(
    planOf(
      {},
      {
        sensor,
        grid: {
          rows,
          columns,
          pitch,
          ...(hasShape && {
            shape: {
              ...(aperture && { aperture }),
              ...(diffusion !== undefined && { diffusion: diffusion * 1e-6 }),
            },
          }),
        },
        exposureSeconds: seconds === 'metered' ? undefined : seconds,
      },
    ),
    testHost({ path }),
  );
  const hash = createHash('sha256');
  for (const [name, { shape, data }] of Object.entries(arrays).sort(([a], [b]) =>
    a.localeCompare(b),
  ))
    hash.update(`${name} ${shape.join('x')} `).update(Float64Array.from(data));
  return hash.digest('hex');
}

/** Whether a field changes what is written, and both paths write the same. */
async function expectEffect(
  without: object,
  changed: object,
  seconds?: Case['seconds'],
): Promise<void> {
  const [before, after] = [
    await written(without, 'SIMD', seconds),
    await written(changed, 'SIMD', seconds),
  ];
  expect(after).not.toBe(before);
  expect(await written(changed, 'plain', seconds)).toBe(after);
}

test('every field of a sensor, and of a sensor file, has a case', () => {
  expect(Object.keys(PARAMETERS).sort()).toEqual(
    sensorFields
      .map(({ key }) => key)
      .filter((key) => !(key in EFFECTS_OFF))
      .sort(),
  );
  expect([...Object.keys(FILE), ...NAMES, ...OTHER_FILES].sort()).toEqual(
    SENSOR_FILE_FIELDS.map(({ key }) => key).sort(),
  );
});

describe.each(BASES)('a sensor %s', (_, base) => {
  test.each(sensorFields.map(({ key }) => key))('has a use for %s', async (key) => {
    const field = sensorFields.find((one) => one.key === key)!;
    const value = PARAMETERS[key] ?? field.max;
    // An effect of the dark current needs some.
    const dark = { dark_voltage: 1e6 };
    const besides = key in EFFECTS_OFF ? dark : {};
    await expectEffect(
      { ...base, sensorParams: besides },
      { ...base, sensorParams: { ...besides, [key]: value } },
    );
  });

  test.each(Object.entries(FILE))('has a use for the field %s of its file', async (key, one) => {
    const { value, besides = {}, seconds } = one;
    await expectEffect({ ...base, ...besides }, { ...base, ...besides, [key]: value }, seconds);
  });

  test.each(Object.entries(PARTS))('has a use for %s', async (__, [without, changed]) => {
    await expectEffect({ ...base, ...without }, { ...base, ...changed });
  });
});

test('names and sources change nothing, and unknown fields are refused', async () => {
  const named = { name: 'other', source: 'here', sources: ['there'], measuredOn: 'one' };
  expect(await written(named, 'SIMD')).toBe(await written({}, 'SIMD'));
  await expect(written({ rowNoise: 5 }, 'SIMD')).rejects.toThrow('rowNoise');
});
