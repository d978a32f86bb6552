import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader, readNpy } from '@lumenloom/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

/** Motion, scenes that follow each other, frames and captures through the built command. */

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

const BANDS = 31;
const WAVELENGTHS = ['--wavelengths', '400:10:700'];
/** Focal length of the ideal lens and pitch of the sensor of these tests; micrometres. */
const [FOCAL_LENGTH, PITCH] = [8200, 10];
const [ROWS, COLUMNS] = [24, 40];
/** Samples of a scene: each is one pixel wide and high. */
const SCENE = { rows: 48, columns: 80 };
const SCENE_DEGREES = (360 / Math.PI) * Math.atan((SCENE.columns * PITCH) / (2 * FOCAL_LENGTH));

const RECIPE = {
  scene: 'apple.jpg',
  sceneFileParams: { hfov: SCENE_DEGREES },
  illuminant: 'D65',
  illuminantLuminance: 100,
  sensor: 'Bayer-grbg',
  sensorParams: { rows: ROWS, cols: COLUMNS, pixel_size: PITCH },
};

/** A scene that is bright left of an edge, as a cube of reflectance. */
async function edgeScene(path: string, edge: number, rows = SCENE.rows): Promise<void> {
  const { columns } = SCENE;
  const data = Float32Array.from({ length: BANDS * rows * columns }, (_, at) =>
    at % columns < edge ? 0.9 : 0.1,
  );
  const bytes = new Uint8Array(data.buffer);
  await writeFile(path, Buffer.concat([npyHeader('float32', [BANDS, rows, columns]), bytes]));
}

/** Runs a recipe with a monochrome sensor. @returns the folder of the results. */
async function simulated(
  name: string,
  args: readonly string[],
  changes: object = {},
): Promise<string> {
  const recipe = await jsonFile(folder, `${name}.json`, { ...RECIPE, ...changes });
  const out = join(folder, name);
  const options = ['--stages', '--noise', 'off', '--out', out, ...args];
  const { status, stderr } = await lumenloom('simulate', recipe, ...options);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return out;
}

const arrayOf = async (out: string, name: string) =>
  readNpy(await readFile(join(out, `${name}.npy`)));

const electronsOf = async (out: string): Promise<ArrayLike<number>> =>
  (await arrayOf(out, 'electrons')).data;

const reportOf = async (out: string, name = 'report') =>
  JSON.parse(await readFile(join(out, `${name}.json`), 'utf8')) as {
    readonly sensor: Readonly<Record<string, unknown>>;
    readonly seeds: { readonly temporal: number; readonly fixedPattern: number };
  };

/** Where the edge is in each row, columns. */
const edgesOf = (electrons: ArrayLike<number>): readonly number[] =>
  Array.from({ length: ROWS }, (_, row) => {
    const line = Array.from(
      { length: COLUMNS },
      (__, column) => electrons[row * COLUMNS + column]!,
    );
    const [bright, dark] = [line[0]!, line.at(-1)!];
    return line.reduce((sum, value) => sum + (value - dark) / (bright - dark), 0);
  });

