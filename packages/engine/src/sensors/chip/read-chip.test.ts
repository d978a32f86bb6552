import { expect, test } from 'vitest';
import { toEngineUnits } from '../../field-descriptor.ts';
import { sensorFields } from '../bayer/descriptor.ts';
import { pixelOf } from '../pixel.ts';
import { readSensorFile, readSensorOverlay } from '../read-sensor-file.ts';
import { sensorOfFile, type SensorFile } from '../sensor-file.ts';
import { captureProblem, capturesOf, outputBits } from './captures.ts';
import { frameTiming } from './windows.ts';

const read = async (file: object): Promise<SensorFile> =>
  (await readSensorFile(JSON.stringify(file), 'own.json')).sensor;
const planOf = (file: SensorFile) =>
  sensorOfFile(file, toEngineUnits(sensorFields, file.parameters));

const SIDE = [0, 0.02, 0];
const TWO = [{ name: 'long' }, { name: 'short', exposureRatio: 0.1 }];

test('a file whose fields have no effect is a listed sensor', async () => {
  const file = await read({
    pattern: 'rggb',
    shutter: { kind: 'rolling', lineSeconds: 0 },
    crosstalk: {
      optical: [
        [0, 0, 0],
        [0, 1, 0],
        [0, 0, 0],
      ],
      electrical: [
        [0, 0, 0],
        [0, 1, 0],
        [0, 0, 0],
      ],
    },
    defects: { hot: { perMillion: 100, electronsPerSecond: 0 }, dead: { perMillion: 0 } },
    rowNoiseElectrons: 0,
    randomTelegraph: { perMillion: 0, electrons: 5 },
    opticalBlackRows: 0,
    nonLinearity: [0, 0],
    aperture: [1, 1],
    diffusionMicrometres: 0,
  });
  const plain = planOf(await read({ pattern: 'rggb' }));
  // Seeds are made of the text of the plan.
  expect(JSON.stringify(planOf(file))).toBe(JSON.stringify(plain));
  expect(plain.label).toBe('Bayer-rggb');
});

