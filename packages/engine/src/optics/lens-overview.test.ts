import { describe, expect, it } from 'vitest';
import { loadLensFile } from './load-lens-file.ts';
import { lensOverview } from './lens-overview.ts';
import { modulationTransferCurves } from './lens-report.ts';
import { lensDesign, REFERENCE_LINE } from './ray-trace/lens-design.ts';
import { readLensFile } from './ray-trace/lens-file.ts';

/** The two ways to sample the pupil agree so well. */
const MODULATION = 0.02;

describe('the figures of a lens for lists', () => {
  it.each(['cooke-triplet', 'double-gauss'] as const)(
    'of the %s are those of its sheet',
    async (id) => {
      const design = lensDesign(await loadLensFile(id));
      const overview = lensOverview(design);
      expect(overview.focalLengthMm).toBeCloseTo(design.focalLengthMm, 2);
      expect(overview.lengthMm).toBeCloseTo(design.imagePlaneMm, 2);
      for (const [fraction, frequency] of [
        [0, overview.mtf50],
        [0.7, overview.mtf50OffAxis],
      ] as const) {
        const curves = modulationTransferCurves(design, REFERENCE_LINE, fraction, [frequency!]);
        const worse = Math.min(curves.tangential[0]!, curves.sagittal[0]!);
        expect(Math.abs(worse - 0.5)).toBeLessThan(MODULATION);
      }
    },
  );

  it('are those of a thin parabola by hand: f, f/, circle and length', () => {
    const file = readLensFile({
      name: 'Stop and plane-convex lens',
      surfaces: [
        { radius: null, thickness: 1, glass: null, semiDiameter: 0.5 },
        { radius: null, thickness: 0.01, glass: 'ideal', semiDiameter: 3 },
        { radius: -5, thickness: 10, glass: null, semiDiameter: 3, conic: -2.25 },
      ],
      stopIndex: 0,
      halfFieldDegrees: 5,
      glasses: { ideal: { nd: 1.5, abbe: 1e9 } },
    });
    expect(lensOverview(lensDesign(file))).toMatchObject({
      focalLengthMm: 10,
      halfFieldDegrees: 5,
      lengthMm: 11.01,
    });
    expect(lensOverview(lensDesign(file)).fNumber).toBeCloseTo(10, 1);
    expect(lensOverview(lensDesign(file)).imageCircleMm).toBeCloseTo(
      20 * Math.tan((5 * Math.PI) / 180),
      1,
    );
  });
});