describe('scenes that follow each other', () => {
  const [HERTZ, SECONDS, LINE] = [1000, 0.004, 1e-4];
  const rate = ['--scene-rate', String(HERTZ)];
  let scenes: string;
  let mono: string;
  /** Nine scenes whose edge moves by a pixel. */
  const names = Array.from({ length: 9 }, (_, cell) => `${cell}.npy`);
  beforeAll(async () => {
    scenes = join(folder, 'scenes');
    await mkdir(scenes);
    for (const [cell, name] of names.entries()) await edgeScene(join(scenes, name), 36 + cell);
    mono = await jsonFile(folder, 'mono.json', { pattern: 'mono' });
  });
  const common = () => ['--sensor-file', mono, ...WAVELENGTHS, '--exposure', String(SECONDS)];

  test('an exposure is the mean of its scenes', async () => {
    const args = [...common(), '--scene-frames', scenes, ...rate];
    const out = await simulated('mean', args);
    const mean = new Float64Array(ROWS * COLUMNS);
    for (const name of names.slice(0, 4)) {
      const file = ['--scene-file', join(scenes, name)];
      const still = await electronsOf(await simulated(`still-${name}`, [...common(), ...file]));
      mean.forEach((_, pixel) => (mean[pixel]! += still[pixel]! / 4));
    }
    const electrons = await electronsOf(out);
    const largest = Math.max(...mean);
    for (const [pixel, value] of mean.entries())
      expect(Math.abs(electrons[pixel]! - value) / largest).toBeLessThan(SINGLE);
    expect(await readFile(join(out, 'log.txt'), 'utf8')).toContain(
      'The light is 9 scenes one after the other, from 0.npy to 8.npy, each for 0.001 s; the meter sees the first.',
    );
  });

  test('a rolling shutter skews the edge by its speed times the time of a line', async () => {
    const shutter = { kind: 'rolling', lineSeconds: LINE };
    const args = [...common(), '--scene-frames', scenes, ...rate];
    const out = await simulated('skew', args, { sensorFile: { shutter } });
    const edges = edgesOf(await electronsOf(out));
    for (const [row, edge] of edges.entries())
      expect(Math.abs(edge - edges[0]! - HERTZ * LINE * row)).toBeLessThan(SKEW);
  });

  test('frames at a rate go on through the scenes', async () => {
    const args = [...common(), '--scene-frames', scenes, ...rate];
    const out = await simulated('series', [...args, '--frames', '2', '--frame-rate', '200']);
    const [first, second] = await Promise.all(
      ['raw_000', 'raw_001'].map(async (name) => edgesOf((await arrayOf(out, name)).data)),
    );
    // Codes are whole numbers.
    expect(second![0]! - first![0]!).toBeCloseTo(HERTZ / 200, 1);
  });

  test.each([
    [
      ['--exposure', '0.0095', '--scene-rate', '1000'],
      'exposure: The light lasts 0.009 s; exposure and read-out need 0.0095 s.',
    ],
    [[], '--scene-frames needs --scene-rate, the scenes per second.'],
    [
      ['--scene-rate', '5', '--scene-file', 'a.png'],
      '--scene-file is not for --scene-frames: leave one of them out.',
    ],
    [
      ['--scene-rate', '5', '--set', 'motion={"pixelsPerSecond":[10,0]}'],
      'motion moves one scene, and --scene-frames shows several: leave one of them out.',
    ],
  ])('%j is refused', async (options, sentence) => {
    const recipe = await jsonFile(folder, 'refused.json', RECIPE);
    const args = ['--scene-frames', scenes, ...WAVELENGTHS, '--out', join(folder, 'refused')];
    const { status, stderr } = await lumenloom('simulate', recipe, ...args, ...options);
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
  });

  test('scenes of two sizes, and a single one, are refused', async () => {
    const [two, one] = [join(folder, 'two'), join(folder, 'one')];
    for (const path of [two, one]) await mkdir(path);
    await edgeScene(join(two, 'a.npy'), 40);
    await edgeScene(join(two, 'b.npy'), 40, 32);
    await edgeScene(join(one, 'a.npy'), 40);
    const recipe = await jsonFile(folder, 'sizes.json', RECIPE);
    for (const [path, sentence] of [
      [
        two,
        'b.npy has 80 × 32 samples and a.npy 80 × 48: scenes of --scene-frames must have one size.',
      ],
      [one, `${one} holds 1 scenes: --scene-frames needs 2 to 1000`],
    ] as const) {
      const args = ['--scene-frames', path, ...rate, ...WAVELENGTHS];
      const { status, stderr } = await lumenloom('simulate', recipe, ...args);
      expect(status).toBe(2);
      expect(stderr).toContain(sentence);
    }
  });
});

