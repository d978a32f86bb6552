/** Light that a lens scatters, in pictures (docs/reference/depth.md#scatter). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import { idealLens } from '../../src/optics/ideal-lens.ts';
import { uniform, type Lens } from '../../src/optics/lens.ts';
import type { PixelGrid } from '../../src/optics/pixel-grid.ts';
import { realLens } from '../../src/optics/real-lens.ts';
import type { Scatter } from '../../src/optics/stray/scatter-kernel.ts';
import { withScatter } from '../../src/optics/stray/with-scatter.ts';
import { WAVELENGTHS } from '../../src/quantities/wavelengths.ts';
import type { Pattern } from '../../src/scenes/patterns/pattern.ts';
import { testHost } from '../test-host.ts';
import { litPattern, oneBand } from './lens-scenes.ts';

const FOCAL_MM = 8.2;
const PITCH = 2.2e-6;
const BAND = WAVELENGTHS.indexOf(550);
const watch = { stopped: () => false, progress: () => undefined };
const degrees = (angle: number): number => (angle * Math.PI) / 180;

const formed = (lens: Lens, pattern: Pattern, widthMm: number, grid: PixelGrid) =>
  lens.formImage(
    { lit: litPattern(pattern), hfov: 2 * Math.atan(widthMm / 2 / FOCAL_MM) },
    { grid, receptors: uniform(oneBand(BAND)) },
    testHost(),
    watch,
  );

/** A square scene of cells with these values at x and y in mm of the ideal lens's image. */
function cellsOf(
  count: number,
  widthMm: number,
  valueAt: (x: number, y: number) => number,
): Pattern {
  const place = (index: number): number => ((index + 0.5) / count - 0.5) * widthMm;
  const values = Float32Array.from({ length: count * count }, (_, at) =>
    valueAt(place(at % count), place(Math.floor(at / count))),
  );
  return { kind: 'cells', rows: count, columns: count, planes: [values] };
}

describe('a black disc in an even field', () => {
  const { kernels } = JSON.parse(
    readFileSync(
      new URL('../../references/optics/golden-depth/glare.json', import.meta.url),
      'utf8',
    ),
  ) as {
    readonly kernels: readonly {
      readonly scatterShoulderDegrees: number;
      readonly scatterSlope: number;
      readonly veilingGlareIndex: readonly Readonly<
        Record<'scatterPercent' | 'blackRadiusMm' | 'fieldRadiusMm' | 'vgiPercent', number>
      >[];
    }[];
  };
  // Of each kernel one disc; references/optics/stray.test.ts has the closed form of all.
  const cases = kernels.map(
    ({ scatterShoulderDegrees: shoulder, scatterSlope: slope, veilingGlareIndex }, at) => ({
      ...veilingGlareIndex[(7 * at) % veilingGlareIndex.length]!,
      shoulder,
      slope,
    }),
  );
  it.each(cases)(
    'of $blackRadiusMm mm in $fieldRadiusMm mm: $vgiPercent % at a shoulder of $shoulder°, slope $slope',
    async ({ shoulder, slope, scatterPercent, blackRadiusMm, fieldRadiusMm, vgiPercent }) => {
      const lens = withScatter(idealLens, {
        share: scatterPercent / 100,
        shoulder: degrees(shoulder),
        slope,
      });
      const widthMm = 2.02 * fieldRadiusMm;
      const middle = async (blackMm: number): Promise<number> => {
        const pattern = cellsOf(800, widthMm, (x, y) => {
          const distance = Math.hypot(x, y);
          return Number(distance >= blackMm && distance <= fieldRadiusMm);
        });
        const picture = await formed(lens, pattern, widthMm, { rows: 9, columns: 9, pitch: PITCH });
        return picture[40]!;
      };
      const index = (100 * (await middle(blackRadiusMm))) / (await middle(0));
      expect(Math.abs(index - vgiPercent)).toBeLessThan(0.02 * vgiPercent + 2e-4 * 100);
    },
  );
});

