/** `measure colour` on a picture, on the camera of a recipe, and for a light. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

interface Colours {
  readonly patches: readonly {
    readonly name: string;
    readonly reference: readonly number[];
    readonly deltaE2000: number;
  }[];
  readonly mean: number;
  readonly max: number;
}
const RECIPE = {
  illuminant: 'Illuminant A',
  scene: 'Macbeth',
  sensor: 'Bayer-grbg',
  isp: 'Fast-openISP',
};
/**
 * The chart is 652.2 x 434.8 pixels in the middle of 650 x 450. An option that begins with a minus
 * needs '='.
 */
const CORNERS = '-1.1,7.6,651.1,7.6,651.1,442.4,-1.1,442.4';

test('a picture with its corners named is measured as the run measures it, from any first corner', async () => {
  const folder = await temporaryFolder();
  const recipe = await jsonFile(folder, 'recipe.json', RECIPE);
  const read = async (...args: readonly string[]): Promise<Colours> => {
    const { status, stdout, stderr } = await lumenloom('measure', 'colour', ...args, '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout) as Colours;
  };
  await lumenloom('simulate', recipe, '--out', folder);
  const picture = join(folder, 'result.png');
  const [ofRun, ofPicture] = [
    await read('--recipe', recipe),
    await read(picture, `--corners=${CORNERS}`, '--light', 'Illuminant A'),
  ];
  expect(ofPicture.patches.map(({ name }) => name)).toEqual(ofRun.patches.map(({ name }) => name));
  expect(ofPicture.patches).toHaveLength(24);
  // The corners are named to a tenth of a pixel.
  expect(Math.abs(ofPicture.mean - ofRun.mean)).toBeLessThan(0.02);
  expect(ofRun.mean).toBeGreaterThan(10);

  // What the maker publishes for D50 (L*, a*, b* of white and black), adapted to D65.
  for (const [edition, white, black] of [
    ['2005', 96.539, 20.461],
    ['2014', 95.19, 20.64],
  ] as const) {
    const published = await read(picture, `--corners=${CORNERS}`, '--reference', edition);
    expect(published.patches[18]!.reference[0]).toBeCloseTo(white, 0);
    expect(published.patches[23]!.reference[0]).toBeCloseTo(black, 0);
    // Neutral in both, while white of our chart is yellow.
    expect(Math.hypot(...published.patches[18]!.reference.slice(1))).toBeLessThan(3.5);
    expect(Math.hypot(...ofPicture.patches[18]!.reference.slice(1))).toBeGreaterThan(5);
    expect(published.mean).not.toBe(ofPicture.mean);
  }

  const { stdout: table } = await lumenloom('measure', 'colour', '--recipe', recipe);
  const [heading, first, ...others] = table.split('\n');
  expect(heading).toMatch(/^patch +L\* +a\* +b\* +for L\* +a\* +b\* +CIEDE2000 +CIE 1976 +SNR dB$/);
  expect(first).toMatch(/^dark skin( +-?\d+\.\d){9}$/);
  expect(others.join('\n')).toMatch(/^neutral 6\.5 [^]*^Colour temperature off +-?\d+ K$/m);

  const suited = await lumenloom('measure', 'colour', '--suit-light', '--recipe', recipe);
  expect(suited.stderr).toMatch(
    /^Macbeth chart, estimated: CIEDE2000 17\.\d before, 6\.\d after; clipped by CCM \S+ % before, 4\.2 % after\. A white diffuser is neutral\.\n$/,
  );
  const better = { ...RECIPE, ispParams: JSON.parse(suited.stdout) as object };
  const after = await read('--recipe', await jsonFile(folder, 'better.json', better));
  expect(after.mean).toBeLessThan(0.4 * ofRun.mean);
  const again = await lumenloom(
    'measure',
    'colour',
    '--suit-light',
    '--recipe',
    await jsonFile(folder, 'again.json', better),
  );
  expect(again.stderr).toMatch(/^AWB and CCM stay as they are: no others were found/);
  expect(JSON.parse(again.stdout)).toEqual(better.ispParams);
});

/** CIEDE2000 that job J9 asks for at most, and how near to neutral white is, per cent. */
const [MOST_ERROR, NEUTRAL_PERCENT] = [6.6, 1];

test('--suit-light takes a light of the own: a warm LED becomes neutral', async () => {
  const folder = await temporaryFolder();
  const bell = (nm: number, centre: number, width: number): number =>
    Math.exp(-0.5 * ((nm - centre) / width) ** 2);
  const led = join(folder, 'warm-led.csv');
  const rows = Array.from({ length: 81 }, (_, i) => {
    const nm = 380 + 5 * i;
    return `${nm},${0.28 * bell(nm, 450, 9) + bell(nm, 605, 62)}`;
  });
  await writeFile(led, ['nm,energy', ...rows, ''].join('\n'));
  const light = ['--light-file', led];
  const small = {
    ...RECIPE,
    illuminant: '',
    sensorParams: { rows: 120, cols: 180, pixel_size: 8 },
  };
  const recipe = await jsonFile(folder, 'recipe.json', small);
  const suited = await lumenloom(
    ...['measure', 'colour', '--recipe', recipe, '--suit-light', ...light],
  );
  const [, before, after] =
    /^Macbeth chart, estimated: CIEDE2000 (\S+) before, (\S+) after; .* A white diffuser is neutral\.$/m
      .exec(suited.stderr)!
      .map(Number) as [number, number, number];
  expect(before).toBeGreaterThan(20);
  expect(after).toBeLessThanOrEqual(MOST_ERROR);
  const better = { ...small, ispParams: JSON.parse(suited.stdout) as object };
  const [file, out] = [await jsonFile(folder, 'better.json', better), join(folder, 'out')];
  expect((await lumenloom('simulate', file, ...light, '--out', out)).status).toBe(0);
  const { isp, measurements } = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as {
    readonly isp: { readonly whiteBalance: Readonly<Record<string, number>> };
    readonly measurements: readonly { readonly name: string; readonly mean?: number }[];
  };
  expect(Math.abs(isp.whiteBalance['blueOverRedPercent']!)).toBeLessThan(NEUTRAL_PERCENT);
  expect(Math.abs(isp.whiteBalance['greenPercent']!)).toBeLessThan(NEUTRAL_PERCENT);
  const { mean } = measurements.find(({ name }) => name === 'colour')!;
  // Noise of the blue channel, whose gain is 12, adds to what the search estimates.
  expect(mean).toBeLessThan(0.4 * before);
});

test.each([
  [[], /Name one picture with --corners, or --recipe/],
  [['picture.png', '--pairs', 'pairs.json'], /Name one picture/],
  [['picture.png'], /--corners must be eight numbers/],
  [['picture.png', '--corners', '1,2,3'], /--corners must be eight numbers/],
  [['picture.png', `--corners=${CORNERS}`], /There is no file picture\.png/],
  [['picture.png', `--corners=${CORNERS}`, '--light', 'Moon'], /--light must be/],
  [['picture.png', `--corners=${CORNERS}`, '--reference', '1976'], /--reference must be/],
  [['--suit-light', '--pairs', 'x.json'], /There is no file x\.json|--suit-light needs/],
])('refuses %j', async (args, sentence) => {
  const { status, stdout, stderr } = await lumenloom('measure', 'colour', ...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(sentence);
});

test('refuses a recipe that shows no chart, and one whose chart is too small', async () => {
  const folder = await temporaryFolder();
  const measure = async (change: object): Promise<string> => {
    const recipe = await jsonFile(folder, 'recipe.json', { ...RECIPE, ...change });
    return (await lumenloom('measure', 'colour', '--recipe', recipe)).stderr;
  };
  expect(await measure({ scene: 'Gridlines' })).toMatch(/^scene: the recipe must show the Macbeth/);
  expect(await measure({ macbethParams: { hfov: 0.3 } })).toMatch(/the chart is too small/);
});