describe('a scene that moves', () => {
  const [SPEED, SECONDS, LINE] = [900, 0.004, 1e-4];
  const motion = { pixelsPerSecond: [SPEED, 0] };
  const shutter = { kind: 'rolling', lineSeconds: LINE };
  let common: readonly string[];
  beforeAll(async () => {
    const scene = join(folder, 'moving.npy');
    await edgeScene(scene, 34);
    const mono = await jsonFile(folder, 'moving-mono.json', { pattern: 'mono' });
    common = [
      ...['--sensor-file', mono, '--scene-file', scene, ...WAVELENGTHS],
      ...['--exposure', String(SECONDS)],
    ];
  });

  test('is skewed by a rolling shutter; log and report say how it moves', async () => {
    const out = await simulated('motion', common, { motion, sensorFile: { shutter } });
    const still = await simulated('motion-still', common, { sensorFile: { shutter } });
    const [edges, before] = [edgesOf(await electronsOf(out)), edgesOf(await electronsOf(still))];
    for (const [row, edge] of edges.entries()) {
      expect(Math.abs(edge - edges[0]! - SPEED * LINE * row)).toBeLessThan(PLACE);
      // The middle of the exposure of the row.
      const moved = SPEED * (SECONDS / 2 + LINE * row);
      expect(Math.abs(edge - before[row]! - moved)).toBeLessThan(PLACE);
    }
    const { sensor } = await reportOf(out);
    expect(sensor).toMatchObject({
      motion: { pathPixels: expect.closeTo(SPEED * SECONDS, 9) as number, subFrames: 8 },
      shutter: { kind: 'rolling', readOutSeconds: expect.closeTo(ROWS * LINE, 9) as number },
    });
    const log = await readFile(join(out, 'log.txt'), 'utf8');
    expect(log).toContain('3.6 px during the exposure; rolling ');
    expect(log).toContain('Images: 8 stand for the exposure.');
    const plain = await reportOf(still);
    expect(plain.sensor).not.toHaveProperty('motion');
    expect(plain.seeds).not.toEqual((await reportOf(out)).seeds);
  });

  test('is formed from at most 512 images, which the log says', async () => {
    const out = await simulated('fast', common, { motion: { pixelsPerSecond: [1e5, 0] } });
    expect(await readFile(join(out, 'log.txt'), 'utf8')).toContain(
      'Images: 512 stand for the exposure, the most that are formed: edges show steps.',
    );
  });

  test('motion of 0 is none: the same bits, seeds and report', async () => {
    const none = await simulated('none', common);
    const zero = await simulated('zero', common, { motion: { pixelsPerSecond: [0, 0] } });
    for (const name of ['electrons', 'volts', 'raw'])
      expect(await arrayOf(zero, name)).toEqual(await arrayOf(none, name));
    const [one, other] = [await reportOf(zero), await reportOf(none)];
    expect([one.sensor, one.seeds]).toEqual([other.sensor, other.seeds]);
  });

  test('is further on in each frame at a rate', async () => {
    const [frames, rate] = [3, 250];
    const args = [...common, '--frames', String(frames), '--frame-rate', String(rate)];
    const out = await simulated('frames', args, { motion });
    const stack = await arrayOf(out, 'raw');
    expect(stack.shape).toEqual([frames, ROWS, COLUMNS]);
    const pixels = ROWS * COLUMNS;
    const places = Array.from({ length: frames }, (_, frame) =>
      edgesOf(stack.data.slice(frame * pixels, (frame + 1) * pixels)),
    );
    for (const [frame, edges] of places.entries())
      // Codes are whole numbers.
      expect(Math.abs(edges[0]! - places[0]![0]! - (SPEED * frame) / rate)).toBeLessThan(CODES);
    const { seeds: first } = await reportOf(out, 'report_000');
    const { seeds: last } = await reportOf(out, 'report_002');
    expect(last.temporal).toBe((first.temporal + 2) % 2 ** 32);
    expect(last.fixedPattern).toBe(first.fixedPattern);
  });
});

