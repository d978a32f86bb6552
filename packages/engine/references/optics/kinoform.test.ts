import { expect, test } from 'vitest';
import { GLASSES } from '../../src/optics/glass/refractive-index.ts';
import { efficienciesOf } from '../../src/optics/lens-layout.ts';
import golden from './surfaces/figures.json' with { type: 'json' };

/** Relative, see `note` of the file. */
const DIGITS = 6;

test('a kinoform carries the share of the light that the formula gives', () => {
  for (const { order, designNm, nm, efficiency } of golden.kinoform) {
    const surface = {
      curvature: 0,
      conic: 0,
      aspheric: [],
      vertexMm: 0,
      semiDiameterMm: 1,
      glass: GLASSES['N-BK7']!,
      phase: { kind: 'radial', order, normRadius: 1, coefficients: [] },
    } as const;
    const [found] = efficienciesOf({ surfaces: [surface] }, designNm, [nm]);
    expect(found!.efficiencies[0]!.share).toBeCloseTo(efficiency, DIGITS);
  }
});
