import { expect, it } from 'vitest';
import { lensDesign } from '../ray-trace/lens-design.ts';
import { readLensFile } from '../ray-trace/lens-file.ts';
import { fieldPupil } from './field-pupil.ts';
import { coverageOf, coverageOfRows } from './pupil-function.ts';

it('what is dark of a pupil is the same by rows as by single places', () => {
  const mirror = { radius: -200, conic: -1, glass: null, mirror: true };
  const apertures = [
    { kind: 'circle', radius: 4, y: 1, obscures: true },
    { kind: 'spider', width: 2, arms: 3, first: 20 },
  ];
  const surfaces = [{ ...mirror, thickness: -100, semiDiameter: 20, apertures }];
  const file = { name: 'Mirror', surfaces, stopIndex: 0, halfFieldDegrees: 1 };
  const design = lensDesign(readLensFile(file));
  const pupil = fieldPupil(design, 550, 0.01, { azimuths: 48, tolerance: 1e-9 });
  const count = 40;
  const cell = (2 * Math.max(...pupil.edge)) / count;
  const offsets = Float64Array.from({ length: count }, (_, i) => (i + 0.5 - count / 2) * cell);
  const single = coverageOf(pupil, cell);
  const rows = coverageOfRows(pupil, cell, offsets, [0, 1]);
  let grey = 0;
  for (const [row, q] of offsets.entries()) {
    const shareAt = rows(row);
    for (const [column, p] of offsets.entries()) {
      const share = single(p, q);
      expect(shareAt(column)).toBeCloseTo(share, 7);
      if (share > 0 && share < 1) grey += 1;
    }
  }
  expect(grey).toBeGreaterThan(100);
  // Turned by 90° the rows are the columns of before.
  const turned = coverageOfRows(pupil, cell, offsets, [1, 0]);
  expect(turned(30)(5)).toBeCloseTo(single(-offsets[30]!, offsets[5]!), 7);
});