describe('sensor with light that changes', () => {
  const [CELLS, SIDE, STEP, SECONDS] = [4, 8, 0.01, 0.001];
  const FLICKER = { kind: 'sine', hertz: 100, depth: 0.5 };

  test('takes frames at a rate from it, and writes report.json', async () => {
    const pixels = SIDE * SIDE;
    const data = Float32Array.from(
      { length: CELLS * BANDS * pixels },
      (_, at) => 1e15 * (1 + Math.floor(at / (BANDS * pixels))),
    );
    const movie = join(folder, 'movie.npy');
    const header = npyHeader('float32', [CELLS, BANDS, SIDE, SIDE]);
    await writeFile(movie, Buffer.concat([header, new Uint8Array(data.buffer)]));
    const mono = await jsonFile(folder, 'sensor-mono.json', {
      pattern: 'mono',
      bits: 16,
      sensorParams: { well_capacity: 1e5 },
      shutter: { kind: 'rolling', lineSeconds: 1e-5 },
    });
    const args = [
      ...['sensor', movie, '--sensor-file', mono, '--light-step', String(STEP), '--noise', 'off'],
      ...['--exposure', String(SECONDS), '--frames', String(CELLS), '--frame-rate', '100'],
    ];
    const [steady, flickering] = ['steady', 'flickering'].map((name) => join(folder, name));
    const flicker = await jsonFile(folder, 'flicker.json', FLICKER);
    for (const options of [
      ['--out', steady!],
      ['--flicker', flicker, '--out', flickering!],
    ]) {
      const { status, stderr } = await lumenloom(...args, ...options);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    }
    const stack = await arrayOf(steady!, 'raw');
    expect(stack.shape).toEqual([CELLS, SIDE, SIDE]);
    for (let frame = 1; frame < CELLS; frame += 1)
      expect(Math.abs(stack.data[frame * pixels]! - (1 + frame) * stack.data[0]!)).toBeLessThan(
        CELLS,
      );
    // The mean of 1 + depth sin 2πft over the exposure of a row.
    const [even, bands] = [await electronsOf(steady!), await electronsOf(flickering!)];
    const { hertz, depth } = FLICKER;
    for (let row = 0; row < SIDE; row += 1) {
      const [from, to] = [row * 1e-5, row * 1e-5 + SECONDS].map((time) =>
        Math.cos(2 * Math.PI * hertz * time),
      );
      const factor = 1 + (depth * (from! - to!)) / (2 * Math.PI * hertz * SECONDS);
      const at = row * SIDE;
      expect(Math.abs(bands[at]! / even[at]! / factor - 1)).toBeLessThan(SINGLE);
    }
    const angle = Math.PI * hertz * SECONDS;
    expect((await reportOf(flickering!)).sensor).toMatchObject({
      shutter: { kind: 'rolling', lineSeconds: 1e-5 },
      flicker: { rowContrast: expect.closeTo((depth * Math.sin(angle)) / angle, 9) as number },
    });
    expect((await reportOf(steady!)).sensor).not.toHaveProperty('flicker');
  });
});

