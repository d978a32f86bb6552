import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSION, npyHeader, readNpy } from '@lumenloom/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const recipe = {
  illuminant: 'D65',
  scene: 'Macbeth',
  sensor: 'Bayer-rggb',
  sensorParams: { rows: '120', cols: '160', pixel_size: '9' },
};
let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

const npy = async (path: string) => readNpy(await readFile(path));

describe('simulate', () => {
  test('writes picture, log, report and stages', async () => {
    const out = join(folder, 'stages');
    const { status, stdout, stderr } = await lumenloom(
      'simulate',
      await jsonFile(folder, 'recipe.json', recipe),
      '--out',
      out,
      '--stages',
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect((await readdir(out)).toSorted()).toEqual([
      'electrons.npy',
      'irradiance.npy',
      'log.txt',
      'raw.npy',
      'report.json',
      'result.png',
      'scene.npy',
      'volts.npy',
    ]);
    const log = await readFile(join(out, 'log.txt'), 'utf8');
    expect(stdout).toContain(log.trim());
    expect(log).toContain('Exposure: ');
    const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as {
      stages: { name: string; ms: number }[];
      totalMs: number;
      peakRssBytes: number;
    };
    expect(report.stages.map(({ name }) => name)).toEqual(['scene', 'optics', 'sensor']);
    expect(report.totalMs).toBeGreaterThan(0);
    expect(report.peakRssBytes).toBeGreaterThan(1e7);
    expect(await npy(join(out, 'scene.npy'))).toMatchObject({
      type: 'float32',
      shape: [31, 64, 96],
    });
    expect(await npy(join(out, 'irradiance.npy'))).toMatchObject({
      type: 'float32',
      shape: [31, 120, 160],
    });
    for (const name of ['electrons', 'volts'])
      expect(await npy(join(out, `${name}.npy`))).toMatchObject({
        type: 'float32',
        shape: [120, 160],
      });
    expect(await npy(join(out, 'raw.npy'))).toMatchObject({ type: 'uint16', shape: [120, 160] });
  });
  test('the same recipe gives the same bytes, on 1 and 2 threads, with and without stages; --seed and --fpn-seed change the noise', async () => {
    // Large enough for both threads to take part in every stage.
    const large = await jsonFile(folder, 'large.json', {
      ...recipe,
      scene: 'apple.jpg',
      sensorParams: { rows: 1200, cols: 1600, pixel_size: 0.9 },
    });
    const raw = async (name: string, ...options: readonly string[]): Promise<Buffer> => {
      const out = join(folder, name);
      expect((await lumenloom('simulate', large, '--out', out, ...options)).stderr).toBe('');
      return readFile(join(out, 'result.png'));
    };
    const one = await raw('one', '--threads', '1');
    expect((await raw('two', '--threads', '2')).equals(one)).toBe(true);
    expect((await raw('seed', '--seed', '5')).equals(one)).toBe(false);
    expect((await raw('fpn', '--fpn-seed', '5')).equals(one)).toBe(false);
  });
  test('the exposure of the report and the printed seed, taken back, give the same picture; another exposure has noise of its own (docs/reference/physics.md#p16)', async () => {
    const file = await jsonFile(folder, 'again.json', recipe);
    const picture = async (name: string, ...options: readonly string[]) => {
      const out = join(folder, name);
      const { stdout } = await lumenloom('simulate', file, '--out', out, ...options);
      const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as {
        readonly sensor: { readonly exposureSeconds: number };
      };
      return {
        stdout,
        png: await readFile(join(out, 'result.png')),
        seconds: String(report.sensor.exposureSeconds),
      };
    };
    const seedOf = (stdout: string): string => /Noise seeds: (\d+)/.exec(stdout)![1]!;
    const metered = await picture('metered');
    const seed = seedOf(metered.stdout);
    const exposed = await picture('given', '--exposure', metered.seconds, '--seed', seed);
    expect(exposed.png.equals(metered.png)).toBe(true);
    const seeds = await Promise.all(
      ['0.001', '0.002'].map(async (time) =>
        seedOf((await picture(`at ${time}`, '--exposure', time)).stdout),
      ),
    );
    expect(new Set([seed, ...seeds]).size).toBe(3);
  });
  test('--frames: one picture and raw per frame, seeds one after the other, everything else the same', async () => {
    const out = join(folder, 'frames');
    const file = await jsonFile(folder, 'frames.json', recipe);
    const { status, stdout } = await lumenloom(
      'simulate',
      file,
      '--out',
      out,
      '--frames',
      '3',
      '--seed',
      '4294967294',
    );
    expect(status).toBe(0);
    expect(stdout).toContain('Wrote 3 frames to ');
    const numbers = ['000', '001', '002'];
    expect((await readdir(out)).toSorted()).toEqual(
      [
        'log.txt',
        'raw.npy',
        ...['raw_', 'report_', 'result_'].flatMap((name) =>
          numbers.map(
            (number) =>
              `${name}${number}.${{ raw_: 'npy', report_: 'json', result_: 'png' }[name]!}`,
          ),
        ),
      ].toSorted(),
    );
    const reports = await Promise.all(
      numbers.map(
        async (number) =>
          JSON.parse(await readFile(join(out, `report_${number}.json`), 'utf8')) as {
            seeds: { temporal: number; fixedPattern: number };
            sensor: { exposureSeconds: number };
          },
      ),
    );
    // The last seed of 32 bits is followed by the first.
    expect(reports.map(({ seeds }) => seeds.temporal)).toEqual([4294967294, 4294967295, 0]);
    expect(new Set(reports.map(({ seeds }) => seeds.fixedPattern)).size).toBe(1);
    expect(new Set(reports.map(({ sensor }) => sensor.exposureSeconds)).size).toBe(1);
    // The second frame is the picture that its seed gives alone.
    const alone = join(folder, 'alone');
    await lumenloom('simulate', file, '--out', alone, '--seed', '4294967295', '--stages');
    const [first, second, single] = await Promise.all(
      [join(out, 'raw_000.npy'), join(out, 'raw_001.npy'), join(alone, 'raw.npy')].map((path) =>
        readFile(path),
      ),
    );
    expect(second!.equals(single!)).toBe(true);
    expect(second!.equals(first!)).toBe(false);
    // raw.npy holds the frames one after the other.
    const stack = await npy(join(out, 'raw.npy'));
    const { data, shape } = await npy(join(alone, 'raw.npy'));
    expect(stack).toMatchObject({ type: 'uint16', shape: [3, ...shape] });
    expect(stack.data.subarray(data.length, 2 * data.length)).toEqual(data);
    expect(stack.data.length).toBe(3 * data.length);
  });
  test('the log stands under headings, what was defaulted first', async () => {
    const out = join(folder, 'headings');
    const blank = { ...recipe, sensorParams: { ...recipe.sensorParams, read_noise: '' } };
    const file = await jsonFile(folder, 'blank.json', blank);
    await lumenloom('simulate', file, '--out', out);
    const lines = (await readFile(join(out, 'log.txt'), 'utf8')).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'Recipe',
      '  Read Noise (sensorParams.read_noise) was blank: using 0.96 mV.',
      '  Run: D65, Macbeth, Bayer-rggb.',
    ]);
    for (const heading of ['Lens', 'Scene and light', 'Exposure', 'Signal', 'Seeds']) {
      const at = lines.indexOf(heading);
      expect(lines[at - 1], heading).toBe('');
      expect(lines[at + 1], heading).toMatch(/^ {2}\S/);
    }
  });
  test.each([
    ['a file that is not there', ['nowhere.json'], 'There is no file nowhere.json.'],
    ['two recipes', ['a.json', 'b.json'], 'Expected at most one recipe, got a.json b.json.'],
    ['an unknown option', ['r.json', '--color'], "Unknown option '--color'."],
    [
      'a bad number',
      ['r.json', '--seed=-1'],
      '--seed must be a whole number from 0 to 4294967295, not "-1".',
    ],
    [
      'a value that looks like an option',
      ['r.json', '--seed', '-x'],
      '--seed needs a value; write one that starts with a dash as --seed=-VALUE.',
    ],
    ['a bad word', ['r.json', '--noise', 'maybe'], '--noise must be on or off, not "maybe".'],
  ])('%s: one sentence on stderr, exit 2', async (_, args, sentence) => {
    expect(await lumenloom('simulate', ...args)).toEqual({
      status: 2,
      stdout: '',
      stderr: `${sentence}\n`,
    });
  });
  test.each([
    [
      'an unknown key',
      { ...recipe, colour: 1 },
      'The recipe has fields that mean nothing here: colour.',
    ],
    [
      'a bad value',
      { ...recipe, macbethParams: { hfov: 'wide' } },
      'macbethParams.hfov: HFoV must be a number, not "wide".',
    ],
    ['no scene', {}, 'Choose a scene to simulate.'],
    ['a list', [], 'The recipe must be a JSON object.'],
  ])('a recipe with %s: its sentence, exit 2', async (_, body, sentence) => {
    const { status, stderr } = await lumenloom(
      'simulate',
      await jsonFile(folder, 'bad.json', body),
    );
    expect(status).toBe(2);
    expect(stderr).toBe(`${sentence}\n`);
  });
  test.each(['simulate', 'sweep'])(
    '%s of broken JSON names line and column: exit 2',
    async (command) => {
      const file = await jsonFile(folder, 'broken.json', '{\n  "scene": "Macbeth",\n  scale: 2\n}');
      const { status, stderr } = await lumenloom(command, file);
      expect(status).toBe(2);
      expect(stderr).toBe(
        `${file}: Line 3, column 3: this is not valid JSON: expected a name in double quotes, found scale: 2.\n`,
      );
    },
  );
});

