import { describe, expect, it } from 'vitest';
import { toEngineUnits } from '../field-descriptor.ts';
import { SimulationError } from '../simulation-error.ts';
import { WAVELENGTHS } from '../quantities/wavelengths.ts';
import { sensorFields } from './bayer/descriptor.ts';
import { CHANNELS, QUANTUM_EFFICIENCY } from './bayer/quantum-efficiency.ts';
import { mosaicOf } from './colour-filters.ts';
import { pixelOf, quantumEfficiencyOf } from './pixel.ts';
import monoShape from './mono-shape.json' with { type: 'json' };
import { readSensorFile, readSensorOverlay } from './read-sensor-file.ts';
import { sensorOfFile, type SensorFile } from './sensor-file.ts';
import { writeSensorFile } from './write-sensor-file.ts';

const read = (content: unknown, beside: Readonly<Record<string, string>> = {}, gain?: string) =>
  readSensorFile(typeof content === 'string' ? content : JSON.stringify(content), 'mine.json', {
    gain,
    beside: (name) =>
      Promise.resolve(
        Object.hasOwn(beside, name) ? new TextEncoder().encode(beside[name]) : undefined,
      ),
  });
/** The sensor of a run with the fields of the file, and defaults for the others. */
const planOf = async (...args: Parameters<typeof read>) => {
  const { sensor } = await read(...args);
  return sensorOfFile(sensor, toEngineUnits(sensorFields, sensor.parameters));
};
const table = Object.fromEntries([
  ['nm', WAVELENGTHS],
  ...CHANNELS.map((channel, i) => [channel, [...QUANTUM_EFFICIENCY[i]!]]),
]) as Readonly<Record<string, readonly number[]>>;
const csv = [
  `nm,${CHANNELS.join(',')}`,
  ...WAVELENGTHS.map((nm, band) =>
    [nm, ...QUANTUM_EFFICIENCY.map((response) => response[band])].join(','),
  ),
].join('\n');
const flat = (value: number): string => `nm,transmission\n400,${value}\n700,${value}\n`;

