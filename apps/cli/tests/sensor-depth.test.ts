import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader, readNpy } from '@lumenloom/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

/**
 * The sensor in depth and time through the built command, against the cases of an independent model
 * (packages/engine/references/sensor-depth).
 */
const { time, edges } = JSON.parse(
  readFileSync(
    new URL('../../../packages/engine/references/sensor-depth/cases.json', import.meta.url),
    'utf8',
  ),
) as {
  readonly time: readonly {
    readonly rows: number;
    readonly exposureSeconds: number;
    readonly shutter: object;
    readonly flicker: object | null;
    readonly stillSeconds: readonly number[];
    readonly lightStep: number;
    readonly stepFactors: readonly number[];
    readonly movingSeconds: readonly number[];
  }[];
  readonly edges: readonly {
    readonly pixelsPerSecond: number;
    readonly exposureSeconds: number;
    readonly lineSeconds: number;
    readonly rows: number;
    readonly cols: number;
    readonly x0: number;
    readonly lightStep: number;
    readonly steps: number;
    readonly edgeColumn: readonly number[];
    readonly skewPixelsPerRow: number;
  }[];
};

/** Single precision of electrons.npy. */
const PICTURE = 2e-6;
/** Share of a pixel, per row. */
const SKEW = 1e-3;
/** A measured edge against its truth, cycles per pixel. */
const MTF50 = 0.005;
const BANDS = 31;

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

/** Writes irradiance of one band, [cells, 31, rows, cols] or without cells. @returns its path. */
async function lightFile(
  name: string,
  [cells, rows, columns]: readonly [number | undefined, number, number],
  valueAt: (cell: number, column: number) => number,
): Promise<string> {
  const pixels = rows * columns;
  const data = new Float32Array((cells ?? 1) * BANDS * pixels);
  for (let cell = 0; cell < (cells ?? 1); cell += 1)
    for (let pixel = 0; pixel < pixels; pixel += 1)
      // Band 15, 550 nm.
      data[(cell * BANDS + 15) * pixels + pixel] = valueAt(cell, pixel % columns);
  const shape = [...(cells === undefined ? [] : [cells]), BANDS, rows, columns];
  const path = join(folder, name);
  const bytes = new Uint8Array(data.buffer);
  await writeFile(path, Buffer.concat([npyHeader('float32', shape), bytes]));
  return path;
}

const arrayOf = async (out: string, name: string) =>
  readNpy(await readFile(join(out, `${name}.npy`)));

/** Runs the sensor command without noise and returns its electrons. */
async function electronsOf(name: string, args: readonly string[]): Promise<ArrayLike<number>> {
  const out = join(folder, name);
  const { status, stderr } = await lumenloom('sensor', ...args, '--noise', 'off', '--out', out);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return (await arrayOf(out, 'electrons')).data;
}

test.each(Array.from(time.entries()))('windows and flicker, case %i', async (index, golden) => {
  const { rows, exposureSeconds, shutter, flicker, stepFactors, lightStep } = golden;
  const columns = 2;
  const sensor = { pattern: 'mono', shutter };
  const own = await jsonFile(folder, `time${index}.json`, sensor);
  const args = ['--sensor-file', own, '--exposure', String(exposureSeconds)];
  if (flicker)
    args.push('--flicker', await jsonFile(folder, `flicker${index}.json`, { ...flicker }));
  const still = await lightFile(`still${index}.npy`, [undefined, rows, columns], () => 1e16);
  // Electrons of one second, from a sensor without shutter and flicker.
  const plain = await jsonFile(folder, 'plain.json', { pattern: 'mono' });
  const [rate] = Array.from(
    await electronsOf('rate', [still, '--sensor-file', plain, '--exposure', '1']),
  );
  const collected = await electronsOf(`o${index}`, [still, ...args]);
  const movie = await lightFile(
    `movie${index}.npy`,
    [stepFactors.length, rows, columns],
    (cell) => 1e16 * stepFactors[cell]!,
  );
  const moving = await electronsOf(`m${index}`, [
    movie,
    ...args,
    '--light-step',
    String(lightStep),
  ]);
  for (let row = 0; row < rows; row += 1) {
    const at = row * columns + 1;
    const expected = [rate! * golden.stillSeconds[row]!, rate! * golden.movingSeconds[row]!];
    expect(Math.abs(collected[at]! - expected[0]!)).toBeLessThanOrEqual(PICTURE * expected[0]!);
    expect(Math.abs(moving[at]! - expected[1]!)).toBeLessThanOrEqual(PICTURE * expected[1]!);
  }
});

