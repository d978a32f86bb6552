/** Kernels that are as wide as their own light (docs/reference/depth.md#largest-blur). */
import { describe, expect, it } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import { focusDesign } from '../../src/optics/focus/focus-design.ts';
import { isTileUsed, tilingFor, withOwnWidths } from '../../src/optics/form-image/tiling.ts';
import { tracePointSpreads } from '../../src/optics/form-image/trace-point-spreads.ts';
import { lensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import { testHost } from '../test-host.ts';

/** Half of what the distance of nodes may misplace. */
const MISPLACED = 2.5e-3;
const REACH = 96;
/** Numbers of a kernel in its four phases. */
const COUNT = 4 * (2 * REACH + 1) ** 2;
const LEAST_MM = 0.035;
/** A blur of 30 µm on the axis, far narrower than kernels of 96 pixels to each side. */
const design = focusDesign(lensDesign(lensFiles['double-gauss']), { focusShift: 1e-4 });

async function kernelsAt(angle: number, leastHalfMm?: number) {
  const out = new Float32Array(COUNT + 1);
  await tracePointSpreads(
    {
      design,
      wavelengths: [550],
      angles: [angle],
      shiftsMm: [0.004],
      towards: [0.6, 0.8],
      reach: REACH,
      oversampling: 2,
      pitchMm: 2.2e-3,
      sides: [
        { share: 1, spread: 0 },
        { share: 1, spread: 0 },
      ],
      ...(leastHalfMm !== undefined && { leastHalfMm }),
      out,
      at: 0,
      lostAt: COUNT,
    },
    testHost(),
  );
  return { kernel: out.subarray(0, COUNT), lost: out[COUNT]! };
}

describe('kernels as wide as their own light', () => {
  it.each([0, 8])('at %s degrees are the full ones but for light that is lost', async (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const full = await kernelsAt(angle);
    const own = await kernelsAt(angle, LEAST_MM);
    const difference = own.kernel.reduce(
      (sum, value, i) => sum + Math.abs(value - full.kernel[i]!),
      0,
    );
    expect(difference / 2).toBeLessThan(MISPLACED);
    expect(difference).toBeGreaterThan(0);
    expect(own.lost).toBeGreaterThan(full.lost);
    expect(own.kernel.reduce((sum, value) => sum + value, own.lost)).toBeCloseTo(1, 5);
    // The corner is beyond its light.
    expect(own.kernel[0]).toBe(0);
    expect(full.kernel[0]).not.toBe(0);
  });

  it('leave out only tiles whose light ends before the picture', () => {
    const grid = { rows: 224, columns: 324, pitch: 4.4e-6 };
    const full = { ...tilingFor(grid, 2, 0.3, 21, { mostMm: 0.3, shares: [8 / 3] }), sides: [] };
    const own = withOwnWidths(full as never, { leastMm: LEAST_MM, lightReach: 69 }) as typeof full;
    expect([full.reach, full.side]).toEqual([96, 64]);
    const usedIn = (tiling: typeof full): number[] => {
      const used: number[] = [];
      for (let column = -8; column < 8; column += 1)
        if (isTileUsed(tiling as never, column, 0)) used.push(column);
      return used;
    };
    expect(usedIn(full)).toEqual([-5, -4, -3, -2, -1, 0, 1, 2, 3, 4]);
    expect(usedIn(own)).toEqual([-4, -3, -2, -1, 0, 1, 2, 3]);
    expect([full.tilesAcross, own.tilesAcross]).toEqual([5, 4]);
  });
});