describe('a sensor file', () => {
  it('with what the reference sensor has is that sensor, to the last bit of its plan', async () => {
    const listed = {
      label: 'Bayer-rggb',
      order: 'rggb',
      parameters: toEngineUnits(sensorFields, {}),
      bits: 10,
    };
    for (const file of [
      { pattern: 'rggb' },
      { name: 'Ours', pattern: ['rg', 'gb'], bits: 10, quantumEfficiency: table },
      { pattern: 'rggb', quantumEfficiency: 'qe.csv', irCut: 'clear.csv' },
    ])
      expect(JSON.stringify(await planOf(file, { 'qe.csv': csv, 'clear.csv': flat(1) }))).toBe(
        JSON.stringify(listed),
      );
  });

  it('with null for what is unknown has no noise of another sensor, unless a gain gives it', async () => {
    const file = {
      pattern: 'mono',
      sensorParams: { prnu: null, dsnu: null, dark_voltage: null, fill_factor: null },
      gains: { measured: { prnu: 2 } },
    };
    expect((await planOf(file)).parameters).toMatchObject({
      prnu: 0.02,
      dsnu: 0,
      dark_voltage: 0,
      fill_factor: 1,
    });
    expect((await read(file)).notes).toContain(
      "Unknown, because the file's source does not give it: Dark Voltage, DSNU (taken as 0); Fill Factor (taken as 1).",
    );
  });

  it.each([
    ['mono', ['white'], [[0]]],
    [
      'quad',
      ['red', 'green', 'blue'],
      [
        [0, 0, 1, 1],
        [0, 0, 1, 1],
        [1, 1, 2, 2],
        [1, 1, 2, 2],
      ],
    ],
    [
      'rccb',
      ['red', 'blue', 'white'],
      [
        [0, 2],
        [2, 1],
      ],
    ],
    [
      'rgbw',
      ['red', 'green', 'blue', 'white'],
      [
        [0, 1],
        [2, 3],
      ],
    ],
    [
      'rgbir',
      ['red', 'green', 'blue', 'infrared'],
      [
        [2, 1, 0, 1],
        [1, 3, 1, 3],
        [0, 1, 2, 1],
        [1, 3, 1, 3],
      ],
    ],
    [
      'ryycy',
      ['red', 'cyan', 'yellow'],
      [
        [0, 2],
        [2, 1],
      ],
    ],
    [
      ['gr', 'bg'],
      ['red', 'green', 'blue'],
      [
        [1, 0],
        [2, 1],
      ],
    ],
  ])('has the colour filters %j', async (pattern, channels, layout) => {
    // The reference sensor has no infrared pixels.
    const table = Object.fromEntries(channels.map((name) => [name, [0.5, 0.5]]));
    const own = pattern === 'rgbir' ? { quantumEfficiency: { nm: [400, 1000], ...table } } : {};
    const plan = await planOf({ pattern, ...own });
    expect(mosaicOf(plan)).toEqual({ channels, layout });
    expect(quantumEfficiencyOf(plan)).toHaveLength(channels.length);
  });

  it('has the quantum efficiency behind the filters in front of it', async () => {
    const [half, quarter] = [flat(0.5), flat(0.25)];
    const plan = await planOf(
      { quantumEfficiency: 'qe.csv', irCut: 'ir.csv', antiReflection: 'ar.csv' },
      { 'qe.csv': csv, 'ir.csv': half, 'ar.csv': quarter },
    );
    for (const [i, response] of plan.quantumEfficiency!.entries())
      for (const [band, value] of response.entries())
        expect(value).toBeCloseTo(QUANTUM_EFFICIENCY[i]![band]! / 8, 15);
  });

  it('scales the default curves to what is known at one wavelength', async () => {
    const plan = await planOf({ pattern: 'mono', quantumEfficiencyAt: { white: [535, 0.6] } });
    const [white] = plan.quantumEfficiency!;
    // Halfway between the bands at 530 and 540 nm.
    expect((white![13]! + white![14]!) / 2).toBeCloseTo(0.6, 12);
    expect(white![20]! / white![13]!).toBeCloseTo(
      QUANTUM_EFFICIENCY[0]![20]! / QUANTUM_EFFICIENCY[1]![13]!,
      12,
    );
  });

  it('gives noise in electrons, and the black level as a code, whatever swing and gain', async () => {
    const plan = await planOf({
      pattern: 'mono',
      bits: 12,
      sensorParams: { voltage_swing: 2, well_capacity: 10650, analog_gain: 0.5 },
      blackLevel: 64,
      readNoiseElectrons: 2.4,
      dsnuElectrons: 1.1,
      darkCurrent: { electronsPerSecond: 8 },
    });
    const { analog_offset: offset, analog_gain: gain, voltage_swing: swing } = plan.parameters;
    expect((offset / gain / swing) * 4096).toBeCloseTo(64, 9);
    expect(pixelOf(plan)).toMatchObject({ saturation: expect.any(Number) as number });
    expect(pixelOf(plan).readNoise).toBeCloseTo(2.4, 12);
    expect(pixelOf(plan).dsnu).toBeCloseTo(1.1, 12);
    expect(pixelOf(plan).darkCurrent).toBeCloseTo(8, 12);
  });

  it('has the dark current of its temperature, which doubles', async () => {
    const dark = { electronsPerSecond: 5, atCelsius: 25, doublingKelvin: 6, sensorCelsius: 43 };
    const { sensor, notes } = await read({ darkCurrent: dark });
    expect(sensor.darkElectronsPerSecond).toBeCloseTo(40, 12);
    expect(notes).toContain(
      'Dark current: 40 e⁻/s at 43 °C, from 5 e⁻/s at 25 °C and doubling every 6 K.',
    );
  });

  it('has several gains, of which one is chosen', async () => {
    const file = {
      pattern: 'mono',
      blackLevel: 10,
      gains: {
        low: { analog_gain: 1, readNoiseElectrons: 4 },
        high: { analog_gain: 0.25, readNoiseElectrons: 1.5, blackLevel: 20 },
      },
    };
    expect((await read(file)).sensor).toMatchObject({
      parameters: { analog_gain: 1 },
      readNoiseElectrons: 4,
      blackLevel: 10,
    });
    for (const { sensor, notes } of [
      await read(file, {}, 'high'),
      await read({ ...file, gain: 'high' }),
    ]) {
      expect(sensor).toMatchObject({
        parameters: { analog_gain: 0.25 },
        readNoiseElectrons: 1.5,
        blackLevel: 20,
      });
      expect(notes).toContain('Gain high of low, high.');
    }
  });

  it('says which fields it leaves to defaults', async () => {
    const { notes } = await read({ pattern: 'rggb', sensorParams: { rows: 4, cols: 4 } });
    expect(notes).toEqual([
      'It gives no quantum efficiency: that of the reference sensor is the default.',
      'It leaves to the recipe and its defaults: Voltage Swing, Well Capacity, Fill Factor, Pixel Size, Dark Voltage, Read Noise, PRNU, DSNU, Analog Gain, Analog Offset.',
    ]);
  });
});