test.each(Array.from(edges.entries()))('the skew of an edge, case %i', async (index, golden) => {
  const { rows, cols, x0, pixelsPerSecond, lightStep, steps } = golden;
  const own = await jsonFile(folder, `edge${index}.json`, {
    pattern: 'mono',
    shutter: { kind: 'rolling', lineSeconds: golden.lineSeconds },
  });
  const movie = await lightFile(`edge${index}.npy`, [steps, rows, cols], (cell, column) => {
    const edge = x0 + pixelsPerSecond * (cell + 0.5) * lightStep;
    return 1e16 * (0.1 + 0.9 * Math.min(Math.max(edge - column, 0), 1));
  });
  const electrons = await electronsOf(`edge${index}`, [
    ...[movie, '--sensor-file', own, '--exposure', String(golden.exposureSeconds)],
    ...['--light-step', String(lightStep)],
  ]);
  // The first column stays bright.
  const places = Array.from({ length: rows }, (_, row) => {
    let sum = 0;
    for (let column = 0; column < cols; column += 1)
      sum += (electrons[row * cols + column]! / electrons[row * cols]! - 0.1) / 0.9;
    return sum;
  });
  for (const [row, place] of places.entries()) {
    expect(Math.abs(place - golden.edgeColumn[row]!)).toBeLessThan(SKEW);
    if (row > 0)
      expect(Math.abs(place - places[row - 1]! - golden.skewPixelsPerRow)).toBeLessThan(SKEW);
  }
});

