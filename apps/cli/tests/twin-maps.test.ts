import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader, readNpy } from '@lumenloom/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const [ROWS, COLUMNS, GAIN, BLACK, READ] = [40, 56, 0.3, 100, 3];
const PIXELS = ROWS * COLUMNS;
const [PRNU, DSNU, HOT_RATE, STUCK] = [0.02, 3, 800, 3000];
let state = 4711;
/** About normal: the sum of twelve numbers of a generator of our own, so that the test is one. */
const normal = (): number => {
  let sum = -6;
  for (let i = 0; i < 12; i += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    sum += state / 2 ** 32;
  }
  return sum;
};

/** The hidden camera. */
const hidden = {
  prnu: Float64Array.from({ length: PIXELS }, () => PRNU * normal()),
  dsnu: Float64Array.from({ length: PIXELS }, () => DSNU * normal()),
  defects: new Map([
    [157, 1],
    [900, 1],
    [1500, 2],
    [2047, 3],
  ]),
};
const isGood = (i: number): boolean => !hidden.defects.has(i);

/** Frames of the hidden camera. */
function taken(frames: number, electrons: number, seconds: number): Uint8Array {
  const codes = Uint16Array.from({ length: frames * PIXELS }, (_, at) => {
    const i = at % PIXELS;
    const defect = hidden.defects.get(i);
    if (defect === 3) return STUCK;
    const light = defect === 2 ? 0 : electrons * (1 + hidden.prnu[i]!);
    const mean = light + (defect === 1 ? HOT_RATE * seconds : 0);
    const charge = mean + Math.sqrt(mean) * normal() + READ * normal() + hidden.dsnu[i]!;
    return Math.min(Math.max(Math.floor(BLACK + GAIN * charge + 0.5), 0), 4095);
  });
  return Buffer.concat([
    npyHeader('uint16', [frames, ROWS, COLUMNS]),
    new Uint8Array(codes.buffer),
  ]);
}

function correlation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const places = [...Array.from(a).keys()].filter(isGood);
  const mean = (values: ArrayLike<number>) =>
    places.reduce((sum, i) => sum + values[i]!, 0) / places.length;
  const [ofA, ofB] = [mean(a), mean(b)];
  const product = (x: ArrayLike<number>, mx: number, y: ArrayLike<number>, my: number) =>
    places.reduce((sum, i) => sum + (x[i]! - mx) * (y[i]! - my), 0);
  return product(a, ofA, b, ofB) / Math.sqrt(product(a, ofA, a, ofA) * product(b, ofB, b, ofB));
}

/** The mean of frames that the twin takes in even light of so many electrons. */
async function meanOfTwin(twin: string, electrons: number, seconds: number): Promise<Float64Array> {
  const folder = await temporaryFolder();
  const [, area] = [3.45, 3.45e-6 ** 2];
  const photons = electrons / (0.5 * area * seconds * 310);
  const light = new Float32Array(31 * PIXELS).fill(photons);
  const file = join(folder, 'light.npy');
  await writeFile(
    file,
    Buffer.concat([npyHeader('float32', [31, ROWS, COLUMNS]), new Uint8Array(light.buffer)]),
  );
  const shot = await lumenloom(
    ...['sensor', file, '--sensor-file', join(twin, 'sensor.json'), '--out', folder],
    ...['--exposure', String(seconds), '--frames', '16', '--seed', '7'],
  );
  expect(shot.stderr).toBe('');
  const { data } = readNpy(await readFile(join(folder, 'raw.npy')));
  return Float64Array.from({ length: PIXELS }, (_, i) => {
    let sum = 0;
    for (let frame = 0; frame < 16; frame += 1) sum += data[frame * PIXELS + i]!;
    return sum / 16;
  });
}