describe('sensor', () => {
  test('own irradiance gives the electrons of the formula: sum of E QE 10 nm times area times exposure', async () => {
    const [rows, columns] = [4, 6];
    const irradiance = new Float64Array(31 * rows * columns).fill(1e15);
    const file = join(folder, 'flat.npy');
    await writeFile(
      file,
      Buffer.concat([npyHeader('float64', [31, rows, columns]), new Uint8Array(irradiance.buffer)]),
    );
    const out = join(folder, 'sensor');
    const { status, stdout, stderr } = await lumenloom(
      'sensor',
      file,
      '--sensor',
      'Bayer-rggb',
      '--exposure',
      '0.002',
      '--noise',
      'off',
      '--out',
      out,
      '--params',
      await jsonFile(folder, 'sensor.json', { fill_factor: '1', pixel_size: 3, analog_gain: 4 }),
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toContain('Gain: 0.25× (-12.0 dB).');
    expect(stdout).toContain(`Wrote electrons.npy, volts.npy and raw.npy to ${out}.`);
    const { type, shape, data } = await npy(join(out, 'electrons.npy'));
    expect({ type, shape }).toEqual({ type: 'float32', shape: [rows, columns] });
    // Sums of the three columns of the quantum efficiency table (engine,
    // sensors/bayer/quantum-efficiency.json).
    const table = JSON.parse(
      await readFile(
        new URL(
          '../../../packages/engine/src/sensors/bayer/quantum-efficiency.json',
          import.meta.url,
        ),
        'utf8',
      ),
    ) as Record<'red' | 'green' | 'blue', number[]>;
    const electrons = (channel: 'red' | 'green' | 'blue'): number =>
      1e15 * 10 * table[channel].reduce((sum, value) => sum + value, 0) * 9e-12 * 0.002;
    for (const [at, channel] of [
      [0, 'red'],
      [1, 'green'],
      [columns, 'green'],
      [columns + 1, 'blue'],
    ] as const)
      expect(data[at]! / electrons(channel)).toBeCloseTo(1, 5);
    expect(await npy(join(out, 'raw.npy'))).toMatchObject({
      type: 'uint16',
      shape: [rows, columns],
    });
    const json = await lumenloom(
      ...['sensor', file, '--sensor', 'Bayer-rggb', '--exposure', '0.002', '--out', out],
      ...['--seed', '5', '--json'],
    );
    expect(JSON.parse(json.stdout)).toMatchObject({
      folder: out,
      files: ['electrons.npy', 'volts.npy', 'raw.npy'],
      exposureSeconds: 0.002,
      seeds: { temporal: 5 },
    });
    expect(json.stderr).toMatch(/^Gain: /);
  });
  test.each([
    ['no sensor', ['x.npy', '--exposure', '1'], 'Name a sensor, for example --sensor Bayer-grbg.'],
    [
      'no exposure',
      ['x.npy', '--sensor', 'Bayer-grbg'],
      'Give the exposure in seconds, for example --exposure 0.01.',
    ],
  ])('%s: exit 2', async (_, args, sentence) => {
    expect(await lumenloom('sensor', ...args)).toEqual({
      status: 2,
      stdout: '',
      stderr: `${sentence}\n`,
    });
  });
  test.each([
    [
      '30 bands',
      [30, 2, 2],
      'The irradiance must have the shape (31 or 61, rows, cols), not (30, 2, 2).',
    ],
    [
      'two dimensions',
      [31, 4],
      'The irradiance must have the shape (31 or 61, rows, cols), not (31, 4).',
    ],
  ])('%s: exit 2', async (_, shape, sentence) => {
    const file = join(folder, 'shape.npy');
    await writeFile(
      file,
      Buffer.concat([
        npyHeader('float32', shape),
        new Uint8Array(shape.reduce((a, b) => a * b) * 4),
      ]),
    );
    const { status, stderr } = await lumenloom(
      'sensor',
      file,
      '--sensor',
      'Bayer-grbg',
      '--exposure',
      '1',
      '--out',
      folder,
    );
    expect({ status, stderr }).toEqual({ status: 2, stderr: `${sentence}\n` });
  });
  test('a file that is no .npy: exit 2', async () => {
    const { status, stderr } = await lumenloom(
      'sensor',
      await jsonFile(folder, 'text.npy', 'hello, world, this is no array'),
      '--sensor',
      'Bayer-grbg',
      '--exposure',
      '1',
      '--out',
      folder,
    );
    expect(status).toBe(2);
    expect(stderr).toContain('not an .npy file');
  });
});

describe('illuminant', () => {
  test('D65 at 100 cd/m²: luminance, chromaticity, colour temperature', async () => {
    const { stdout, status } = await lumenloom('illuminant', 'D65', '--luminance', '100');
    expect(status).toBe(0);
    const { wave, energy, photons, xy, cct } = JSON.parse(stdout) as {
      wave: number[];
      energy: number[];
      photons: number[];
      xy: [number, number];
      cct: number;
    };
    expect([wave.length, energy.length, photons.length]).toEqual([31, 31, 31]);
    expect(xy[0]).toBeCloseTo(0.3127, 3);
    expect(cct).toBeGreaterThan(6490);
    expect(cct).toBeLessThan(6520);
    // 550 nm: N = E λ/(h c).
    expect(photons[15]! / ((energy[15]! * 550e-9) / (6.62607015e-34 * 299792458))).toBeCloseTo(
      1,
      9,
    );
  });
  test('a custom table in 10^20 photons is taken as it is', async () => {
    const { stdout } = await lumenloom(
      'illuminant',
      'Custom',
      '--photons',
      await jsonFile(
        folder,
        'table.json',
        Array.from({ length: 31 }, () => 1),
      ),
    );
    // docs/reference/protocol.md#photon-unit: 1e20 photons at 550 nm carry 36.117 J.
    expect((JSON.parse(stdout) as { energy: number[] }).energy[15]).toBeCloseTo(36.117, 3);
  });
  test.each([
    ['D95', 'is not known'],
    ['', 'Choose an illuminant'],
  ])('%j: exit 2', async (name, part) => {
    const { status, stderr } = await lumenloom('illuminant', name);
    expect(status).toBe(2);
    expect(stderr).toContain(part);
  });
  test('a table of 30: exit 2', async () => {
    const { status, stderr } = await lumenloom(
      'illuminant',
      'Custom',
      '--photons',
      await jsonFile(
        folder,
        'short.json',
        Array.from({ length: 30 }, () => 1),
      ),
    );
    expect(status).toBe(2);
    expect(stderr).toContain('exactly 31 numbers');
  });
});

test('fov says how the scene fits the sensor', async () => {
  const { stdout, status } = await lumenloom(
    'fov',
    await jsonFile(folder, 'fov.json', {
      scene: 'Macbeth',
      macbethParams: { hfov: 4 },
      sensor: 'Bayer-grbg',
    }),
  );
  expect(status).toBe(0);
  expect(stdout).toContain('Scene: horizontal 4.0°');
  expect(stdout).toContain(
    'covers 40 % of the width (sensor sees 10.0°). Set HFoV to about 10.0° to fill the sensor.',
  );
});

describe('an output that cannot be written: one sentence before anything is computed, exit 2', () => {
  const FOLDERS: readonly string[][] = [
    ['simulate', 'none.json', '--out'],
    ['sweep', 'none.json', '--out'],
    ['sensor', 'none.npy', '--out'],
    ['isp', 'none.npy', '--out'],
    ['emva1288', '--out'],
    ['measure', 'noise', '--out'],
    ['lens', 'fisheye', '--psf'],
    ['models', '--to'],
  ];
  const FILES: readonly string[][] = [
    ...['--dng', '--raw16', '--exr', '--exr-scene', '--tiff', '--png16'].map((option) => [
      'simulate',
      'none.json',
      option,
    ]),
    ['measure', 'sfr', 'none.png', '--out'],
    ['measure', 'geometry', '--opencv-yaml'],
    ['measure', 'geometry', '--ros-yaml'],
    ...['--svg', '--mtf', '--distortion'].map((option) => ['lens', 'fisheye', option]),
  ];
  const refused = (stderr: string) => ({ status: 2, stdout: '', stderr: `${stderr}\n` });

  test.each(FOLDERS)('%j', async (...args) => {
    const option = args.at(-1)!;
    // Node's mkdir with `recursive` never returns there.
    expect(await lumenloom(...args, '/proc/lumenloom/out')).toEqual(
      refused(
        `${option}: the folder /proc/lumenloom/out cannot be written: the system allows none there.`,
      ),
    );
    const file = await jsonFile(folder, 'a-file', {});
    expect(await lumenloom(...args, file)).toEqual(
      refused(`${option}: the folder ${file} cannot be written: a file has that name.`),
    );
  });
  test.each(FILES)('%j', async (...args) => {
    const option = args.at(-1)!;
    const missing = join(folder, 'missing/file');
    expect(await lumenloom(...args, missing)).toEqual(
      refused(`${option}: ${missing} cannot be written: its folder does not exist.`),
    );
    expect(await lumenloom(...args, folder)).toEqual(
      refused(`${option}: ${folder} cannot be written: a folder has that name.`),
    );
  });
  test('nothing is left behind, and a file may lie in a folder that is made', async () => {
    const out = join(folder, 'new/out');
    const outcome = await lumenloom(
      ...['simulate', join(folder, 'none.json'), '--out', out, '--dng', join(out, 'shot.dng')],
    );
    expect(outcome).toEqual(refused(`There is no file ${join(folder, 'none.json')}.`));
    expect(await readdir(folder)).not.toContain('new');
  });
});

test('prints its version; an unknown command is refused', async () => {
  expect(await lumenloom('--version')).toEqual({
    status: 0,
    stdout: `lumenloom ${VERSION}\n`,
    stderr: '',
  });
  expect(await lumenloom('paint')).toMatchObject({ status: 2, stdout: '' });
});
