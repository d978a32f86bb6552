import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader, readOutPlain } from '@lumenloom/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const KEYS = [
  'systemGain',
  'quantumEfficiency',
  'darkNoiseElectrons',
  'dsnuElectrons',
  'prnuPercent',
  'darkCurrentElectronsPerSecond',
  'saturationElectrons',
  'snrMaxDb',
  'dynamicRangeDb',
  'thresholdPhotons',
  'linearityErrorPercent',
];
/** None of some hundred normal deviates with fixed seeds is larger. */
const MOST_ERRORS = 4;

type Figures = Readonly<Record<string, number | null>>;
interface Reported {
  readonly measured: Figures;
  readonly standardError: Figures;
  readonly model: Figures | null;
}
interface Report extends Reported {
  readonly channels: Readonly<Record<string, Reported>>;
  readonly notes: readonly string[];
}

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

async function report(...args: readonly string[]): Promise<Report> {
  const { status, stdout, stderr } = await lumenloom(...args, '--json');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout) as Report;
}

function expectModel({ measured, standardError, model }: Reported): void {
  for (const key of KEYS)
    expect(Math.abs(measured[key]! - model![key]!) / standardError[key]!, key).toBeLessThan(
      MOST_ERRORS,
    );
}

const small = { rows: 160, cols: 200 };