let twin: string;
beforeAll(async () => {
  const folder = await temporaryFolder();
  twin = join(folder, 'twin');
  const levels = [1000, 3000, 5000, 6000, 7000];
  await writeFile(join(folder, 'dark.npy'), taken(16, 0, 0.001));
  await writeFile(join(folder, 'long.npy'), taken(4, 0, 2));
  for (const [i, level] of levels.entries())
    await writeFile(join(folder, `flat-${i}.npy`), taken(8, level, 0.01));
  await jsonFile(folder, 'manifest.json', {
    ...{ version: 1, name: 'Hidden', pattern: 'mono', bits: 12, pixelMicrometres: 3.45 },
    frames: [
      { kind: 'dark', file: 'dark.npy', exposure: 0.001, celsius: 25 },
      { kind: 'dark', file: 'long.npy', exposure: 2, celsius: 25 },
      ...levels.map((level, i) => ({
        ...{ kind: 'flat', file: `flat-${i}.npy` },
        exposure: level / 1e6,
      })),
    ],
  });
  const measured = await lumenloom(
    ...['twin', folder, '--out', twin, '--maps', '--compare', 'off'],
  );
  expect([measured.status, measured.stderr]).toEqual([0, '']);
});

test('twin --maps: the sensor file has the pixels of the camera, and a picture shows them', async () => {
  const [dark, light] = [await meanOfTwin(twin, 0, 0.001), await meanOfTwin(twin, 6000, 0.01)];
  const response = light.map((value, i) => value - dark[i]!);
  expect(correlation(response, hidden.prnu)).toBeGreaterThan(0.95);
  expect(correlation(dark, hidden.dsnu)).toBeGreaterThan(0.9);
  const long = await meanOfTwin(twin, 0, 2);
  for (const [place, defect] of hidden.defects) {
    if (defect === 1)
      expect(long[place]! - dark[place]!).toBeGreaterThan(0.8 * GAIN * 2 * HOT_RATE);
    if (defect === 2) expect(Math.abs(response[place]!)).toBeLessThan(10);
    if (defect === 3) expect(light[place]).toBe(STUCK);
  }
  const others = [...long.keys()].filter(isGood);
  expect(Math.max(...others.map((i) => long[i]!))).toBeLessThan(BLACK + 10);
});

test('simulate twin/recipe.json has them too, whatever the seed of the pattern', async () => {
  const out = await temporaryFolder();
  const run = await lumenloom(
    ...['simulate', join(twin, 'recipe.json'), '--stages', '--out', out, '--set', 'fpnSeed=3'],
  );
  expect([run.status, run.stderr]).toEqual([0, expect.any(String)]);
  const { data } = readNpy(await readFile(join(out, 'defects.npy')));
  expect(new Map([...data.entries()].filter(([, code]) => code !== 0))).toEqual(hidden.defects);
});

/** A copy of the twin whose sensor file has other maps. */
async function changed(maps: unknown, files: Readonly<Record<string, Uint8Array>> = {}) {
  const folder = await temporaryFolder();
  for (const name of ['prnu.npy', 'dsnu.npy', 'defects.npy'])
    await copyFile(join(twin, name), join(folder, name));
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  await symlink(join(folder, 'prnu.npy'), join(folder, 'link.npy'));
  await mkdir(join(folder, 'below'));
  const sensor = JSON.parse(await readFile(join(twin, 'sensor.json'), 'utf8')) as object;
  return jsonFile(folder, 'sensor.json', { ...sensor, maps });
}

