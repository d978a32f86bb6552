import { describe, expect, it } from 'vitest';
import { loadLensFile } from './load-lens-file.ts';
import { lensReport } from './lens-report.ts';
import { fieldFoci, spotDiagram } from './lens-sheet.ts';
import { lensDesign } from './ray-trace/lens-design.ts';

const [F, D, C] = [486.1327, 587.5618, 656.2725] as const;
const designs = await Promise.all(
  (['cooke-triplet', 'double-gauss', 'fisheye'] as const).map(
    async (id) => [id, lensDesign(await loadLensFile(id))] as const,
  ),
);

/**
 * The outermost rays of a grid of 15 lie up to half a step inside the rim, where rays are farthest
 * off.
 */
const COARSE = 0.15;

describe.each(designs)('%s', (_, design) => {
  it('has spots of the sizes that the report computes by another sum over the pupil', () => {
    const fields = [0, 0.5, 1];
    const { fields: reported } = lensReport(design, [D], fields);
    for (const [i, fraction] of fields.entries()) {
      const { rmsUm, fieldDegrees } = spotDiagram(design, [D], fraction);
      expect(fieldDegrees).toBeCloseTo(reported[i]!.fieldDegrees, 10);
      expect(Math.abs(rmsUm / reported[i]!.rmsSpotUm - 1)).toBeLessThan(COARSE);
    }
  });

  it('spots have their origin at the chief ray of the middle wavelength, and are symmetric', () => {
    const { rays } = spotDiagram(design, [F, D, C], 0);
    for (const { x, y } of rays) {
      expect(x.length).toBeGreaterThan(160);
      expect(Math.abs(x.reduce((sum, value) => sum + value, 0))).toBeLessThan(1e-6);
      expect(Math.abs(y.reduce((sum, value) => sum + value, 0))).toBeLessThan(1e-6);
    }
  });

  it('foci near the axis are the paraxial one, tangential and sagittal alike', () => {
    const { firstOrder, imageDistanceMm } = lensReport(design, [D], []);
    const [axis, near] = fieldFoci(design, D, [0, 1e-3]);
    const paraxial = firstOrder[0]!.bflMm - imageDistanceMm;
    // A pencil of a thousandth of the pupil has an aberration of its own.
    for (const focus of [axis!, near!]) {
      expect(Math.abs(focus.tangentialMm - paraxial)).toBeLessThan(1e-5 * design.focalLengthMm);
      expect(Math.abs(focus.sagittalMm - paraxial)).toBeLessThan(1e-5 * design.focalLengthMm);
    }
  });
});
