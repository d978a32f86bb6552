import { expect, it } from 'vitest';
import { curvaturePanels } from './lens-panels.ts';

it('draws distortion against f·tan(field), and against the scale of the smallest fields', () => {
  // The scale on the axis is 0.3 % too small; 2 % per unit of tan² come on top.
  const fields = [0.01, 5, 10, 14].map((fieldDegrees) => {
    const local = 1 - 0.02 * Math.tan((fieldDegrees * Math.PI) / 180) ** 2;
    return {
      fieldDegrees,
      relativeIllumination: 1,
      chiefRayAngleDegrees: 0,
      distortionPercent: 100 * (0.997 * local - 1),
      local: 100 * (local - 1),
    };
  });
  const foci = fields.map(({ fieldDegrees }) => ({
    fieldDegrees,
    tangentialMm: 0,
    sagittalMm: 0,
  }));
  const distortion = curvaturePanels([{ wavelengthNm: 550, foci }], fields).at(-1)!;
  expect(distortion.heading).toBe('Distortion against f·tan(field); dashed: small-field scale');
  const [paraxial, small] = distortion.series!;
  expect([paraxial!.name, small!.name]).toEqual(['f·tan', 'small field']);
  for (const [at, { distortionPercent, local }] of fields.entries()) {
    expect(paraxial!.points[at]![1]).toBe(distortionPercent);
    expect(small!.points[at]![1]).toBeCloseTo(local, 10);
  }
});