describe('emva1288', () => {
  test('measured figures, errors and model per colour, green first; the report beside them', async () => {
    const out = join(folder, 'report');
    const params = await jsonFile(folder, 'sensor.json', { ...small, analog_gain: 0.9 });
    const result = await report(
      ...['emva1288', '--sensor', 'Bayer-rggb', '--params', params, '--out', out],
    );
    expect(Object.keys(result.channels)).toEqual(['green', 'red', 'blue']);
    expect(result.channels['green']).toEqual({
      measured: result.measured,
      standardError: result.standardError,
      model: result.model,
    });
    for (const channel of Object.values(result.channels)) {
      for (const part of [channel.measured, channel.standardError, channel.model!])
        expect(Object.keys(part)).toEqual(KEYS);
      expectModel(channel);
    }
    expect(result.model!['systemGain']).toBeCloseTo(1024 / (9000 * 0.9), 12);
    expect(result.notes[0]).toContain('dark codes are clipped at 0');
    expect((await readdir(out)).toSorted()).toEqual(['report.html', 'report.json']);
    expect(JSON.parse(await readFile(join(out, 'report.json'), 'utf8'))).toEqual(result);
    const page = await readFile(join(out, 'report.html'), 'utf8');
    // Nothing is fetched.
    expect(page).not.toMatch(/<script|<link|<img|url\(|@import|(src|href)=/);
    expect(page.match(/<svg /g)!.length).toBe(12);
    for (const title of [
      'Photon transfer',
      'Signal-to-noise ratio',
      'Linearity',
      'Histogram in the dark',
      'Horizontal spectrogram in the dark',
    ])
      expect(page).toContain(`<h3>${title}</h3>`);
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
  });
  test('with an offset that is large enough, no other one is used', async () => {
    const params = await jsonFile(folder, 'offset.json', { ...small, analog_offset: 0.05 });
    const { notes } = await report('emva1288', '--sensor', 'Bayer-grbg', '--params', params);
    expect(notes).toEqual([]);
  });
  test('a published sensor has no noise but that of its source, and what this does not give is unknown', async () => {
    const params = await jsonFile(folder, 'part.json', small);
    const { model, notes } = await report(
      ...['emva1288', '--sensor-file', 'published:imx250', '--params', params],
    );
    expect(model).toMatchObject({
      dsnuElectrons: 0,
      prnuPercent: 0,
      darkCurrentElectronsPerSecond: 0,
      // Published at 525 nm.
      quantumEfficiency: expect.closeTo(0.636, 3) as number,
    });
    expect(notes.join(' ')).toMatch(/Unknown, .*: Dark Voltage, PRNU, DSNU, Analog Offset/);
  });
  test('the same seeds give the same figures, on one thread or two', async () => {
    const params = await jsonFile(folder, 'small.json', small);
    const reportOf = (...more: readonly string[]) =>
      report('emva1288', '--sensor', 'Bayer-grbg', '--params', params, ...more);
    const [one, two, other] = await Promise.all([
      reportOf('--threads', '1'),
      reportOf('--threads', '2'),
      reportOf('--seed', '5'),
    ]);
    expect(one).toEqual(two);
    expect(one.measured).not.toEqual(other.measured);
  });
  test('a table without --json', async () => {
    const { status, stdout } = await lumenloom(
      ...['emva1288', '--sensor', 'Bayer-grbg', '--params'],
      ...[await jsonFile(folder, 'table.json', small), '--wavelength', '600'],
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^Green pixels +measured +error +model\nSystem gain +0\.1\d+ +0\.0\d+ +0\.1\d+ {2}codes\/e⁻\n/,
    );
    // The blue filter passes nothing there.
    expect(stdout).toContain('The blue pixels do not respond to this light and are not measured.');
  });

  test.each([
    [
      'no sensor',
      [],
      'Name a sensor, for example --sensor Bayer-grbg, or a folder of frames with --frames-dir.',
    ],
    [
      'a wavelength of no band',
      ['--sensor', 'Bayer-grbg', '--wavelength', '1100'],
      '--wavelength must be a number from 400 to 1000, not "1100".',
    ],
    [
      'a single frame',
      ['--sensor', 'Bayer-grbg', '--frames', '1'],
      '--frames must be a whole number from 2 to 1000, not "1".',
    ],
    [
      'light to which green is blind',
      ['--sensor', 'Bayer-grbg', '--wavelength', '640'],
      'light: The green pixels do not respond to this light: choose another one.',
    ],
    [
      'frames and a sensor',
      ['--frames-dir', 'x', '--sensor', 'Bayer-grbg'],
      '--frames-dir measures frames that exist, so --sensor means nothing: leave one of them out.',
    ],
    [
      'a folder that is not there',
      ['--frames-dir', 'nowhere'],
      'There is no file nowhere/manifest.json.',
    ],
  ])('%s: one sentence, exit 2', async (_, args, sentence) => {
    expect(await lumenloom('emva1288', ...args)).toEqual({
      status: 2,
      stdout: '',
      stderr: `${sentence}\n`,
    });
  });
  test.each([
    [{ read_noise: 500 }, 'sensorParams.read_noise: The noise in the dark, '],
    [{ dsnu: 500 }, 'sensorParams.dsnu: The noise in the dark, '],
    [{ analog_gain: 100 }, 'sensorParams.analog_gain: Saturation is '],
    [{ rows: 8 }, 'sensorParams.rows: Rows must be at least 32 '],
    [{ cols: 8 }, 'sensorParams.cols: Cols must be at least 32 '],
    [{ well_capacity: 'deep' }, 'sensorParams.well_capacity: '],
    [{ colour: 1 }, 'has fields that mean nothing here: colour.'],
  ])('a sensor %j: names the field, exit 2', async (params, sentence) => {
    const { status, stderr } = await lumenloom(
      ...['emva1288', '--sensor', 'Bayer-grbg', '--params'],
      await jsonFile(folder, 'bad.json', params),
    );
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
  });
});

describe('measure noise', () => {
  const recipe = {
    illuminant: 'Tungsten',
    scene: 'Macbeth',
    sensor: 'Bayer-bggr',
    sensorParams: small,
  };
  test('the sensor of a recipe, in its light', async () => {
    const file = await jsonFile(folder, 'recipe.json', recipe);
    const result = await report('measure', 'noise', '--recipe', file, '--frames', '6');
    for (const channel of Object.values(result.channels)) expectModel(channel);
    // Warm light has more photons that red passes.
    expect(result.channels['red']!.model!['quantumEfficiency']).toBeGreaterThan(
      result.channels['blue']!.model!['quantumEfficiency']!,
    );
  });
  test.each([
    ['no sensor', { ...recipe, sensor: '' }, 'sensor: the recipe has no sensor to be measured.'],
    ['no scene', { ...recipe, scene: '' }, 'Choose a scene to simulate.'],
    [
      'an unknown key',
      { ...recipe, colour: 1 },
      'The recipe has fields that mean nothing here: colour.',
    ],
  ])('%s: one sentence, exit 2', async (_, body, sentence) => {
    const file = await jsonFile(folder, 'bad-recipe.json', body);
    expect(await lumenloom('measure', 'noise', '--recipe', file)).toEqual({
      status: 2,
      stdout: '',
      stderr: `${sentence}\n`,
    });
  });
});

const [ROWS, COLUMNS] = [64, 80];
/** A camera of another maker: 12 bits, .25 codes per electron. */
const camera = {
  well: 12_000,
  levels: 4096,
  swing: 1,
  efficiency: 0.6,
  read: 8,
  dsnu: 5,
  prnu: 0.01,
  dark: 40,
};
let shots = 0;

function shoot(photons: number, seconds: number): Uint16Array {
  const gain = camera.swing / camera.well / (4096 / camera.well / 0.25);
  const raw = new Uint16Array(ROWS * COLUMNS);
  readOutPlain(
    {
      electronsPerUnit: camera.efficiency,
      darkElectrons: camera.dark * seconds,
      wellCapacity: camera.well,
      conversionGain: gain,
      readNoise: camera.read * gain,
      prnu: camera.prnu,
      dsnu: camera.dsnu * gain,
      offset: 0.02,
      gain: 1,
      swing: camera.swing,
      levels: camera.levels,
      noise: true,
      temporalSeed: (shots += 1),
      fixedPatternSeed: 9,
    },
    new Float32Array(raw.length).fill(photons),
    0,
    { raw },
  );
  return raw;
}

/** Writes frames of the camera, at exposure times of a constant light, and their manifest. */
async function framesOf(name: string, isCalibrated: boolean): Promise<string> {
  const place = join(folder, name);
  await mkdir(place, { recursive: true });
  const frames: object[] = [];
  const write = async (file: string, count: number, photons: number, seconds: number) => {
    const stack = Buffer.concat([
      npyHeader('uint16', [count, ROWS, COLUMNS]),
      ...Array.from({ length: count }, () => new Uint8Array(shoot(photons, seconds).buffer)),
    ]);
    await writeFile(join(place, file), stack);
    const known = isCalibrated || photons === 0;
    frames.push({ file, exposure: seconds, ...(known && { photons }) });
  };
  const flux = 1e6;
  for (let i = 1; i <= 50; i += 1) {
    const seconds = i * 4.4e-4;
    await write(`light-${i}.npy`, i === 23 ? 16 : 2, flux * seconds, seconds);
  }
  for (const seconds of [4.4e-4, 5, 10]) await write(`dark-${seconds}.npy`, 16, 0, seconds);
  await writeFile(join(place, 'manifest.json'), JSON.stringify({ frames }));
  return place;
}

describe('emva1288 --frames-dir', () => {
  test('frames of a camera of one colour', async () => {
    const { measured, standardError, model, channels, notes } = await report(
      'emva1288',
      '--frames-dir',
      await framesOf('calibrated', true),
    );
    expect(model).toBeNull();
    expect(Object.keys(channels)).toEqual(['grey']);
    expect(notes).toEqual([]);
    const known = {
      systemGain: 0.25,
      quantumEfficiency: camera.efficiency,
      darkNoiseElectrons: camera.read,
      dsnuElectrons: camera.dsnu,
      prnuPercent: 100 * camera.prnu,
      darkCurrentElectronsPerSecond: camera.dark,
      saturationElectrons: camera.well,
    };
    for (const [key, value] of Object.entries(known))
      expect(Math.abs(measured[key]! - value) / standardError[key]!, key).toBeLessThan(MOST_ERRORS);
  });
  test('without photons there are no figures in photons; the report has no model', async () => {
    const out = join(folder, 'own-report');
    const { measured } = await report(
      ...['emva1288', '--frames-dir', await framesOf('relative', false), '--out', out],
    );
    expect(measured['quantumEfficiency']).toBeNull();
    expect(measured['thresholdPhotons']).toBeNull();
    expect(measured['systemGain']).toBeCloseTo(0.25, 2);
    expect(measured['dynamicRangeDb']).toBeGreaterThan(55);
    const page = await readFile(join(out, 'report.html'), 'utf8');
    expect(page).toContain('not measured');
    expect(page).not.toContain('difference');
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
  });

  const code = (value: number): Uint16Array => new Uint16Array(ROWS * COLUMNS).fill(value);
  test.each<[string, unknown, string]>([
    ['a list', [], 'frames must be a list of 1 to 100000 frames'],
    ['no frames', { frames: [] }, 'frames must be a list of 1 to 100000 frames'],
    [
      'a bad pattern',
      { pattern: 'rgbw', frames: [{}] },
      'pattern must be grbg, rggb, bggr, gbrg, or left out',
    ],
    [
      'no file',
      { frames: [{ exposure: 1 }] },
      'frames[0].file must be the name of a file below the folder.',
    ],
    [
      'a file outside',
      { frames: [{ file: '../a.npy', exposure: 1 }] },
      'frames[0].file must be the name of a file below the folder.',
    ],
    [
      'a negative exposure',
      { frames: [{ file: 'a.npy', exposure: -1 }] },
      'frames[0].exposure must be a time in seconds',
    ],
    [
      'negative photons',
      { frames: [{ file: 'a.npy', exposure: 1, photons: -1 }] },
      'frames[0].photons must be the photons per pixel',
    ],
    ['no dark frames', { frames: [{ file: 'a.npy', exposure: 1 }] }, 'dark frames are missing'],
    [
      'dark frames only',
      { frames: [{ file: 'a.npy', exposure: 1, photons: 0 }] },
      'frames with light are missing',
    ],
    [
      'photons of some frames',
      {
        frames: [
          { file: 'd.npy', exposure: 1, photons: 0 },
          { file: 'a.npy', exposure: 1 },
          { file: 'b.npy', exposure: 1, photons: 5 },
        ],
      },
      'give the photons per pixel of all frames with light or of none',
    ],
    [
      'a file that is not there',
      {
        frames: [
          { file: 'x.npy', exposure: 1, photons: 0 },
          { file: 'a.npy', exposure: 1 },
        ],
      },
      'There is no file ',
    ],
    [
      'a single frame',
      {
        frames: [
          { file: 'd.npy', exposure: 1, photons: 0 },
          { file: 'a.npy', exposure: 1 },
        ],
      },
      'is the only frame of its light and exposure time (1 s)',
    ],
    [
      'frames of other sizes',
      {
        frames: [
          { file: 'd.npy', exposure: 1, photons: 0 },
          { file: 'd.npy', exposure: 1, photons: 0 },
          { file: 'wide.npy', exposure: 1 },
        ],
      },
      'all must have the same size',
    ],
    [
      'floating point',
      {
        frames: [
          { file: 'float.npy', exposure: 1, photons: 0 },
          { file: 'a.npy', exposure: 1 },
        ],
      },
      'must hold whole codes',
    ],
    [
      'frames without noise',
      {
        frames: [
          ...[0, 0].map(() => ({ file: 'd.npy', exposure: 1, photons: 0 })),
          ...[1, 2, 3, 4, 5, 6].flatMap((exposure) =>
            [0, 0].map(() => ({ file: 'a.npy', exposure })),
          ),
        ],
      },
      'do not both grow with the light',
    ],
  ])('%s: one sentence, exit 2', async (name, manifest, sentence) => {
    const place = join(folder, 'bad', name);
    await mkdir(place, { recursive: true });
    const write = (file: string, shape: readonly number[], data: Uint16Array | Float32Array) =>
      writeFile(
        join(place, file),
        Buffer.concat([
          npyHeader(data instanceof Uint16Array ? 'uint16' : 'float32', shape),
          new Uint8Array(data.buffer),
        ]),
      );
    await write('a.npy', [ROWS, COLUMNS], code(100));
    await write('b.npy', [ROWS, COLUMNS], code(200));
    await write('d.npy', [ROWS, COLUMNS], code(10));
    await write('wide.npy', [2, ROWS / 2, COLUMNS], code(10));
    await write('float.npy', [ROWS, COLUMNS], new Float32Array(ROWS * COLUMNS));
    await writeFile(join(place, 'manifest.json'), JSON.stringify(manifest));
    const { status, stderr, stdout } = await lumenloom('emva1288', '--frames-dir', place);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n').length).toBe(1);
  });
  test('a dark clipped at 0 and few frames are said', async () => {
    const place = await framesOf('clipped', true);
    const path = join(place, 'manifest.json');
    const { frames } = JSON.parse(await readFile(path, 'utf8')) as { frames: { file: string }[] };
    const kept = frames.filter(({ file }) => !/^dark-(5|10)|light-(1|2)?[13579]\./.test(file));
    await writeFile(path, JSON.stringify({ frames: kept }));
    const dark = new Uint16Array(2 * ROWS * COLUMNS).map((_, i) => Math.max(0, (i % 5) - 2));
    await writeFile(
      join(place, 'dark-0.00044.npy'),
      Buffer.concat([npyHeader('uint16', [2, ROWS, COLUMNS]), new Uint8Array(dark.buffer)]),
    );
    const { notes, measured } = await report('emva1288', '--frames-dir', place);
    expect(notes[0]).toBe(
      '60 % of the dark pixels are at code 0: the dark is clipped, which biases its mean and noise. Give the camera an offset.',
    );
    expect(notes.join(' ')).toMatch(/There are \d+ exposures; the standard asks for 50\./);
    expect(notes.join(' ')).toContain('The dark current is not measured');
    expect(measured['darkCurrentElectronsPerSecond']).toBeNull();
  });
});
