import { expect, test } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import { loadGlassCatalogue } from '../optics/glass/glass-catalogue.ts';
import { abbeFigures } from '../optics/glass/refractive-index.ts';
import { firstOrder } from '../optics/ray-trace/first-order.ts';
import { lensDesign, REFERENCE_LINE } from '../optics/ray-trace/lens-design.ts';
import { sizedLens } from '../optics/sized-lens.ts';
import type { LensFile } from '../optics/ray-trace/lens-file.ts';
import { completeLens } from './complete-lens.ts';
import { lensMerit } from './lens-merit.ts';
import { readLensStudy } from './lens-study.ts';

const lens = sizedLens(lensFiles['cooke-triplet']);
const [first] = lens.surfaces;

test('pickups and solves act, and the paraxial figures are what the solves ask for', () => {
  const { surfaces, ...complete } = completeLens({
    lens,
    pickups: [
      { path: 'lens.surfaces[3].curvature', of: 'lens.surfaces[0].curvature', scale: 1 },
      { path: 'lens.surfaces[4].semiDiameter', of: 'lens.surfaces[0].semiDiameter', scale: 0.5 },
    ],
    solves: [
      { solve: 'focalLength', surface: 5, value: 9 },
      { solve: 'paraxialFocus', offset: -0.01 },
    ],
  });
  expect(surfaces[3]!.radius).toBeCloseTo(first!.radius!, 9);
  expect(surfaces[4]!.semiDiameter).toBeCloseTo(first!.semiDiameter / 2, 9);
  const { focalLengthMm, backFocalLengthMm } = firstOrder(
    lensDesign({ ...complete, surfaces }),
    REFERENCE_LINE,
  );
  expect(focalLengthMm).toBeCloseTo(9, 9);
  expect(surfaces.at(-1)!.thickness).toBeCloseTo(backFocalLengthMm - 0.01, 9);
});

test('the best focus has the smallest spots of all planes, also where the sensor is tilted', () => {
  for (const more of [{}, { image: { tilt: [12, 0, 0] as const } }]) {
    const meritAt = (file: LensFile, by: number): number => {
      const surfaces = file.surfaces.map((row, i) =>
        i === file.surfaces.length - 1 ? { ...row, thickness: row.thickness + by } : row,
      );
      return lensMerit(readLensStudy({ lens: { ...file, surfaces } }), false).merit;
    };
    const focused = completeLens({ lens: { ...lens, ...more }, solves: [{ solve: 'bestFocus' }] });
    // Every micrometre within ± .05 mm.
    const steps = Array.from({ length: 101 }, (_, i) => 1e-3 * (i - 50));
    const merits = steps.map((by) => meritAt(focused, by));
    expect(Math.min(...merits)).toBe(merits[50]);
    // It is another plane than the paraxial focus.
    const paraxial = completeLens({
      lens: { ...lens, ...more },
      solves: [{ solve: 'paraxialFocus' }],
    });
    expect(meritAt(paraxial, 0)).toBeGreaterThan(1.01 * merits[50]!);
  }
  const steep = lens.surfaces.map((row, i) =>
    i === 0 ? { ...row, radius: 1.01 * row.semiDiameter } : row,
  );
  expect(() =>
    completeLens({ lens: { ...lens, surfaces: steep }, solves: [{ solve: 'bestFocus' }] }),
  ).toThrow('must let all its rays through');
});

test('the f-number is held by a surface at or behind the stop', () => {
  const { surfaces, ...complete } = completeLens({
    lens,
    pickups: [{ path: 'lens.surfaces[0].curvature', of: 'lens.surfaces[5].curvature', scale: -1 }],
    solves: [{ solve: 'fNumber', surface: 4, value: 6.5 }],
  });
  const { focalLengthMm, entrancePupilDiameterMm } = firstOrder(
    lensDesign({ ...complete, surfaces }),
    REFERENCE_LINE,
  );
  expect(focalLengthMm / entrancePupilDiameterMm).toBeCloseTo(6.5, 9);
  const refusedOf = (more: object, solve: object) => () =>
    completeLens({ lens, ...more, solves: [{ solve: 'fNumber', value: 6.5, ...solve }] });
  expect(refusedOf({}, { surface: 0 })).toThrow('surface 0 is in front of the stop');
  expect(refusedOf({ aperture: { fNumber: 5 } }, { surface: 5 })).toThrow('gives the f-number');
});

test('a glass of the catalogue becomes one of the lens, with the printed figures', async () => {
  const catalogue = await loadGlassCatalogue();
  const [printed] = catalogue.printed.filter(({ name }) => name === 'S-LAH79');
  const surfaces = lens.surfaces.map((row, i) => (i === 0 ? { ...row, glass: 'S-LAH79' } : row));
  const document = { lens: { ...lens, surfaces } };
  expect(() => completeLens(document)).toThrow('Surface 1: there is no glass "S-LAH79"');
  const { glasses } = completeLens(document, catalogue);
  const { index, abbe } = abbeFigures(glasses!['S-LAH79']!);
  expect(index).toBeCloseTo(printed!.index, 4);
  expect(abbe).toBeCloseTo(printed!.abbe, 1);
  // Names that several makers have carry the maker, and are found by it.
  const shared = catalogue.printed.filter(({ name }) => /_SCHOTT$/.test(name));
  for (const { name } of shared)
    expect(catalogue.find(name.replace('_SCHOTT', ''), ['SCHOTT'])).toHaveProperty('found');
});