describe('what lies beyond the sensor', () => {
  const scatter: Scatter = { share: 0.2, shoulder: degrees(0.5), slope: 1.5 };
  const WIDTH_MM = 3;
  const valueAt = (x: number, y: number): number =>
    Math.abs(x) > WIDTH_MM / 2 || Math.abs(y) > WIDTH_MM / 2
      ? 0
      : Number(x > 0.4) + 0.3 * Number(y < -0.2) + 0.05;
  const pattern = cellsOf(300, WIDTH_MM, valueAt);

  /** The scattered light at a place, summed along circles round it. */
  function scatteredAt(x: number, y: number): number {
    const [l, s] = [Math.sin(scatter.shoulder), scatter.slope];
    const [rings, azimuths] = [600, 720];
    let [sum, whole] = [0, 0];
    for (let ring = 0; ring < rings; ring += 1) {
      // Equal steps of the logarithm of 1 + r/(f l).
      const radius = (t: number): number => FOCAL_MM * l * ((1 + 1 / l) ** t - 1);
      const [inner, outer] = [radius(ring / rings), radius((ring + 1) / rings)];
      const r = (inner + outer) / 2;
      const weight = (1 + (r / (FOCAL_MM * l)) ** 2) ** (-s / 2) * (outer ** 2 - inner ** 2);
      let light = 0;
      for (let k = 0; k < azimuths; k += 1) {
        const azimuth = (2 * Math.PI * (k + 0.5)) / azimuths;
        light += valueAt(x + r * Math.cos(azimuth), y + r * Math.sin(azimuth));
      }
      sum += (weight * light) / azimuths;
      whole += weight;
    }
    return sum / whole;
  }

  it('sends its light onto a window of the sensor', async () => {
    const grid: PixelGrid = { rows: 40, columns: 60, pitch: PITCH, offset: [150, -80] };
    const direct = await formed(idealLens, pattern, WIDTH_MM, grid);
    const picture = await formed(withScatter(idealLens, scatter), pattern, WIDTH_MM, grid);
    const unit = (
      await formed(
        idealLens,
        cellsOf(4, WIDTH_MM, () => 1),
        WIDTH_MM,
        grid,
      )
    )[0]!;
    for (const [row, column] of [
      [0, 0],
      [20, 30],
      [39, 59],
      [5, 50],
    ] as const) {
      const at = row * grid.columns + column;
      const veil = (picture[at]! - (1 - scatter.share) * direct[at]!) / scatter.share / unit;
      const x = ((column + 0.5 - grid.columns / 2 + 150) * PITCH) / 1e-3;
      const y = ((row + 0.5 - grid.rows / 2 - 80) * PITCH) / 1e-3;
      expect(Math.abs(veil / scatteredAt(x, y) - 1)).toBeLessThan(5e-3);
    }
  });

  it('is black beyond the image circle of a lens of glass, and vignetted inside', async () => {
    const lens = realLens(lensFiles['cooke-triplet']);
    const radiusMm = lens.field!.imageRadius * 1e3;
    const grid: PixelGrid = { rows: 8, columns: 8, pitch: PITCH };
    const even = cellsOf(4, 1, () => 1);
    const widthMm = 2.4 * radiusMm;
    const direct = (await formed(lens, even, widthMm, grid))[36]!;
    const picture = (await formed(withScatter(lens, scatter), even, widthMm, grid))[36]!;
    const veil = (picture / direct - (1 - scatter.share)) / scatter.share;
    const [l, s] = [Math.sin(scatter.shoulder), scatter.slope];
    let [sum, whole] = [0, 0];
    for (let r = 0.0005; r < FOCAL_MM; r += 0.001) {
      const weight = r * (1 + (r / (FOCAL_MM * l)) ** 2) ** (-s / 2);
      whole += weight;
      if (r < radiusMm) sum += weight * lens.relativeIllumination!(lens.fieldAngle(r / 1e3));
    }
    expect(Math.abs(veil / (sum / whole) - 1)).toBeLessThan(5e-3);
  });
});