describe('a bracket', () => {
  test('writes raw of each capture and linear light, which the merge makes of them', async () => {
    const ratio = 1 / 16;
    const captures = [{ name: 'long' }, { name: 'short', exposureRatio: ratio }];
    const out = join(folder, 'bracket');
    const recipe = await jsonFile(folder, 'bracket.json', {
      scene: 'Macbeth',
      illuminant: 'D65',
      sensor: 'Bayer-grbg',
      sensorParams: { rows: ROWS, cols: COLUMNS, pixel_size: 40, dark_voltage: 0 },
      sensorFile: { captures },
    });
    const args = ['--stages', '--exposure', '0.002', '--out', out];
    const { status, stderr } = await lumenloom('simulate', recipe, ...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [long, short, linear] = await Promise.all(
      ['raw_long', 'raw_short', 'linear'].map((name) => arrayOf(out, name)),
    );
    expect([long!.type, short!.type, linear!.type]).toEqual(['uint16', 'uint16', 'float32']);
    const { sensor } = await reportOf(out);
    const [first, last] = sensor['captures'] as readonly {
      readonly electronsPerCode: number;
      readonly saturationElectrons: number;
      readonly startSeconds: number;
      readonly clippedPercent: readonly number[];
    }[];
    // The second begins when the first has been read.
    expect(last!.startSeconds).toBeCloseTo(0.002, 9);
    expect(Math.max(...first!.clippedPercent)).toBeGreaterThan(0);
    let merged = 0;
    for (const [pixel, value] of linear!.data.entries()) {
      const electrons = long!.data[pixel]! * first!.electronsPerCode;
      const isLong = electrons < KNEE * first!.saturationElectrons;
      const expected = isLong ? electrons : (short!.data[pixel]! * last!.electronsPerCode) / ratio;
      expect(Math.abs(value - expected)).toBeLessThanOrEqual(SINGLE * expected);
      merged += isLong ? 0 : 1;
    }
    // Each capture gives some pixels of the picture.
    expect(merged).toBeGreaterThan(0);
    expect(merged).toBeLessThan(ROWS * COLUMNS);
  });
});

describe('what cannot be', () => {
  const bracket = [{ name: 'long' }, { name: 'short', exposureRatio: 0.1 }];
  const matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const rolling = { kind: 'rolling', lineSeconds: 1e-5 };
  const companding = (...knees: readonly (readonly [number, number])[]) => ({
    sensorFile: { captures: bracket, companding: { knees: [[0, 0], ...knees] } },
  });
  const merged = (captures: readonly object[], merge: object) => ({
    sensorFile: { captures, merge },
  });
  const homographies = (...matrices: readonly (readonly number[])[]) => ({
    motion: { homographies: { seconds: [0, 1], matrices } },
  });

  test.each<[changes: object, sentence: string]>([
    [
      { sensorFile: { captures: [{ name: 'a' }] } },
      'sensorFile.captures: captures must have 2 to 4 entries.',
    ],
    [
      { sensorFile: { captures: [{ name: 'a' }, { name: 'b', well_capacity: 1000 }] } },
      'captures must go from the most sensitive to the least: a saturates at 9000 electrons of the first, b at 1000.',
    ],
    [
      {
        sensorFile: {
          captures: [{ name: 'a' }, { name: 'b', sharesChargeWith: 'a', exposureRatio: 0.5 }],
        },
      },
      'sensorFile.captures[1]: captures[1] shares the charge of a: exposureRatio, sensitivity and startLines are those of a.',
    ],
    [
      {
        sensorFile: { shutter: rolling, captures: [bracket[0], { ...bracket[1], startLines: 3 }] },
      },
      'captures[1].startLines: captures[1] begins after 3 lines, while the exposure before it lasts 1000: startLines must be 0, a photodiode of its own, or at least 1000.',
    ],
    [
      { sensorFile: { captures: [bracket[0], { ...bracket[1], startLines: 3 }] } },
      'sensorFile.captures[1].startLines: startLines above 0 needs a rolling shutter with lineSeconds.',
    ],
    [{ sensorFile: { merge: { rule: 'pick' } } }, 'sensorFile.merge: merge needs captures.'],
    [
      merged([{ name: 'a' }, { name: 'b', sharesChargeWith: 'a', well_capacity: 1e6 }], {
        rule: 'variance',
      }),
      'sensorFile.merge.rule: merge.rule variance needs captures with charges of their own.',
    ],
    [
      merged(bracket, { rule: 'x' }),
      'sensorFile.merge.rule: merge.rule must be one of pick, blend, variance.',
    ],
    [
      merged(bracket, { linearBits: 20 }),
      'sensorFile.merge.linearBits: linearBits of 20 needs companding: raw files have at most 16 bits.',
    ],
    [
      companding([100, 100]),
      'sensorFile.companding.knees: companding.knees must begin at [0, 0] and end at [65535, 4095].',
    ],
    [
      companding([100, 100], [90, 200], [65535, 4095]),
      'sensorFile.companding.knees[2]: companding.knees[2] does not exceed the knee before it.',
    ],
    [
      companding([100, 200], [65535, 4095]),
      'sensorFile.companding.knees[1]: companding.knees[1] is steeper than 1: codes would be left out.',
    ],
    [
      { sensorFile: { shutter: { ...rolling, parasiticLightSensitivity: 0.1 } } },
      'sensorFile.shutter.parasiticLightSensitivity: parasiticLightSensitivity belongs to a global shutter.',
    ],
    [
      { sensorFile: { shutter: { kind: 'x' } } },
      'sensorFile.shutter.kind: shutter.kind must be one of global, rolling, globalReset.',
    ],
    [
      { sensorFile: { nonLinearity: [-0.5, -0.5] } },
      'sensorFile.nonLinearity: nonLinearity must rise from 0 to the well.',
    ],
    [
      { motion: {} },
      'motion must have one of pixelsPerSecond, millimetresPerSecond, degreesPerSecond and homographies.',
    ],
    [
      homographies([1, 0, 1, 0, 1, 0, 0, 0, 1], matrix),
      'motion.homographies must begin with the identity at 0 s.',
    ],
    [
      homographies(matrix, [0, 0, 1, 0, 0, 0, 0, 0, 1]),
      'motion.homographies.matrices[1] has no inverse.',
    ],
    [
      { motion: { pixelsPerSecond: [2e6, 0] } },
      'motion.pixelsPerSecond[0] must be at most 1000000, not 2000000.',
    ],
    [
      { motion: { pixelsPerSecond: [1, 0] }, scene: 'Depth Steps' },
      'motion needs a scene at one distance: leave out motion, or the distances.',
    ],
    [
      {
        motion: { pixelsPerSecond: [1, 0] },
        optics: 'Double-Gauss',
        opticsParams: { coating: 'uncoated', ghostPairs: 3 },
      },
      'motion: Ghosts of a moving scene are not formed: set opticsParams.ghostPairs to 0.',
    ],
    [{ flicker: { kind: 'sine', hertz: 100, duty: 0.3 } }, 'flicker.duty: duty belongs to pwm.'],
    [{ flicker: { kind: 'x' } }, 'flicker.kind must be one of sine, pwm.'],
  ])('%j is refused with its field', async (changes, sentence) => {
    const recipe = await jsonFile(folder, 'cannot.json', { ...RECIPE, ...changes });
    const args = ['--exposure', '0.01', '--out', join(folder, 'cannot')];
    const { status, stderr } = await lumenloom('simulate', recipe, ...args);
    expect([status, stderr]).toEqual([2, `${sentence}\n`]);
  });

  test('frames that follow faster than they are exposed are refused', async () => {
    const recipe = await jsonFile(folder, 'fast.json', RECIPE);
    const args = ['--frames', '2', '--frame-rate', '50', '--exposure', '0.03'];
    const { status, stderr } = await lumenloom('simulate', recipe, ...args);
    expect([status, stderr]).toEqual([
      2,
      'exposure: At 50 frames per second an exposure lasts at most 0.02 s, not 0.03 s.\n',
    ]);
  });
});

/** Share of the largest value: sums of pictures in single precision. */
const SINGLE = 2e-6;
/** Share of a pixel, over the picture. */
const SKEW = 1e-3;
/** Error of the reference: an edge over the picture, pixels. */
const PLACE = 0.02;
/** The same of whole codes, of which the edge has hundreds. */
const CODES = 0.1;
/** Share of the saturation up to which a capture counts. */
const KNEE = 0.9;
