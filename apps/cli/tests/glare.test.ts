import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readNpy } from '@lumenloom/engine';
import { describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const golden = (name: string) =>
  JSON.parse(
    readFileSync(
      new URL(
        `../../../packages/engine/references/optics/golden-depth/${name}.json`,
        import.meta.url,
      ),
      'utf8',
    ),
  ) as {
    readonly fields: readonly {
      readonly mgf2: { readonly transmission: number; readonly totalShare: number };
      readonly uncoated: { readonly transmission: number; readonly totalShare: number };
    }[];
    readonly kernels: readonly {
      readonly scatterShoulderDegrees: number;
      readonly scatterSlope: number;
      readonly peakPerMm2: number;
      readonly veilingGlareIndex: readonly Readonly<Record<string, number>>[];
    }[];
  };
const json = async (...args: readonly string[]): Promise<unknown> => {
  const { status, stdout, stderr } = await lumenloom(...args, '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
};

describe('lens --ghosts', () => {
  const axis = ['lens', 'cooke-triplet', '--fields', '0', '--wavelengths', '550'];

  test('lists the strongest of all pairs, with those of the sensor', async () => {
    const { ghosts } = (await json(...axis, '--ghosts', '3', '--coating', 'mgf2')) as {
      readonly ghosts: readonly {
        readonly transmission: number;
        readonly totalShare: number;
        readonly pairs: readonly { readonly first: number | string; readonly second: number }[];
      }[];
    };
    const { mgf2 } = golden('cooke.ghosts').fields[0]!;
    expect(ghosts).toHaveLength(1);
    expect(ghosts[0]!.transmission).toBeCloseTo(mgf2.transmission, 4);
    expect(ghosts[0]!.totalShare / mgf2.totalShare).toBeCloseTo(1, 1.5);
    expect(ghosts[0]!.pairs.map(({ first, second }) => [first, second])[0]).toEqual([6, 1]);
    expect(ghosts[0]!.pairs).toHaveLength(3);
    const { stdout } = await lumenloom(
      ...[...axis, '--coating-reflectance', '1', '--sensor-reflectance', '5'],
    );
    expect(stdout).toMatch(/^550 nm, field 0\.000°: 94\.\d % of the light passes/m);
    expect(stdout).toMatch(/^ *sensor, \d /m);
  });

  test.each([
    [['--ghosts', '3'], 'Ghost pairs need a coating: choose uncoated or mgf2.'],
    [['--sensor-reflectance', '5'], 'Ghost pairs need a coating: choose uncoated or mgf2.'],
    [['--coating', 'gold'], '--coating must be uncoated or mgf2, not gold.'],
    [
      ['--coating', 'mgf2', '--coating-reflectance', '1'],
      '--coating and --coating-reflectance are both given: give one.',
    ],
    [
      ['--coating', 'mgf2', '--ghosts', '201'],
      '--ghosts must be a whole number from 0 to 200, not "201".',
    ],
  ])('%j is refused with a sentence', async (options, sentence) => {
    const { status, stderr } = await lumenloom(...axis, ...options);
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
  });
});

test('measure glare: the veil of scattered light, as the closed form has it', async () => {
  const [kernel] = golden('glare').kernels;
  const wanted = kernel!.veilingGlareIndex[0]!;
  expect(
    await json(
      ...['measure', 'glare', '--lens', 'double-gauss', '--scatter', `${wanted['scatterPercent']}`],
      ...['--scatter-shoulder', `${kernel!.scatterShoulderDegrees}`],
      ...['--scatter-slope', `${kernel!.scatterSlope}`],
      ...['--black', `${wanted['blackRadiusMm']}`, '--field', `${wanted['fieldRadiusMm']}`],
    ),
  ).toEqual({
    kernelPeakPerMm2: expect.closeTo(kernel!.peakPerMm2, 9) as number,
    b0PerSr: expect.closeTo(wanted['b0PerSr']!, 9) as number,
    scatterVeilingGlarePercent: expect.closeTo(wanted['vgiPercent']!, 9) as number,
  });
});

test('simulate: scattered light reaches what the scene leaves black, and log and report say so', async () => {
  const folder = await temporaryFolder();
  const recipe = {
    scene: 'Macbeth',
    sensor: 'Bayer-grbg',
    seed: 1,
    macbethParams: { hfov: 4 },
    sensorParams: { rows: 48, cols: 320 },
  };
  const simulated = async (name: string, opticsParams: object) => {
    const path = await jsonFile(folder, `${name}.json`, { ...recipe, opticsParams });
    const out = join(folder, name);
    const { status, stdout, stderr } = await lumenloom(
      ...['simulate', path, '--out', out, '--stages', '--noise', 'off'],
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { data } = readNpy(await readFile(join(out, 'irradiance.npy')));
    const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as {
      readonly optics: { readonly stray?: Readonly<Record<string, unknown>> };
    };
    return { stdout, data, stray: report.optics.stray };
  };
  const clean = await simulated('clean', {});
  const hazy = await simulated('hazy', { scatter: 5 });
  expect(clean.stray).toBeUndefined();
  expect(hazy.stray).toEqual({
    transmission: 1,
    scatterPercent: 5,
    veilingGlarePercent: expect.any(Number) as number,
    ghosts: [],
    ghostPercent: 0,
    leftOutPercent: 0,
  });
  expect(hazy.stdout).toMatch(/Stray light: 5 % scattered; veiling glare [\d.]+ %\./);
  expect(clean.stdout).not.toContain('Stray light');
  // The corner lies beyond the picture of the scene.
  expect(clean.data[0]).toBe(0);
  expect(hazy.data[0]).toBeGreaterThan(0);
});

test('simulate: ghosts of a coated lens lie over the picture, and log and report say which', async () => {
  const folder = await temporaryFolder();
  const recipe = {
    scene: 'Point Array',
    optics: 'Cooke Triplet',
    sensor: 'Bayer-grbg',
    seed: 1,
    sensorParams: { rows: 32, cols: 48, pixel_size: 20 },
    // One band: ghosts are traced for each.
    illuminant: 'Custom',
    illuminantCustomPhotons: Array.from({ length: 31 }, (_, band) => Number(band === 15)),
  };
  const simulated = async (name: string, opticsParams: object, threads: string) => {
    const path = await jsonFile(folder, `${name}.json`, { ...recipe, opticsParams });
    const out = join(folder, name);
    const { status, stdout, stderr } = await lumenloom(
      ...['simulate', path, '--out', out, '--stages', '--noise', 'off', '--threads', threads],
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { data } = readNpy(await readFile(join(out, 'irradiance.npy')));
    const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as {
      readonly optics: {
        readonly whiteIlluminanceLux: number;
        readonly stray?: {
          readonly transmission: number;
          readonly ghosts: readonly object[];
          readonly ghostPercent: number;
          readonly leftOutPercent: number;
        };
      };
    };
    return { stdout, data: [...data], ...report.optics };
  };
  const clean = await simulated('clean', {}, '1');
  const dimmed = await simulated('dimmed', { coating: 'uncoated', ghostPairs: 0 }, '1');
  const ghostly = await simulated('ghostly', { coating: 'uncoated', ghostPairs: 12 }, '1');
  const { uncoated } = golden('cooke.ghosts').fields[0]!;
  const share = uncoated.transmission;
  expect(dimmed.stray!.transmission).toBeCloseTo(share, 4);
  expect(dimmed.whiteIlluminanceLux / clean.whiteIlluminanceLux).toBeCloseTo(share, 3);
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  expect(sum(dimmed.data) / sum(clean.data)).toBeCloseTo(share, 2);
  expect(ghostly.data.every((value, pixel) => value >= dimmed.data[pixel]!)).toBe(true);
  expect(sum(ghostly.data)).toBeGreaterThan(sum(dimmed.data));
  const { ghosts, ghostPercent, leftOutPercent } = ghostly.stray!;
  expect(ghosts).toHaveLength(10);
  expect(ghosts[0]).toMatchObject({ first: 6, second: 1 });
  expect((ghostPercent + leftOutPercent) / (100 * uncoated.totalShare)).toBeCloseTo(1, 1.5);
  expect(ghostly.stdout).toMatch(
    /Coating: 70\.6 % of the light passes, 2\d(\.\d)? % is absorbed or leaves the lens\./,
  );
  expect(ghostly.stdout).toMatch(
    /Ghosts: the 12 strongest pairs of reflections, 1\.\d+ % of the light; 0\.\d+ % is left out\./,
  );
  expect(dimmed.stdout).toContain('Ghosts: none in the picture; 1.43 % of the light is left out.');
  const threaded = await simulated('threaded', { coating: 'uncoated', ghostPairs: 12 }, '2');
  expect(threaded.data).toEqual(ghostly.data);
});

test('measure glare --recipe: what the camera records beside the true glare', async () => {
  const folder = await temporaryFolder();
  const path = await jsonFile(folder, 'camera.json', {
    scene: 'Macbeth',
    sensor: 'Bayer-grbg',
    seed: 1,
    opticsParams: { scatter: 4 },
    sensorParams: { rows: 100, cols: 150, pixel_size: 4.4 },
  });
  const found = (await json('measure', 'glare', '--recipe', path)) as Readonly<
    Record<'flarePercent' | 'veilingGlarePercent' | 'scatterVeilingGlarePercent', number>
  >;
  const near = (value: number, wanted: number): void =>
    expect(Math.abs(value - wanted)).toBeLessThan(0.02 * wanted + 0.02);
  // The ideal lens spreads no light: its glare follows the closed form.
  near(found.veilingGlarePercent, found.scatterVeilingGlarePercent);
  near(found.flarePercent, found.veilingGlarePercent);
  const refused = await lumenloom('measure', 'glare', '--recipe', path, '--lens', 'fisheye');
  expect(refused.stderr).toContain('--recipe has a lens of its own');
});