describe('a sensor with a chip', () => {
  const CHIP = {
    pattern: 'rggb',
    bits: 12,
    blackLevel: 64,
    captures: [{ name: 'long' }, { name: 'short', exposureRatio: 0.0625 }],
    companding: {
      knees: [
        [0, 0],
        [1024, 1024],
        [65535, 4095],
      ],
    },
    defects: { dead: { perMillion: 5000 } },
    opticalBlackRows: 4,
    shutter: { kind: 'rolling', lineSeconds: 1e-5 },
  };

  test('writes its arrays and report.json, with a stack of frames', async () => {
    const light = await lightFile('even.npy', [undefined, 32, 48], () => 1e17);
    const file = await jsonFile(folder, 'chip.json', CHIP);
    const args = ['sensor', light, '--sensor-file', file, '--exposure', '0.01'];
    const out = join(folder, 'frames');
    const many = ['--frames', '3', '--frame-rate', '50', '--threads', '2', '--out', out];
    const { stdout } = await lumenloom(...args, ...many, '--json');
    const { files } = JSON.parse(stdout) as { files: string[] };
    expect(files.toSorted()).toEqual([
      ...['defects.npy', 'electrons.npy', 'electrons_long.npy', 'electrons_short.npy'],
      ...['linear.npy', 'opticalBlack.npy', 'raw.npy', 'raw_long.npy', 'raw_short.npy'],
      'volts.npy',
    ]);
    const stack = await arrayOf(out, 'raw');
    expect(stack.shape).toEqual([3, 32, 48]);
    expect((await arrayOf(out, 'opticalBlack')).shape).toEqual([3, 4, 48]);
    expect((await arrayOf(out, 'defects')).type).toBe('uint8');
    const { sensor, seeds } = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as {
      readonly sensor: object;
      readonly seeds: { readonly temporal: number };
    };
    expect(sensor).toMatchObject({
      shutter: { kind: 'rolling', readOutSeconds: 32e-5, parasiticShareLastRow: 0 },
      captures: [
        { name: 'long', startSeconds: 0, exposureSeconds: 0.01 },
        { name: 'short', exposureSeconds: 0.000625 },
      ],
      hdr: { referenceSaturationElectrons: 141750, knees: [{ signalElectrons: 7973.4375 }] },
    });
    // Frame i is the frame of the seed plus i, on any number of threads.
    const one = join(folder, 'one');
    const seed = String(seeds.temporal + 2);
    await lumenloom(...args, '--seed', seed, '--threads', '1', '--out', one);
    expect((await arrayOf(one, 'raw')).data).toEqual(stack.data.slice(2 * 32 * 48));
  });

  test.each([
    [
      ['--frames', '2', '--frame-rate', '50'],
      'At 50 frames per second an exposure lasts at most 0.02 s, not 0.032515 s.',
    ],
    [
      ['--light-step', '1'],
      'The irradiance must have the shape (cells, 31 or 61, rows, cols), not (31, 32, 48).',
    ],
  ])('%j is refused', async (options, sentence) => {
    const light = await lightFile('even.npy', [undefined, 32, 48], () => 1e17);
    const file = await jsonFile(folder, 'chip.json', CHIP);
    const args = ['sensor', light, '--sensor-file', file, '--exposure', '0.03', ...options];
    const { status, stderr } = await lumenloom(...args, '--out', join(folder, 'refused'));
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
  });

  test.each([
    [[], 'Irradiance of 4 cells needs --light-step, their length in seconds.'],
    [['--light-step', '0.001'], 'The light lasts 0.004 s; exposure and read-out need 0.01 s.'],
  ])('light of four cells with %j is refused', async (options, sentence) => {
    const light = await lightFile('four.npy', [4, 8, 8], () => 1e17);
    const args = ['sensor', light, '--sensor', 'Bayer-grbg', '--exposure', '0.01', ...options];
    const { status, stderr } = await lumenloom(...args, '--out', join(folder, 'refused'));
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
  });
});

describe('simulate', () => {
  const RECIPE = {
    scene: 'Macbeth',
    illuminant: 'D65',
    sensor: 'Bayer-grbg',
    sensorParams: { rows: 60, cols: 90, pixel_size: 16 },
  };
  const simulated = async (name: string, changes: object) => {
    const recipe = await jsonFile(folder, `${name}.json`, { ...RECIPE, ...changes });
    const out = join(folder, name);
    const { status, stderr } = await lumenloom('simulate', recipe, '--stages', '--out', out);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as {
      readonly seeds: object;
      readonly sensor: object;
      readonly measurements: readonly {
        readonly edges: readonly Readonly<Record<'raw' | 'true', { readonly mtf50: number }>>[];
      }[];
    };
    return { out, report };
  };

  test('fields without an effect give the same bits, seeds and report of the sensor', async () => {
    const plain = await simulated('without', {});
    const neutral = await simulated('neutral', {
      sensorFile: { shutter: { kind: 'global' }, opticalBlackRows: 0 },
      flicker: { depth: 0 },
    });
    for (const name of ['electrons', 'volts', 'raw'])
      expect(await arrayOf(neutral.out, name)).toEqual(await arrayOf(plain.out, name));
    expect(neutral.report.seeds).toEqual(plain.report.seeds);
    expect(neutral.report.sensor).toEqual(plain.report.sensor);
  });

  test('aperture and diffusion are in picture and truth alike', async () => {
    const { report } = await simulated('edge', {
      scene: 'Slanted Edge',
      sensorParams: { rows: 120, cols: 160, pixel_size: 4.4 },
      sensorFile: { aperture: [0.5, 0.8], diffusionMicrometres: 1.5 },
    });
    const { raw, true: expected } = report.measurements[0]!.edges[0]!;
    // Whole pixels reach .6.
    expect(expected.mtf50).toBeLessThan(0.55);
    expect(Math.abs(raw.mtf50 - expected.mtf50)).toBeLessThan(MTF50);
  });

  test('bands of flicker vanish under the exposure of the meter that avoids them', async () => {
    const { report, out } = await simulated('steady', {
      sensorFile: {
        shutter: { kind: 'rolling', lineSeconds: 1e-4 },
        captures: [{ name: 'long' }, { name: 'short', exposureRatio: 0.1 }],
      },
      flicker: { hertz: 1000, depth: 0.5 },
      antiFlickerHertz: 1000,
    });
    const { exposureSeconds } = report.sensor as { readonly exposureSeconds: number };
    expect(Math.abs(exposureSeconds * 1000 - Math.round(exposureSeconds * 1000))).toBeLessThan(
      1e-9,
    );
    expect(report.sensor).toMatchObject({ flicker: { rowContrast: expect.any(Number) as number } });
    const { flicker } = report.sensor as { readonly flicker: { readonly rowContrast: number } };
    expect(flicker.rowContrast).toBeLessThan(1e-9);
    for (const name of ['electrons_short', 'raw_long', 'linear'])
      expect((await arrayOf(out, name)).shape).toEqual([60, 90]);
  });
});