test.each([
  [{ captures: [{}] }, 'captures', 'captures must have 2 to 4 entries.'],
  [
    { captures: [{ name: 'a' }, { name: 'b', sharesChargeWith: 'a', exposureRatio: 0.5 }] },
    'captures[1]',
    'captures[1] shares the charge of a: exposureRatio, sensitivity and startLines are those of a.',
  ],
  [
    { captures: [{}, { startLines: 4, exposureRatio: 0.1 }] },
    'captures[1].startLines',
    'startLines above 0 needs a rolling shutter with lineSeconds.',
  ],
  [{ captures: [{ exposureRatio: 0.5 }, {}] }, 'captures[0].exposureRatio', /is 1: the others/],
  [{ captures: [{ startLines: 0 }, {}] }, 'captures[0].startLines', /has no startLines/],
  [{ captures: [{ name: 'a' }, { name: 'a' }] }, 'captures[1].name', /Two captures/],
  [{ captures: [{ name: '../a' }, {}] }, 'captures[0].name', /letters, digits and dashes/],
  [
    { captures: [{}, { sharesChargeWith: 'x' }] },
    'captures[1].sharesChargeWith',
    /must be one of capture0/,
  ],
  [{ captures: [{}, { rows: 4 }] }, 'captures[1].rows', /is not known/],
  [{ captures: [{}, { blackLevel: 1e5 }] }, 'captures[1].blackLevel', /less than 1024/],
  [{ captures: [{}, { well_capacity: 0 }] }, 'captures[1].well_capacity', /at least 1/],
  [
    { captures: [{}, { read_noise: 1, readNoiseElectrons: 2 }] },
    'captures[1].readNoiseElectrons',
    /same quantity/,
  ],
  [{ merge: { rule: 'pick' } }, 'merge', 'merge needs captures.'],
  [
    {
      captures: [{ name: 'a' }, { sharesChargeWith: 'a', well_capacity: 90000 }],
      merge: { rule: 'variance' },
    },
    'merge.rule',
    'merge.rule variance needs captures with charges of their own.',
  ],
  [
    { captures: TWO, merge: { linearBits: 20 } },
    'merge.linearBits',
    'linearBits of 20 needs companding: raw files have at most 16 bits.',
  ],
  [
    { captures: TWO, merge: { rule: 'best' } },
    'merge.rule',
    'merge.rule must be one of pick, blend, variance.',
  ],
  [{ captures: TWO, merge: { knee: 0.4 } }, 'merge.knee', 'knee must be at least 0.5, not 0.4.'],
  [
    {
      captures: TWO,
      companding: {
        knees: [
          [0, 0],
          [100, 4095],
        ],
      },
    },
    'companding.knees[1]',
    'companding.knees[1] is steeper than 1: codes would be left out.',
  ],
  [
    {
      captures: TWO,
      companding: {
        knees: [
          [0, 0],
          [100, 50],
          [90, 60],
          [65535, 4095],
        ],
      },
    },
    'companding.knees[2]',
    'companding.knees[2] does not exceed the knee before it.',
  ],
  [
    {
      captures: TWO,
      companding: {
        knees: [
          [0, 0],
          [65534, 4095],
        ],
      },
    },
    'companding.knees',
    'companding.knees must begin at [0, 0] and end at [65535, 4095].',
  ],
  [
    {
      bits: 16,
      companding: {
        bits: 10,
        knees: [
          [1, 0],
          [65535, 1023],
        ],
      },
    },
    'companding.knees',
    'companding.knees must begin at [0, 0] and end at [65535, 1023].',
  ],
  [
    { shutter: { kind: 'slow' } },
    'shutter.kind',
    'shutter.kind must be one of global, rolling, globalReset.',
  ],
  [{ shutter: { direction: 'left' } }, 'shutter.direction', 'direction must be one of down, up.'],
  [
    { shutter: { lineSeconds: 1 } },
    'shutter.lineSeconds',
    'lineSeconds must be at most 0.1 s, not 1 s.',
  ],
  [
    { shutter: { kind: 'rolling', parasiticLightSensitivity: 0.1 } },
    'shutter.parasiticLightSensitivity',
    'parasiticLightSensitivity belongs to a global shutter.',
  ],
  [
    {
      crosstalk: {
        optical: {
          red: [
            [0, 0.2, 0],
            [0.2, 1, 0.2],
            [0, 0.2, 0],
          ],
        },
      },
    },
    'crosstalk.optical.red',
    'crosstalk.optical.red sums to 1.8: at most 1.',
  ],
  [
    { crosstalk: { electrical: [SIDE, [0, 2, 0], SIDE] } },
    'crosstalk.electrical[1][1]',
    /at most 1, not 2/,
  ],
  [{ crosstalk: { electrical: [SIDE] } }, 'crosstalk.electrical', /3 rows of 3/],
  [{ crosstalk: { optical: { cyan: [] } } }, 'crosstalk.optical.cyan', /is not known/],
  [
    { crosstalk: { optical: { nm: [500, 400], share: [0, 1] } } },
    'crosstalk.optical.nm[1]',
    /does not exceed/,
  ],
  [{ nonLinearity: [-0.5, -0.1] }, 'nonLinearity', 'nonLinearity must rise from 0 to the well.'],
  [{ nonLinearity: [0.6, 0] }, 'nonLinearity[0]', /at most 0.5/],
  [{ nonLinearity: [1] }, 'nonLinearity', /list of 2 numbers/],
  [{ defects: { stuck: { perMillion: 1, code: 1024 } } }, 'defects.stuck.code', /at most 1023/],
  [{ defects: { hot: { perMillion: 1 } } }, 'defects.hot.electronsPerSecond', /is missing/],
  [{ defects: { dead: { perMillion: 2e5 } } }, 'defects.dead.perMillion', /at most 100000/],
  [{ rowNoiseElectrons: -1 }, 'rowNoiseElectrons', /at least 0/],
  [{ opticalBlackRows: 1.5 }, 'opticalBlackRows', /whole number/],
  [{ aperture: [0, 1] }, 'aperture[0]', /at least 0.05/],
  [{ diffusionMicrometres: 11 }, 'diffusionMicrometres', /at most 10 µm/],
  [
    { microlens: { heightMicrometres: 0, apertureMicrometres: 1 } },
    'microlens.heightMicrometres',
    /more than 0/,
  ],
  [
    {
      microlens: {
        heightMicrometres: 3,
        apertureMicrometres: 1,
        chiefRay: { heightMm: [0, 1], degrees: [0, 70] },
      },
    },
    'microlens.chiefRay.degrees[1]',
    /at most 60/,
  ],
  [
    { darkCurrent: { nonUniformityPercent: 2000 } },
    'darkCurrent.nonUniformityPercent',
    /at most 1000/,
  ],
] as const)('%j is refused at %s', async (file, field, message) => {
  const error: unknown = await read(file).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ field });
  expect((error as Error).message).toEqual(
    typeof message === 'string' ? message : expect.stringMatching(message),
  );
});

