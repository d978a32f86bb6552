import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npyHeader } from '@lumenloom/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const golden = (name: string): string =>
  fileURLToPath(
    new URL(`../../../packages/engine/references/measuring/${name}.npy`, import.meta.url),
  );
let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

/** Writes float64 values and returns the path. */
async function array(name: string, shape: readonly number[], values: readonly number[]) {
  const path = join(folder, name);
  const data = new Uint8Array(Float64Array.from(values).buffer);
  await writeFile(path, Buffer.concat([npyHeader('float64', shape), data]));
  return path;
}
const json = async (...args: readonly string[]): Promise<unknown> => {
  const { status, stdout, stderr } = await lumenloom('measure', ...args, '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
};

describe('measure sfr', () => {
  test('prints every figure, and writes the curve', async () => {
    const out = join(folder, 'sfr.csv');
    const result = await json('sfr', golden('gauss-5'), '--pitch', '2', '--out', out);
    expect(Object.keys(result as object)).toEqual([
      'edgeDegrees',
      'frequencies',
      'sfr',
      'mtf50',
      'mtf30',
      'mtf10',
      'atNyquist',
      'atHalfNyquist',
      'rise1090Px',
      'overshootPercent',
      'contrast',
      'emptyBins',
      'residualPx',
    ]);
    const lines = (await readFile(out, 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(51);
    expect(lines[0]).toBe('cyPerPixel,sfr,lpPerMm');
    expect(lines[50]).toMatch(/^1,.*,500$/);
  });

  test('measures a region as the column and row of its corner say', async () => {
    const whole = (await json('sfr', golden('disc-4'))) as { mtf50: number };
    const part = await json('sfr', golden('disc-4'), '--roi', '10,40,70,60');
    expect((part as { mtf50: number }).mtf50).toBeCloseTo(whole.mtf50, 2);
  });

  test('takes green of a mosaic unless told otherwise', async () => {
    const path = golden('bayer-6');
    const green = await json('sfr', path, '--pattern', 'grbg', '--channel', 'green');
    expect(await json('sfr', path, '--pattern', 'grbg')).toEqual(green);
  });

  test.each([
    [['--roi', '80,0,30,30'], /reaches out of the picture, which is 90 pixels wide and 120 high/],
    [['--roi', '0,0,20,20'], /it is even/],
    [['--roi', '1,2,3'], /--roi must be x,y,width,height/],
    [['--channel', 'red'], /name the pattern of its mosaic/],
    [['--pattern', 'rgbx'], /[Pp]attern/],
    [['--pattern', 'rggb', '--channel', 'luminance'], /choose red, green or blue/],
    [['--encoding', 'srgb'], /sRGB codes are whole numbers/],
    [['--pitch', '0'], /--pitch must be a number above 0/],
  ])('refuses %j', async (options, sentence) => {
    const { status, stdout, stderr } = await lumenloom(
      'measure',
      'sfr',
      golden('gauss-5'),
      ...options,
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test.each([
    ['three dimensions', [2, 2, 3], Array<number>(12).fill(0), /one plane, \[rows, columns\]/],
    ['no number', [1, 2], [1, NaN], /row 0, column 1 is NaN/],
  ])('refuses an array of %s', async (_, shape, values, sentence) => {
    const path = await array('wrong.npy', shape, values);
    const { status, stderr } = await lumenloom('measure', 'sfr', path);
    expect(status).toBe(2);
    expect(stderr).toMatch(sentence);
  });
});

test('measure stats tells mean, spread and range, whole and per channel', async () => {
  const path = await array('stats.npy', [2, 2, 2], [1, 10, 2, 20, 3, 30, 4, 40]);
  expect(await json('stats', path, '--roi', '0,0,2,1')).toMatchObject({
    count: 4,
    mean: 8.25,
    min: 1,
    max: 20,
    perChannel: [
      { count: 2, mean: 1.5, standardDeviation: Math.SQRT1_2, snr: 1.5 / Math.SQRT1_2 },
      { count: 2, mean: 15, min: 10, max: 20 },
    ],
  });
});

describe('measure difference', () => {
  test('compares arrays', async () => {
    const one = await array('one.npy', [1, 4], [0, 1, 2, 10]);
    const other = await array('other.npy', [1, 4], [0, 1, 2, 8]);
    expect(await json('difference', one, other)).toEqual({
      maxAbs: 2,
      meanAbs: 0.5,
      rms: 1,
      psnrDb: 20,
    });
    expect(await json('difference', one, one)).toMatchObject({ maxAbs: 0, psnrDb: null });
  });
  test('refuses arrays of different shapes', async () => {
    const one = await array('a.npy', [1, 2], [1, 2]);
    const other = await array('b.npy', [2, 1], [1, 2]);
    const { status, stderr } = await lumenloom('measure', 'difference', one, other);
    expect(status).toBe(2);
    expect(stderr).toContain('they must be the same');
  });
});

test('measure colour --pairs', async () => {
  // Sharma, Wu and Dalal (2005), pair 1.
  const pairs = [{ a: [50, 2.6772, -79.7751], b: [50, 0, -82.7485] }];
  const result = await json('colour', '--pairs', await jsonFile(folder, 'pairs.json', pairs));
  const [pair] = (result as { pairs: { deltaE2000: number; deltaE76: number }[] }).pairs;
  expect(pair!.deltaE2000).toBeCloseTo(2.0425, 4);
  expect(pair!.deltaE76).toBeCloseTo(4.0011, 4);
  const { stdout } = await lumenloom('measure', 'colour', '--pairs', join(folder, 'pairs.json'));
  expect(stdout).toBe('pair  CIEDE2000  CIE 1976\n   0     2.0425    4.0011\n');
});