describe('what a sensor file does not know', () => {
  const params = { pixel_size: 3.45, voltage_swing: null };
  const unknown = { well_capacity: null, read_noise: null };
  const file = {
    pattern: 'mono',
    quantumEfficiency: null,
    sensorParams: { ...params, ...unknown, fill_factor: null },
  };
  const plan = (sensor: SensorFile, over = {}) =>
    sensorOfFile(sensor, toEngineUnits(sensorFields, { ...sensor.parameters, ...over }));

  it('is assumed and listed: the medians of published sensors, with the shape of silicon', async () => {
    const { sensor, notes } = await read(file);
    const { assumed, ...made } = plan(sensor);
    expect(assumed!.map(({ key, value }) => [key, value])).toEqual([
      ['quantumEfficiency', 0.678],
      ['wellElectrons', Math.round(1252.1 * 3.45 ** 2)],
      ['readNoiseElectrons', 2.3],
    ]);
    expect(pixelOf(made).readNoise).toBeCloseTo(2.3, 12);
    expect(quantumEfficiencyOf(made)[0]![12]).toBeCloseTo(0.678 * 0.9963, 3);
    expect(notes.join()).not.toMatch(/Fill Factor|Read Noise|Well/);
  });

  it('is assumed no longer where somebody states it', async () => {
    const { sensor } = await read(file);
    const keys = (over: object) => plan(sensor, over).assumed?.map(({ key }) => key);
    expect(keys({ read_noise: 0.5 })).toEqual(['quantumEfficiency', 'wellElectrons']);
    const another = plan(sensor, { well_capacity: 20_000 });
    expect(another.assumed!.map(({ key }) => key)).not.toContain('wellElectrons');
    // Electrons, whatever the well is.
    expect(pixelOf(another).readNoise).toBeCloseTo(2.3, 12);
    const laid = readSensorOverlay({ readNoiseElectrons: 4, pattern: 'mono' }, sensor);
    expect(laid.sensor.assumed!.map(({ key }) => key)).toEqual(['wellElectrons']);
    const again = await read(JSON.parse(JSON.stringify(writeSensorFile(sensor))) as object);
    expect(again.sensor).toEqual(sensor);
  });

  it('has the quantum efficiency of one number as the same curve in a table has it', async () => {
    const { nm, value } = monoShape;
    const there = (value[12]! + value[13]!) / 2;
    const one = await read({
      pattern: 'mono',
      quantumEfficiency: { value: 0.64, nm: 525, shape: 'mono' },
    });
    const white = value.map((share) => (0.64 * share) / there);
    const table = await read({ pattern: 'mono', quantumEfficiency: { nm, white } });
    expect(one.nearInfrared).toEqual(table.nearInfrared);
    expect(one.sensor.quantumEfficiency).toEqual(table.sensor.quantumEfficiency);
    expect(one.notes).toContain(
      'Quantum efficiency 0.64 at 525 nm as published; the shape over wavelength is assumed (silicon).',
    );
  });

  it('says which figures contradict each other', async () => {
    const stated = { ...params, well_capacity: 208_000 };
    const emva1288 = { snrMaxDb: 43.5 };
    const { sensor, notes } = await read({ pattern: 'mono', sensorParams: stated, emva1288 });
    expect(sensor.parameters.well_capacity).toBe(208_000);
    expect(notes.join()).toMatch(
      /contradict each other: SNR_max is 43\.5 dB, and a well of 208000/,
    );
  });
});