describe('maps that are wrong are refused', () => {
  const npy = (
    type: 'float32' | 'float64' | 'uint8',
    shape: readonly number[],
    bytes: Uint8Array,
  ) => Buffer.concat([npyHeader(type, shape), bytes]);
  const nan = new Float32Array(PIXELS);
  nan[COLUMNS + 2] = NaN;
  const files = {
    'short.npy': npy('float32', [ROWS, COLUMNS], new Uint8Array(4)),
    'double.npy': npy('float64', [ROWS, COLUMNS], new Uint8Array(8 * PIXELS)),
    'huge.npy': npy('float32', [20_000, 20_000], new Uint8Array(4)),
    'nan.npy': npy('float32', [ROWS, COLUMNS], new Uint8Array(nan.buffer)),
    'seven.npy': npy('uint8', [ROWS, COLUMNS], new Uint8Array(PIXELS).fill(7, 3, 4)),
    'column.npy': npy('uint8', [ROWS, COLUMNS], new Uint8Array(PIXELS).fill(4, 3, 4)),
    'stack.npy': npy('float32', [2, ROWS, COLUMNS], new Uint8Array(8 * PIXELS)),
    'small.npy': npy('float32', [ROWS, 4], new Uint8Array(16 * ROWS)),
    'text.npy': Buffer.from('no map'),
  };
  test.each([
    ['prnu.npy', 'maps must be a JSON object.'],
    [{}, 'maps must name one of prnu, dsnu, defects.'],
    [{ prnu: 3 }, 'maps.prnu must be the bare name of an .npy file beside the sensor file.'],
    [{ prnu: '../a.npy' }, 'maps.prnu must be the bare name'],
    [{ prnu: '..' }, 'maps.prnu must be the bare name'],
    [{ prnu: '/a.npy' }, 'maps.prnu must be the bare name'],
    [{ prnu: 'link.npy' }, 'maps.prnu: link.npy is a link: put the file itself into the folder.'],
    [{ prnu: 'below' }, 'maps.prnu: below is no file.'],
    [{ prnu: 'none.npy' }, 'maps.prnu: there is no file none.npy.'],
    [{ dsnu: 'short.npy' }, 'maps.dsnu: the file ends early.'],
    [{ prnu: 'double.npy' }, 'maps.prnu has the type <f8: save it as float32.'],
    [{ defects: 'prnu.npy' }, 'maps.defects has the type <f4: save it as uint8.'],
    [
      { prnu: 'huge.npy' },
      'maps.prnu is 20000 × 20000: at most 20000 each way, and 100 megapixels.',
    ],
    [{ prnu: 'nan.npy' }, 'maps.prnu[1, 2] is NaN: a share from -1 to 10.'],
    [{ prnu: 'stack.npy' }, 'maps.prnu has the shape [2, 40, 56]: a map is [rows, columns].'],
    [{ prnu: 'prnu.npy', dsnu: 'small.npy' }, 'maps.dsnu is 40 × 4; the map before it 40 × 56.'],
    [{ defects: 'seven.npy' }, 'maps.defects[0, 3] is 7: 0 is a good pixel'],
    [{ defects: 'column.npy' }, 'defects.columns is missing: maps.defects has faulty columns'],
    [{ prnu: 'text.npy' }, 'maps.prnu: This is not an .npy file that can be read'],
    [{ gain: 'prnu.npy' }, 'maps has a field that is not known, gain'],
    [{ prnu: 'small.npy' }, 'maps.prnu is 40 × 4; the sensor has 40 × 56.'],
  ])('%j', async (maps, sentence) => {
    const { status, stdout, stderr } = await lumenloom(
      ...['simulate', join(twin, 'recipe.json'), '--out', await temporaryFolder()],
      ...['--sensor-file', await changed(maps, files)],
    );
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
  });

  test('a run of another size, and a recipe that brings maps of its own', async () => {
    const recipe = join(twin, 'recipe.json');
    const refused = async (...set: readonly string[]) =>
      (await lumenloom('simulate', recipe, '--out', twin, '--set', ...set)).stderr;
    expect(await refused('sensorParams.rows=60')).toBe(
      'maps.prnu is 40 × 56; the sensor has 60 × 56.\n',
    );
    expect(await refused('sensorFile={"maps":{"prnu":"prnu.npy"}}')).toContain(
      'sensorFile.maps: sensorFile has a field that is not known, maps',
    );
    expect(
      await refused(
        'sensorFile={"captures":[{"name":"long"},{"name":"short","exposureRatio":0.1}]}',
      ),
    ).toBe('maps belong to a sensor without captures.\n');
  });

  test('a sweep that changes the number of rows', async () => {
    const document = await jsonFile(await temporaryFolder(), 'sweep.json', {
      name: 'Rows',
      recipe: { scene: 'Macbeth', sensor: 'Bayer-grbg' },
      vary: [{ path: 'sensorParams.rows', values: [40, 50] }],
      measure: ['sensor.snrAtGrey18'],
    });
    const { status, stderr } = await lumenloom(
      ...['sweep', document, '--sensor-file', join(twin, 'sensor.json')],
      ...['--out', await temporaryFolder()],
    );
    expect(status).not.toBe(0);
    expect(stderr).toContain('maps.prnu is 40 × 56; the sensor has 50 × 56.');
  });
});