test('a gap before a staggered capture must hold the exposures before it', async () => {
  const sensor = planOf(
    await read({
      shutter: { kind: 'rolling', lineSeconds: 1e-5 },
      captures: [
        {},
        { startLines: 50, exposureRatio: 0.1 },
        { startLines: 120, exposureRatio: 0.01 },
      ],
    }),
  );
  expect(frameTiming(sensor, 100, 5e-4).captures.map(({ startSeconds }) => startSeconds)).toEqual([
    0,
    50 * 1e-5,
    120 * 1e-5,
  ]);
  expect(() => frameTiming(sensor, 100, 6.3e-4)).toThrow(
    'captures[1] begins after 50 lines, while the exposure before it lasts 63: startLines must be 0, a photodiode of its own, or at least 63.',
  );
});

test('the order of the captures is that of their saturation', async () => {
  const wrong = planOf(
    await read({
      blackLevel: 0,
      sensorParams: { well_capacity: 9000 },
      captures: [{ name: 'a' }, { name: 'b', exposureRatio: 0.5, well_capacity: 4000 }],
    }),
  );
  expect(captureProblem(wrong)).toBe(
    'captures must go from the most sensitive to the least: a saturates at 9000 electrons of the first, b at 8000.',
  );
  expect(captureProblem(planOf(await read({ captures: TWO })))).toBeUndefined();
});

test('captures have the values of the file where they give none, in electrons', async () => {
  const sensor = planOf(
    await read({
      bits: 12,
      blackLevel: 64,
      readNoiseElectrons: 3,
      darkCurrent: { electronsPerSecond: 40 },
      sensorParams: { well_capacity: 9000, voltage_swing: 1 },
      captures: [
        { name: 'high', readNoiseElectrons: 1.5 },
        { name: 'low', sharesChargeWith: 'high', well_capacity: 90000 },
      ],
    }),
  );
  const [high, low] = capturesOf(sensor);
  expect(high!.pixel.readNoise).toBeCloseTo(1.5, 9);
  expect(low!.pixel.readNoise).toBeCloseTo(3, 9);
  expect([high!.black, low!.black]).toEqual([64, 64]);
  expect(low!.pixel.darkCurrent).toBeCloseTo(40, 9);
  expect(pixelOf(sensor)).toEqual(high!.pixel);
  expect(outputBits(sensor)).toBe(16);
});

test('fields of a recipe lie over a file, one by one, and take neutral ones away', async () => {
  const file = await read({
    bits: 12,
    blackLevel: 64,
    rowNoiseElectrons: 3,
    shutter: { kind: 'rolling', lineSeconds: 1e-5 },
    readNoiseElectrons: 2,
    darkCurrent: { electronsPerSecond: 40 },
  });
  const { sensor } = readSensorOverlay(
    {
      rowNoiseElectrons: 0,
      columnNoiseElectrons: 4,
      sensorParams: { read_noise: 1 },
      captures: TWO,
    },
    file,
  );
  expect(sensor).toMatchObject({
    bits: 12,
    blackLevel: 64,
    darkElectronsPerSecond: 40,
    parameters: { read_noise: 1 },
    chip: { columnNoiseElectrons: 4, shutter: { kind: 'rolling' }, merge: { rule: 'pick' } },
  });
  expect(sensor.chip).not.toHaveProperty('rowNoiseElectrons');
  expect(sensor).not.toHaveProperty('readNoiseElectrons');
  expect(() => readSensorOverlay({ shutter: { kind: 1 } }, file)).toThrow(
    expect.objectContaining({ field: 'sensorFile.shutter.kind' }),
  );
  expect(() => readSensorOverlay({ gains: {} }, file)).toThrow(
    expect.objectContaining({ field: 'sensorFile.gains' }),
  );
});

test('dark current is that of the photodiode, hot pixels are at its temperature', async () => {
  const sensor = planOf(
    await read({
      darkCurrent: { electronsPerSecond: 10, atCelsius: 20, doublingKelvin: 5, sensorCelsius: 30 },
      defects: { hot: { perMillion: 10, electronsPerSecond: 100 } },
    }),
  );
  expect(sensor.chip?.defects?.hot?.electronsPerSecond).toBe(400);
});
