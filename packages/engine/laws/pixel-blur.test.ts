import { expect, test } from 'vitest';
import { lightScene } from '../src/illuminants/light.ts';
import { idealLens } from '../src/optics/ideal-lens.ts';
import { uniform } from '../src/optics/lens.ts';
import { paintScene } from '../src/scenes/paint-scene.ts';
import { planOf } from './run.ts';
import { testHost } from './test-host.ts';
import { MTF } from './tolerances.ts';

/**
 * The edge response of the sharp lens is the pixel's own box (docs/reference/physics.md#p2,
 * docs/reference/physics.md#p9): |sinc(fx) sinc(fy)| along the edge's normal, frequencies in cycles
 * per pixel. If the lens sampled the raster instead of the exact edge, the value at 0.2 would be
 * far too low.
 */
test.each([2.6, 4.7, -2.6, 0.37])(
  'slanted edge of slope %d through the ideal lens: MTF is the pixel box',
  async (slope) => {
    const plan = planOf({
      scene: 'slantedEdge',
      sceneParameters: { edgeAngle: slope, hfov: 10 },
      sensorParameters: { rows: 300, cols: 300, pixel_size: 4.7 },
    });
    const lit = lightScene(
      await paintScene(plan.scene, testHost()),
      plan.illuminant.energy!,
      plan.luminance,
    );
    const picture = await idealLens.formImage(
      { lit, hfov: plan.scene.parameters.hfov },
      { grid: plan.grid, receptors: uniform(new Float64Array(31).fill(1)) },
      testHost(),
      { stopped: () => false, progress: () => undefined },
    );
    // Edge: y = slope·x through the centre, y down; its unit normal points to the bright side.
    const [normalX, normalY] = [-slope / Math.hypot(1, slope), 1 / Math.hypot(1, slope)];
    const BINS_PER_PIXEL = 8;
    const REACH = 20;
    const sums = new Float64Array(2 * REACH * BINS_PER_PIXEL);
    const counts = new Float64Array(sums.length);
    for (let row = 40; row < 260; row += 1) {
      for (let column = 40; column < 260; column += 1) {
        const bin = Math.floor(
          ((column - 149.5) * normalX + (row - 149.5) * normalY + REACH) * BINS_PER_PIXEL,
        );
        if (bin < 0 || bin >= sums.length) continue;
        sums[bin]! += picture[row * 300 + column]!;
        counts[bin]! += 1;
      }
    }
    const spread = sums.map((sum, bin) => (counts[bin]! > 0 ? sum / counts[bin]! : NaN));
    expect(spread.every(Number.isFinite)).toBe(true);
    const line = spread.subarray(1).map((value, bin) => value - spread[bin]!);
    const total = line.reduce((sum, value) => sum + value, 0);
    const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
    for (const frequency of [0.05, 0.1, 0.2, 0.3, 0.4, 0.5]) {
      let [real, imaginary] = [0, 0];
      for (const [bin, value] of line.entries()) {
        const phase = (2 * Math.PI * frequency * bin) / BINS_PER_PIXEL;
        real += value * Math.cos(phase);
        imaginary += value * Math.sin(phase);
      }
      // Binning multiplies the response by the sinc of one bin, and so does the difference of
      // neighbouring bins.
      const measured = Math.hypot(real, imaginary) / total / sinc(frequency / BINS_PER_PIXEL) ** 2;
      const expected = Math.abs(sinc(frequency * normalX) * sinc(frequency * normalY));
      expect(Math.abs(measured - expected), `at ${frequency} cycles per pixel`).toBeLessThan(MTF);
    }
  },
);
