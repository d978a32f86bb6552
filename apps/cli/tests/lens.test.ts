import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readNpy, type LensReport } from '@lumenloom/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { lensFiles } from '../../../packages/engine/references/optics/lens-files.ts';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

describe('lens', () => {
  test('prints a table, and the same as JSON', async () => {
    const table = await lumenloom('lens', 'Cooke Triplet');
    expect(table.stderr).toBe('');
    expect(table.stdout).toContain('8.20000');
    const { stdout } = await lumenloom(
      'lens',
      'cooke',
      '--json',
      '--wavelengths',
      '550,587.5618',
      '--fields',
      '0,0.5,1',
    );
    const report = JSON.parse(stdout) as LensReport;
    expect(report.firstOrder.map(({ wavelengthNm }) => wavelengthNm)).toEqual([550, 587.5618]);
    expect(report.firstOrder[1]!.eflMm).toBeCloseTo(8.2, 9);
    expect(report.fields.map(({ fieldDegrees }) => fieldDegrees)).toEqual([0, 10, 20, 0, 10, 20]);
    expect(report.fields[0]).toMatchObject({ chiefHeightMm: 0, relativeIllumination: 1 });
    expect(report.imageDistanceMm).toBeCloseTo(6.92692, 4);
  });

  test("takes an engineer's own lens file", async () => {
    const own = await jsonFile(folder, 'own.json', {
      ...lensFiles['double-gauss'],
      name: 'Own',
      focalLengthMm: 50,
    });
    const report = JSON.parse(
      (await lumenloom('lens', own, '--json', '--fields', '0')).stdout,
    ) as LensReport;
    expect(
      report.firstOrder.find(({ wavelengthNm }) => wavelengthNm === 587.5618)!.eflMm,
    ).toBeCloseTo(50, 9);
  });

  test('traces given rays, and says why one fails', async () => {
    const ray = { x: 0.1, y: 0, z: -5, L: 0, M: 0, N: 1, wavelengthNm: 550 };
    const rays = await jsonFile(folder, 'rays.json', [ray, { ...ray, x: 3 }]);
    const { rays: traced } = JSON.parse(
      (await lumenloom('lens', 'cooke-triplet', '--rays', rays)).stdout,
    ) as { rays: Record<string, unknown>[] };
    expect(traced[0]).toMatchObject({ ok: true, y: 0, stopY: 0 });
    expect(traced[0]!['oplMm']).toBeCloseTo(15.608732601, 8);
    expect(traced[1]).toMatchObject({
      ok: false,
      x: null,
      failure: 'is stopped by the clear aperture of surface 1',
    });
  });

  test('writes point spread functions and a drawing', async () => {
    const out = join(folder, 'psf');
    const drawing = join(folder, 'lens.svg');
    const { status } = await lumenloom(
      'lens',
      'fisheye',
      '--psf',
      out,
      '--wavelengths',
      '450,550',
      '--fields',
      '0,0.7',
      '--svg',
      drawing,
    );
    expect(status).toBe(0);
    expect((await readdir(out)).toSorted()).toEqual([
      'psf_f0.7_450nm.npy',
      'psf_f0.7_550nm.npy',
      'psf_f0_450nm.npy',
      'psf_f0_550nm.npy',
    ]);
    const { type, shape, data } = readNpy(await readFile(join(out, 'psf_f0.7_550nm.npy')));
    expect({ type, shape }).toEqual({ type: 'float32', shape: [64, 64] });
    // golden/optics/fisheye.json: .9775 of the light at 59.5° falls into the window.
    expect((data as Float32Array).reduce((sum, value) => sum + value, 0)).toBeCloseTo(0.977, 2);
    expect(await readFile(drawing, 'utf8')).toMatch(/^<svg [^]*<\/svg>\n$/);
  });

  test('refuses what it cannot use, in one sentence', async () => {
    const altered = (name: string, row: object): Promise<string> =>
      jsonFile(folder, name, {
        ...lensFiles['cooke-triplet'],
        surfaces: lensFiles['cooke-triplet'].surfaces.map((surface, i) =>
          i === 2 ? { ...surface, ...row } : surface,
        ),
      });
    const cases: readonly (readonly [readonly string[], string])[] = [
      [['nolens'], 'There is no lens nolens'],
      [
        [await jsonFile(folder, 'stop.json', { ...lensFiles.fisheye, stopIndex: 40 })],
        'stopIndex: stopIndex must be a whole number from 0 to 16',
      ],
      [
        [await jsonFile(folder, 'stop-below.json', { ...lensFiles.fisheye, stopIndex: -1 })],
        'stopIndex: stopIndex must be a whole number from 0 to 16',
      ],
      [
        [await altered('glass.json', { glass: 'UNOBTAINIUM' })],
        'surfaces[2].glass: Surface 3: there is no glass "UNOBTAINIUM"',
      ],
      [
        [await altered('aperture.json', { semiDiameter: -4.6 })],
        'surfaces[2].semiDiameter: Surface 3: semiDiameter must be more than 0 mm, not -4.6',
      ],
      [
        [
          await jsonFile(folder, 'vignetted.json', {
            ...lensFiles['cooke-triplet'],
            halfFieldDegrees: 70,
          }),
        ],
        'surfaces: No ray at 35.00° gets through the lens',
      ],
      [[await jsonFile(folder, 'broken.json', '{"name": ')], 'broken.json'],
      [['cooke', '--fields', '1.5'], '--fields must be a number from 0 to 1'],
      [['cooke', '--wavelengths', '550,blue'], '--wavelengths must be a number'],
    ];
    for (const [args, sentence] of cases) {
      const { status, stderr } = await lumenloom('lens', ...args);
      expect(status, sentence).toBe(2);
      expect(stderr).toContain(sentence);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  });
});
