import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  cameraColour,
  deltaE2000,
  labOf,
  readNpy,
  srgbDecoder,
  type SimulationPlan,
} from '@lumenloom/engine';
import { decodePicture } from '@lumenloom/node-host';
import { toPlan } from '@lumenloom/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { linearSrgbToXyz } from '../../../packages/engine/src/colour/srgb.ts';
import type { Triple } from '../../../packages/engine/src/colour/xyz.ts';
import { readExr } from '../../../packages/node-host/src/exr/read-exr.ts';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const recipe = {
  scene: 'Macbeth',
  illuminant: 'D65',
  sensor: 'Bayer-rggb',
  isp: 'Fast-openISP',
  sensorParams: { rows: '302', cols: '452', pixel_size: '3.2', analog_offset: '0.05' },
};
const [ROWS, COLUMNS] = [302, 452];
const has = (program: string): boolean => spawnSync(program, []).error === undefined;

let folder: string;
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await temporaryFolder();
  const { status, stderr } = await lumenloom(
    ...['simulate', await jsonFile(folder, 'recipe.json', recipe), '--out', path('out')],
    ...[
      '--stages',
      '--noise',
      'off',
      '--dng',
      path('a.dng'),
      '--raw16',
      path('a.raw'),
      '--exr',
      path('a.exr'),
      '--exr-scene',
      path('scene.exr'),
      '--tiff',
      path('a.tiff'),
      '--png16',
      path('a16.png'),
      '--mat',
      path('a.mat'),
    ],
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

const arrayOf = async (name: string) => readNpy(await readFile(path(`out/${name}.npy`)));

describe('files for other programs', () => {
  test('the raw codes, bare, with a description beside them', async () => {
    const { data } = await arrayOf('raw');
    const bytes = await readFile(path('a.raw'));
    expect(bytes.equals(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))).toBe(true);
    const sidecar = JSON.parse(await readFile(path('a.raw.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(sidecar).toMatchObject({
      rows: ROWS,
      columns: COLUMNS,
      pattern: 'rggb',
      bits: 10,
      white: 1023,
      recipe,
    });
    // 0.05 V of 1.15 V.
    expect(sidecar['black']).toBeCloseTo((0.05 / 1.15) * 1024, 9);
  });

  test('DNG as exiftool reads it', async (context) => {
    if (!has('exiftool')) context.skip('skipped: no exiftool');
    const tags = JSON.parse(
      execFileSync('exiftool', ['-j', '-n', '-G1', path('a.dng')], { encoding: 'utf8' }),
    ) as readonly [Record<string, unknown>];
    expect(tags[0]).toMatchObject({
      'IFD0:SubfileType': 1,
      'IFD0:DNGVersion': '1 4 0 0',
      'IFD0:UniqueCameraModel': 'Lumenloom Bayer-rggb',
      'IFD0:CalibrationIlluminant1': 21,
      'SubIFD:SubfileType': 0,
      'SubIFD:PhotometricInterpretation': 32803,
      'SubIFD:ImageWidth': COLUMNS,
      'SubIFD:ImageHeight': ROWS,
      'SubIFD:BitsPerSample': 16,
      'SubIFD:Compression': 1,
      'SubIFD:CFARepeatPatternDim': '2 2',
      'SubIFD:CFAPattern2': '0 1 1 2',
      'SubIFD:CFAPlaneColor': '0 1 2',
      'SubIFD:WhiteLevel': 1023,
    });
    expect(Number(tags[0]['SubIFD:BlackLevel'])).toBeCloseTo((0.05 / 1.15) * 1024, 5);
    expect(String(tags[0]['XMP-dc:Description'])).toContain(JSON.stringify(recipe));
  });

  test('dcraw finds the codes in the DNG as they are', async (context) => {
    if (!has('dcraw')) context.skip('skipped: no dcraw');
    // -D: the mosaic without any change, as a PGM of 16 bits, big-endian.
    const pgm = execFileSync('dcraw', ['-c', '-D', '-4', path('a.dng')], { maxBuffer: 1e8 });
    const header = ['P', 5, `\n${COLUMNS} ${ROWS}\n65535\n`].join('');
    expect(pgm.subarray(0, header.length).toString('latin1')).toBe(header);
    const { data } = await arrayOf('raw');
    for (let i = 0; i < data.length; i += 1)
      if (pgm.readUInt16BE(header.length + 2 * i) !== data[i]) expect.fail(`pixel ${i} differs`);
  });

  test('dcraw develops the patches as our white balance and matrix do', async (context) => {
    if (!has('dcraw')) context.skip('skipped: no dcraw');
    const byDcraw = developedByDcraw();
    const { data: raw } = await arrayOf('raw');
    const black = (0.05 / 1.15) * 1024;
    const plan = planOf();
    const colour = cameraColour(plan, plan.sensor!);
    const errors = patches((x, y) => {
      const theirs = mean(x, y, byDcraw);
      // rggb: red on even rows and columns, blue on odd ones.
      const ours = mean(x, y, (row, column, channel) => {
        const at = (r: number, c: number): number =>
          Number(raw[(row - (row & 1) + r) * COLUMNS + column - (column & 1) + c]);
        const code =
          channel === 0 ? at(0, 0) : channel === 2 ? at(1, 1) : (at(0, 1) + at(1, 0)) / 2;
        return (code - black) / (1023 - black);
      });
      return deltaE2000(
        labOf(linearSrgbToXyz(theirs), WHITE),
        labOf(linearSrgbToXyz(developed(ours, colour)), WHITE),
      );
    });
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(MEAN_ERROR);
    expect(Math.max(...errors)).toBeLessThan(WORST_ERROR);
  });

  test('TIFF and PNG have the same samples of 16 bits, recipe and log', async (context) => {
    const [tiff, png] = await Promise.all(
      ['a.tiff', 'a16.png'].map(async (name) => decodePicture(await readFile(path(name)))),
    );
    expect(tiff).toMatchObject({ rows: ROWS, columns: COLUMNS, channels: 3, largest: 65535 });
    expect(png).toEqual(tiff);
    // More than 8 bits.
    expect(new Set(tiff!.data).size).toBeGreaterThan(1000);
    if (!has('exiftool')) context.skip('skipped: no exiftool');
    const [ofTiff, ofPng] = JSON.parse(
      execFileSync('exiftool', ['-j', '-n', path('a.tiff'), path('a16.png')], { encoding: 'utf8' }),
    ) as readonly [Record<string, unknown>, Record<string, unknown>];
    expect(ofTiff).toMatchObject({ BitsPerSample: '16 16 16', Compression: 1 });
    expect(ofPng).toMatchObject({ BitDepth: 16, ColorType: 2 });
    for (const description of [ofTiff['ImageDescription'], ofPng['Description']])
      expect(JSON.parse(String(description))).toMatchObject({
        recipe,
        log: expect.stringContaining('Bayer-rggb') as string,
      });
  });

  test('--mat: SciPy reads what --stages and the other files have', async (context) => {
    if (spawnSync('python3', ['-c', 'import scipy.io']).status !== 0)
      context.skip('skipped: no python3 with scipy');
    const script = `
import json, sys, numpy as np, scipy.io
mat = scipy.io.loadmat(sys.argv[1] + "/a.mat")
out = sys.argv[1] + "/out/"
for name in ["raw", "volts", "electrons", "irradiance", "scene"]:
    array = np.load(out + name + ".npy")
    cube = array if array.ndim == 2 else array.transpose(1, 2, 0)
    assert mat[name].dtype == array.dtype and np.array_equal(mat[name], cube), name
assert mat["picture"].dtype == np.uint8
assert mat["wavelengths"].tolist() == [list(range(400, 701, 10))]
report = json.load(open(out + "report.json"))
assert json.loads(mat["report"][0])["measurements"] == report["measurements"]
assert json.loads(mat["recipe"][0])["scene"] == "Macbeth"
assert mat["log"][0].startswith("Recipe\\n") and "µm" in mat["log"][0]
np.save(sys.argv[1] + "/picture.npy", np.ascontiguousarray(mat["picture"]))
`;
    execFileSync('python3', ['-c', script, folder], { stdio: 'pipe' });
    const { shape, data } = readNpy(await readFile(path('picture.npy')));
    const shown = await decodePicture(await readFile(path('out/result.png')));
    expect(shape).toEqual([ROWS, COLUMNS, 3]);
    expect(Buffer.from(data as Uint8Array).equals(Buffer.from(shown.data))).toBe(true);
  });

  test('the picture of 16 bits has the colours that dcraw develops from the DNG', async (context) => {
    if (!has('dcraw')) context.skip('skipped: no dcraw');
    const { data, largest } = await decodePicture(await readFile(path('a.tiff')));
    const linear = srgbDecoder(largest);
    const theirs = developedByDcraw();
    const errors = patches((x, y) =>
      deltaE2000(
        labOf(linearSrgbToXyz(mean(x, y, theirs)), WHITE),
        labOf(
          linearSrgbToXyz(
            mean(x, y, (row, column, channel) =>
              linear(data[3 * (row * COLUMNS + column) + channel]!),
            ),
          ),
          WHITE,
        ),
      ),
    );
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(MEAN_ERROR);
    expect(Math.max(...errors)).toBeLessThan(WORST_ERROR);
  });

  test('OpenEXR has irradiance and radiance to the bit', async () => {
    for (const [file, array] of [
      ['a.exr', 'irradiance'],
      ['scene.exr', 'scene'],
    ] as const) {
      const { rows, columns, channels } = readExr(await readFile(path(file)));
      const { shape, data } = await arrayOf(array);
      expect([31, rows, columns]).toEqual(shape);
      const names = [...channels.keys()];
      for (let band = 0; band < 31; band += 1) {
        const plane = channels.get(`${400 + 10 * band}nm`);
        expect(plane, names.join(' ')).toBeDefined();
        const from = band * rows * columns;
        for (let i = 0; i < plane!.length; i += 1)
          if (plane![i] !== data[from + i]) expect.fail(`${array}, band ${band}, sample ${i}`);
      }
    }
  });

  test('OpenEXR has the irradiance with a channel per band, and is a scene again', async (context) => {
    const { stdout, stderr } = await lumenloom(
      ...['simulate', path('recipe.json'), '--out', path('again'), '--noise', 'off'],
      ...['--scene-file', path('a.exr'), '--radiance', 'photons'],
    );
    expect(stderr).toBe('');
    expect(stdout).toContain(
      `${COLUMNS} × ${ROWS} pixels, 31 bands from 400 to 700 nm, radiance in photons`,
    );
    if (!has('exrheader')) context.skip('skipped: no exrheader');
    const header = execFileSync('exrheader', [path('a.exr')], { encoding: 'utf8' });
    expect(header).toContain('400nm, 32-bit floating-point');
    expect(header).toContain(`dataWindow (type box2i): (0 0) - (${COLUMNS - 1} ${ROWS - 1})`);
  });
});

/** CIEDE2000 between two developments of the same raw: demosaicing and the rounding of codes. */
const [MEAN_ERROR, WORST_ERROR] = [2, 5];
const WHITE: Triple = linearSrgbToXyz([1, 1, 1]);

/** Linear sRGB of each pixel as dcraw develops the DNG. */
function developedByDcraw(): (row: number, column: number, channel: number) => number {
  // -4 -o 1: linear sRGB of 16 bits; -w: white balance of the file; -W: no brightening.
  const ppm = execFileSync('dcraw', ['-c', '-4', '-w', '-W', '-o', '1', path('a.dng')], {
    maxBuffer: 1e8,
  });
  const [header] = /^P\d\n\d+ \d+\n65535\n/.exec(ppm.subarray(0, 40).toString('latin1'))!;
  return (row, column, channel) =>
    ppm.readUInt16BE(header.length + 2 * (3 * (row * COLUMNS + column) + channel)) / 65535;
}

function planOf(): SimulationPlan {
  const decoded = toPlan(recipe);
  if (!decoded.ok || !decoded.value.plan) throw new Error('the recipe cannot be run');
  return decoded.value.plan;
}

/** Middles of the 24 patches: the chart fills the width, f = 8.2 mm and 10 degrees. */
function patches(valueAt: (x: number, y: number) => number): number[] {
  const side = (2 * 8.2e-3 * Math.tan((5 * Math.PI) / 180)) / 3.2e-6 / 6;
  return Array.from({ length: 24 }, (_, patch) =>
    valueAt(
      COLUMNS / 2 + ((patch % 6) - 2.5) * side,
      ROWS / 2 + (Math.floor(patch / 6) - 1.5) * side,
    ),
  );
}

/** Mean of 20 x 20 pixels round a place. */
function mean(
  x: number,
  y: number,
  value: (row: number, column: number, channel: number) => number,
): Triple {
  const [left, top] = [Math.round(x) - 10, Math.round(y) - 10];
  return [0, 1, 2].map((channel) => {
    let sum = 0;
    for (let row = top; row < top + 20; row += 1)
      for (let column = left; column < left + 20; column += 1) sum += value(row, column, channel);
    return sum / 400;
  }) as unknown as Triple;
}

/**
 * Linear sRGB of a raw colour: the inverse of the file's matrix, by Cramer's rule, on the light of
 * D65.
 */
function developed(raw: Triple, { xyzToCamera, neutral }: ReturnType<typeof cameraColour>): Triple {
  const [a, b, c] = xyzToCamera as unknown as readonly [Triple, Triple, Triple];
  const determinant = (p: Triple, q: Triple, r: Triple): number =>
    p[0] * (q[1] * r[2] - q[2] * r[1]) -
    p[1] * (q[0] * r[2] - q[2] * r[0]) +
    p[2] * (q[0] * r[1] - q[1] * r[0]);
  const whole = determinant(a, b, c);
  const solve = (value: Triple): Triple =>
    [0, 1, 2].map((axis) => {
      const replaced = [a, b, c].map(
        (row, i) => row.map((entry, k) => (k === axis ? value[i]! : entry)) as unknown as Triple,
      ) as [Triple, Triple, Triple];
      return determinant(...replaced) / whole;
    }) as unknown as Triple;
  // A neutral surface with the green of the raw has that share of white.
  const white = solve(neutral.map((value) => value / neutral[1]!) as unknown as Triple)[1];
  const xyz = solve(raw);
  return XYZ_TO_LINEAR.map(
    (row) => row.reduce((sum, factor, i) => sum + factor * xyz[i]!, 0) / white,
  ) as unknown as Triple;
}
const XYZ_TO_LINEAR: readonly Triple[] = [
  [3.2406, -1.5372, -0.4986],
  [-0.9689, 1.8758, 0.0415],
  [0.0557, -0.204, 1.057],
];
