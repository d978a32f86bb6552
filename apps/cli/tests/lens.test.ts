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

  test('of a lens that forms no picture prints what rays alone tell', async () => {
    const plane = { radius: null, glass: null, semiDiameter: 4 };
    const own = await jsonFile(folder, 'diverging.json', {
      name: 'Diverging',
      surfaces: [
        { ...plane, radius: -20, thickness: 2, glass: 'N-BK7' },
        { ...plane, thickness: 9 },
      ],
      stopIndex: 0,
      halfFieldDegrees: 5,
    });
    const { stdout, stderr } = await lumenloom('lens', own, '--json');
    const why = 'The lens does not form a picture: its focal length at 587.5618 nm is -38.70 mm.';
    expect(stderr).toBe(`${why}\n`);
    const { parts, firstOrder, fields } = JSON.parse(stdout) as LensReport & {
      readonly parts: readonly unknown[];
    };
    expect([parts.length, fields]).toEqual([2, []]);
    // The lensmaker's equation, with the index of N-BK7 at the d line.
    expect(firstOrder[1]!.eflMm).toBeCloseTo(-20 / 0.5168, 3);
    const ray = { x: 0, y: 1, z: -5, L: 0, M: 0, N: 1, wavelengthNm: 587.5618 };
    const rays = await jsonFile(folder, 'one-ray.json', [ray]);
    expect((await lumenloom('lens', own, '--rays', rays)).stdout).toContain('"ok":true');
    const refused = await lumenloom('lens', own, '--mtf', join(folder, 'none.svg'));
    expect(refused.stderr).toContain(`--mtf needs a picture. ${why}`);
    const grating = { kind: 'grating', linesPerMicrometre: 50 };
    const none = await jsonFile(folder, 'grating.json', {
      name: 'Grating',
      surfaces: [
        { ...plane, phase: grating, thickness: 1 },
        { ...plane, radius: 20, glass: 'N-BK7', thickness: 2 },
        { ...plane, thickness: 35 },
      ],
      stopIndex: 0,
      halfFieldDegrees: 5,
    });
    expect((await lumenloom('lens', none)).stderr).toContain('has no such order at surface 1');
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

  test('draws its analyses, and prints what was asked for', async () => {
    const drawn = ['spot', 'fan', 'field-curvature', 'illumination', 'lateral-colour', 'wavefront'];
    const files = drawn.map((name) => join(folder, `${name}.svg`));
    const options = drawn.flatMap((name, i) => [`--${name}`, files[i]!]);
    const asked = ['--fields', '0,1', '--wavelengths', '486.1327,587.5618,656.2725'];
    const { stdout } = await lumenloom('lens', 'cooke', ...asked, ...options, '--seidel', '--json');
    const data = JSON.parse(stdout) as Record<string, never[]> & {
      spots: { rmsUm: number }[];
      fans: { fieldDegrees: number; wavelengths: { tangential: { pupil: number[] } }[] }[];
      fieldCurvature: { foci: { tangentialMm: number; sagittalMm: number }[] }[];
      wavefronts: { rmsWaves: number; waves: (number | null)[][] }[];
      seidel: { surfaces: object[]; sum: { petzvalUm: number } };
    };
    expect(data.spots.map(({ rmsUm }) => Math.round(rmsUm * 10) / 10)).toEqual([0.7, 2.2]);
    // At 20 degrees apertures cut the beam.
    const fans = data.fans.map(({ wavelengths }) => wavelengths[1]!.tangential.pupil.at(-1)!);
    expect(fans[0]).toBeCloseTo(1, 6);
    expect(fans[1]).toBeLessThan(0.8);
    expect(data.fieldCurvature).toHaveLength(3);
    // golden/optics/cooke.json: .018 waves on the axis, .081 at the rim, at 587.6 nm.
    expect(data.wavefronts.map(({ rmsWaves }) => Math.round(rmsWaves * 100) / 100)).toEqual([
      0.02, 0.08,
    ]);
    expect(data.wavefronts[0]!.waves[0]![0]).toBe(null);
    expect(data.seidel.surfaces).toHaveLength(6);
    expect(data).not.toHaveProperty('throughFocus');
    for (const file of files)
      expect(await readFile(file, 'utf8')).toMatch(/^<svg [^]*Cooke Triplet[^]*<\/svg>\n$/);
    const plain = JSON.parse((await lumenloom('lens', 'cooke', '--json')).stdout) as object;
    expect(Object.keys(plain)).toEqual([
      'firstOrder',
      'fields',
      'imageDistanceMm',
      'symmetry',
      'orientation',
      'mirrors',
      'parts',
      'conjugates',
    ]);
    const table = await lumenloom('lens', 'cooke', '--seidel');
    expect(table.stdout).toMatch(/^ +sum +1\.242 +-0\.213 /m);
  });

  test.each(['spot', 'fan', 'field-curvature', 'wavefront'])(
    '--%s refuses a field that no ray passes, with its reason',
    async (option) => {
      const own = await jsonFile(folder, 'narrow.json', {
        ...lensFiles['cooke-triplet'],
        halfFieldDegrees: 60,
      });
      const drawing = join(folder, 'refused.svg');
      const refused = await lumenloom('lens', own, '--fields', '1', `--${option}`, drawing);
      expect(refused.status).not.toBe(0);
      expect(refused.stderr).toMatch(
        /No ray at \d+\.\d+° gets through the lens: most often it .* surface \d\./,
      );
    },
  );

  test('the ideal lens has no surfaces to analyse', async () => {
    const { status, stderr } = await lumenloom('lens', 'ideal', '--seidel');
    expect([status, stderr.split('\n')[0]]).toEqual([
      2,
      '--seidel is for lenses of glass: the ideal lens has no surfaces.',
    ]);
  });

  test('focuses on a near object, and says what is sharp', async () => {
    const near = ['lens', 'cooke', '--object-distance', '0.3', '--focus-distance', '0.3'];
    const asked = ['--fields', '0', '--wavelengths', '587.5618', '--through-focus', '-20,0,20'];
    const { stdout } = await lumenloom(...near, ...asked, '--best-focus', '100', '--json');
    // Independent numbers: packages/engine/references/optics/golden-depth/cooke.json.
    expect(JSON.parse(stdout)).toMatchObject({
      imageDistanceMm: expect.closeTo(7.15573121973861, 9) as number,
      fields: [{ workingFNumber: expect.closeTo(5.115, 2) as number }],
      conjugates: [
        {
          imageDistanceMm: expect.closeTo(7.18541241783462, 9) as number,
          magnification: expect.closeTo(-0.0279032678210483, 10) as number,
          focusShiftMm: expect.closeTo(0.228806796132596, 10) as number,
          circleOfConfusionUm: expect.closeTo(5.86203867725701, 7) as number,
          hyperfocalM: expect.closeTo(3.1065915073486, 8) as number,
          nearM: expect.closeTo(0.273863519786557, 9) as number,
          farM: expect.closeTo(0.331609873746654, 9) as number,
        },
      ],
      throughFocus: [{ shiftUm: -20 }, { shiftUm: 0 }, { shiftUm: 20 }],
      bestFocus: [{ linePairsPerMm: 100 }],
    });
    const depth = join(folder, 'depth.svg');
    const table = await lumenloom(...near, '--fields', '0', '--depth-svg', depth);
    expect(table.stdout).toContain('Sensor moved by 0.228807 mm; hyperfocal distance 3.107 m');
    expect(await readFile(depth, 'utf8')).toContain('sharp within 4.4 µm');
  });

  test.each([
    [['--f-number', '2'], 'F-number must be at least 4.97, that of the lens wide open, not 2.'],
    [
      ['--object-distance', '0.009'],
      'Object distance 0.009 m is nearer than 1:1 for this lens: at least 0.0143 m.',
    ],
  ])('refuses %j', async (args, sentence) => {
    const { status, stderr } = await lumenloom('lens', 'cooke', ...args);
    expect([status, stderr.split('\n')[0]]).toEqual([2, sentence]);
  });

  test('the ideal lens has the signed transfer of its defocus', async () => {
    // Independent numbers: packages/engine/references/optics/golden-depth/ideal.json.
    const file = '../../../packages/engine/references/optics/golden-depth/ideal.json';
    const { cases } = JSON.parse(await readFile(new URL(file, import.meta.url), 'utf8')) as {
      readonly cases: readonly {
        readonly objectDistanceM: number | null;
        readonly focusDistanceM: number | null;
        readonly extraShiftUm: number;
        readonly wavelengthNm: number;
        readonly fNumber: number;
        readonly circleOfConfusionUm: number;
        readonly frequencies: readonly number[];
        readonly otf: readonly number[];
      }[];
    };
    for (const wanted of cases) {
      const { stdout } = await lumenloom(
        ...['lens', 'ideal', '--wavelengths', String(wanted.wavelengthNm), '--through-focus', '0'],
        ...['--f-number', String(wanted.fNumber), '--json'],
        ...['--object-distance', String(wanted.objectDistanceM ?? 'infinity')],
        ...['--focus-distance', String(wanted.focusDistanceM ?? 'infinity')],
        ...['--focus-shift', String(wanted.extraShiftUm)],
        ...['--frequencies', wanted.frequencies.join(',')],
      );
      expect(JSON.parse(stdout)).toMatchObject({
        conjugates: [
          { circleOfConfusionUm: expect.closeTo(wanted.circleOfConfusionUm, 7) as number },
        ],
        throughFocus: [
          { tangential: wanted.otf.map((value) => expect.closeTo(value, 5) as number) },
        ],
      });
    }
    const { stderr } = await lumenloom('lens', 'ideal', '--svg', join(folder, 'ideal.svg'));
    expect(stderr).toMatch(/^--svg is for lenses of glass/);
  });

  test('a group of surfaces focuses where the file names one', async () => {
    const grouped = await jsonFile(folder, 'grouped.json', {
      ...lensFiles['cooke-triplet'],
      focusing: { first: 0, last: 1 },
    });
    const { stdout } = await lumenloom(
      ...['lens', grouped, '--focus-distance', '0.5', '--focus-shift', '50', '--fields', '0'],
      ...['--wavelengths', '587.5618', '--json'],
    );
    // docs/reference/depth.md: figures of an independent tracer.
    expect(JSON.parse(stdout)).toMatchObject({
      firstOrder: [{ eflMm: expect.closeTo(8.1902, 5) as number }],
      conjugates: [
        {
          groupShiftMm: expect.closeTo(0.062341, 6) as number,
          focusShiftMm: expect.closeTo(0.05, 9) as number,
        },
      ],
    });
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
        'stopIndex must be a whole number from 0 to 16',
      ],
      [
        [await jsonFile(folder, 'stop-below.json', { ...lensFiles.fisheye, stopIndex: -1 })],
        'stopIndex must be a whole number from 0 to 16',
      ],
      [
        [await altered('glass.json', { glass: 'UNOBTAINIUM' })],
        'surfaces[2].glass: Surface 3: there is no glass UNOBTAINIUM in the catalogues',
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