describe('emva1288', () => {
  interface Figures {
    readonly measured: Readonly<Record<string, number>>;
    readonly standardError: Readonly<Record<string, number>>;
    readonly model: Readonly<Record<string, number>>;
  }
  /** None of some tens of normal deviates with fixed seeds is larger. */
  const MOST_ERRORS = 4;
  const small = { rows: 128, cols: 128, well_capacity: 9000, voltage_swing: 1, prnu: 0.5 };
  const base = { pattern: 'mono', bits: 12, blackLevel: 64, readNoiseElectrons: 2.5 };
  const reportOf = async (name: string, fields: object) => {
    const file = await jsonFile(folder, `${name}.json`, {
      ...base,
      sensorParams: small,
      ...fields,
    });
    const { status, stdout, stderr } = await lumenloom('emva1288', '--sensor-file', file, '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout) as Figures & {
      readonly captures?: readonly (Figures & { readonly name: string })[];
      readonly merged?: {
        readonly points: readonly { readonly snrDb: number }[];
        readonly measured: { dynamicRangeDb: number; linearityErrorPercent: number };
        readonly model: { dynamicRangeDb: number };
      };
    };
  };
  const expectModel = ({ measured, standardError, model }: Figures, keys: readonly string[]) => {
    for (const key of keys)
      expect(Math.abs(measured[key]! - model[key]!) / standardError[key]!, key).toBeLessThan(
        MOST_ERRORS,
      );
  };

  test('measures captures one by one, and merged', async () => {
    const { captures, merged } = await reportOf('emva-captures', {
      captures: [
        { name: 'high' },
        { name: 'low', sharesChargeWith: 'high', well_capacity: 90000, readNoiseElectrons: 14 },
      ],
    });
    expect(captures!.map(({ name }) => name)).toEqual(['high', 'low']);
    for (const capture of captures!)
      expectModel(capture, ['systemGain', 'quantumEfficiency', 'darkNoiseElectrons']);
    expect(captures![1]!.model['systemGain']).toBeCloseTo(4096 / 90000, 9);
    expect(merged!.points).toHaveLength(50);
    // Points are two decibels apart, and the threshold lies between two of them.
    expect(Math.abs(merged!.measured.dynamicRangeDb - merged!.model.dynamicRangeDb)).toBeLessThan(
      0.5,
    );
    expect(merged!.measured.linearityErrorPercent).toBeLessThan(0.5);
  });

  test('photon transfer reads crosstalk of electrons as gain', async () => {
    const kernel = [
      [0, 0.02, 0],
      [0.02, 0.92, 0.02],
      [0, 0.02, 0],
    ];
    const report = await reportOf('emva-crosstalk', { crosstalk: { electrical: kernel } });
    expect(report.model['systemGain']).toBeCloseTo((0.848 * 4096) / 9000, 9);
    expectModel(report, ['systemGain', 'quantumEfficiency', 'darkNoiseElectrons']);
  });
});