/** A file, the field at fault, and the sentence. */
const bad: readonly (readonly [unknown, string | undefined, RegExp])[] = [
  ['', undefined, /^Line 1, column 1: this is not valid JSON/],
  ['{\n "name": "a",\n "bits": 1x\n}', undefined, /^Line 3, column 10: this is not valid JSON/],
  ['{"bits": 10', undefined, /^Line 1, column 12: this is not valid JSON/],
  ['{"bits": NaN}', undefined, /^Line 1, column 10: this is not valid JSON/],
  ['[]', '', /must be a JSON object/],
  ['null', '', /must be a JSON object/],
  [`"${'x'.repeat(5e6)}"`, undefined, /has 5 MB; sensor files have at most 4 MB/],
  [{ Bits: 10 }, 'Bits', /a field that is not known/],
  [{ name: 3 }, 'name', /must be a text/],
  [{ measuredOn: '' }, 'measuredOn', /must be a text of 1 to 80 characters/],
  [{ bits: 7 }, 'bits', /at least 8, not 7/],
  [{ bits: 17 }, 'bits', /at most 16, not 17/],
  [{ bits: 10.5 }, 'bits', /a whole number, not 10\.5/],
  [{ bits: '10' }, 'bits', /must be a number/],
  [{ pattern: 'rgb' }, 'pattern', /must be one of grbg/],
  [{ pattern: '__proto__' }, 'pattern', /must be one of grbg/],
  [{ pattern: [] }, 'pattern', /must be one of grbg/],
  [{ pattern: ['rg', 'g'] }, 'pattern', /must be one of grbg/],
  [{ pattern: ['rgbrgbrgb'] }, 'pattern', /at most 8 x 8/],
  [{ pattern: ['rx'] }, 'pattern', /letters of r, g, b/],
  [{ pattern: [7] }, 'pattern', /letters of r, g, b/],
  [{ sensorParams: 4 }, 'sensorParams', /must be a JSON object/],
  [{ sensorParams: { rows: null } }, 'sensorParams.rows', /must be given: null, unknown/],
  [
    { pattern: 'mono', quantumEfficiency: { value: 0.6, shape: 'mono' } },
    'quantumEfficiency.nm',
    /nm is missing/,
  ],
  [
    { pattern: 'mono', quantumEfficiency: { value: 0.6, nm: 525 } },
    'quantumEfficiency.shape',
    /shape is missing/,
  ],
  [
    { pattern: 'mono', quantumEfficiency: { value: 1.2, nm: 525, shape: 'mono' } },
    'quantumEfficiency.value',
    /at most 1/,
  ],
  [
    { pattern: 'mono', quantumEfficiency: { value: 0.5, nm: 850, shape: 'mono' } },
    'quantumEfficiency.value',
    /would make a peak of 1\.96 electrons per photon, more than 1/,
  ],
  [
    { pattern: 'mono', quantumEfficiency: { value: 0.5, nm: 380, shape: 'flat' } },
    'quantumEfficiency.nm',
    /at least 400/,
  ],
  [
    { quantumEfficiency: { value: 0.5, nm: 525, shape: 'mono' } },
    'quantumEfficiency.shape',
    /for the pattern mono/,
  ],
  [
    { quantumEfficiency: { value: 0.5, nm: 850, shape: 'colour' } },
    'quantumEfficiency.nm',
    /is 0 at 850 nm/,
  ],
  [{ sensorParams: { pitch: 3 } }, 'sensorParams.pitch', /not known/],
  [{ sensorParams: { pixel_size: '3' } }, 'sensorParams.pixel_size', /must be a number/],
  [{ sensorParams: { pixel_size: 0 } }, 'sensorParams.pixel_size', /must be at least 0\.01 µm/],
  [{ sensorParams: { rows: 1e9 } }, 'sensorParams.rows', /must be at most 32768 px/],
  [{ sensorParams: { fill_factor: 1.5 } }, 'sensorParams.fill_factor', /must be at most 1/],
  [{ blackLevel: -1 }, 'blackLevel', /must be at least 0/],
  [{ blackLevel: 1024 }, 'blackLevel', /less than 1024, the codes of 10 bits/],
  [
    { blackLevel: 9, sensorParams: { analog_offset: 0.1 } },
    'blackLevel',
    /are the same quantity: give one of them/,
  ],
  [{ readNoiseElectrons: -1 }, 'readNoiseElectrons', /must be at least 0/],
  [
    { darkCurrent: { electronsPerSecond: 1 }, sensorParams: { dark_voltage: 1 } },
    'darkCurrent',
    /are the same quantity/,
  ],
  [{ darkCurrent: 3 }, 'darkCurrent', /must be a JSON object/],
  [{ darkCurrent: {} }, 'darkCurrent.electronsPerSecond', /is missing/],
  [
    { darkCurrent: { electronsPerSecond: -3 } },
    'darkCurrent.electronsPerSecond',
    /at least 0, not -3/,
  ],
  [
    { darkCurrent: { electronsPerSecond: 3, atCelsius: -300 } },
    'darkCurrent.atCelsius',
    /more than -273\.15, not -300/,
  ],
  [
    { darkCurrent: { electronsPerSecond: 3, sensorCelsius: 40 } },
    'darkCurrent.atCelsius',
    /the temperature at which it was measured/,
  ],
  [
    { darkCurrent: { electronsPerSecond: 3, atCelsius: 20, sensorCelsius: 40 } },
    'darkCurrent.doublingKelvin',
    /and doublingKelvin/,
  ],
  [{ longestExposureSeconds: 0 }, 'longestExposureSeconds', /more than 0/],
  [{ gains: {} }, 'gains', /at least one/],
  [{ gains: { low: { gain: 2 } } }, 'gains.low.gain', /not known/],
  [{ gains: { low: { analog_gain: 0 } } }, 'gains.low.analog_gain', /at least 0\.001/],
  [{ gains: { low: {} }, gain: 'high' }, 'gain', /one of low/],
  [{ gain: 'high' }, 'gain', /no list of gains/],
  [{ quantumEfficiency: 0.5 }, 'quantumEfficiency', /must be a JSON object/],
  [{ quantumEfficiency: { ...table, white: [1] } }, 'quantumEfficiency.white', /not known/],
  [{ quantumEfficiency: { nm: [400] } }, 'quantumEfficiency.nm', /at least two numbers/],
  [
    { quantumEfficiency: { ...table, red: [0.1, 0.2] } },
    'quantumEfficiency.red',
    /has 2 values for 31/,
  ],
  [
    { quantumEfficiency: { ...table, red: table['red']!.map((value) => value - 1) } },
    'quantumEfficiency.red[0]',
    /from 0 to 1/,
  ],
  [
    { quantumEfficiency: { ...table, nm: [...table['nm']!].reverse() } },
    'quantumEfficiency.nm[1]',
    /does not exceed/,
  ],
  [
    { quantumEfficiency: { ...table, green: [null, ...table['green']!.slice(1)] } },
    'quantumEfficiency.green[0]',
    /must be a number/,
  ],
  [
    { quantumEfficiency: table, quantumEfficiencyAt: { green: [525, 0.5] } },
    'quantumEfficiencyAt',
    /give one of them/,
  ],
  [{ quantumEfficiencyAt: {} }, 'quantumEfficiencyAt', /must name one of red, green, blue/],
  [{ quantumEfficiencyAt: { green: 0.5 } }, 'quantumEfficiencyAt.green', /wavelength in nm/],
  [{ quantumEfficiencyAt: { green: [525, 2] } }, 'quantumEfficiencyAt.green', /from 0 to 1/],
  [{ quantumEfficiencyAt: { green: [900, 0.5] } }, 'quantumEfficiencyAt.green', /is 0 at 900 nm/],
  [{ quantumEfficiencyAt: { green: [420, 0.5] } }, 'quantumEfficiencyAt.green', /would exceed 1/],
  [{ irCut: 'none.csv' }, 'irCut', /There is no file none\.csv beside/],
  [{ irCut: '../secret.csv' }, 'irCut', /bare name/],
  [{ irCut: '/etc/passwd' }, 'irCut', /bare name/],
  [{ irCut: '..' }, 'irCut', /bare name/],
  [{ irCut: 'C:\\x.csv' }, 'irCut', /bare name/],
  [{ irCut: 'wide.csv' }, 'irCut', /^wide\.csv: Line 2: an? IR-cut transmission is at most 1/],
  [{ irCut: 'below.csv' }, 'irCut', /^below\.csv: Line 3: the value -0\.5 is negative/],
  [{ irCut: 'nan.csv' }, 'irCut', /^nan\.csv: Line 3: "NaN" in column 2 is no number/],
  [{ antiReflection: 'empty.csv' }, 'antiReflection', /^empty\.csv: Line 1: the file has no/],
  [{ quantumEfficiency: 'wide.csv' }, 'quantumEfficiency', /^wide\.csv: Line 1: 2 columns/],
];
const beside = {
  'wide.csv': 'nm,transmission\n400,90\n700,95\n',
  'below.csv': 'nm,transmission\n400,0.5\n700,-0.5\n',
  'nan.csv': 'nm,transmission\n400,0.5\n700,NaN\n',
  'empty.csv': '',
};

it.each(bad)('refuses %j at %s', async (content, field, sentence) => {
  const error = await read(content, beside).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(SimulationError);
  expect((error as SimulationError).field).toBe(field);
  expect((error as SimulationError).message).toMatch(sentence);
});
