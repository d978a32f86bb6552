/** Charts that carry their distances, and their answers (docs/reference/depth.md#charts). */
import { expect, it } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import { uniform, type Lens } from '../../src/optics/lens.ts';
import type { PixelGrid } from '../../src/optics/pixel-grid.ts';
import { realLens } from '../../src/optics/real-lens.ts';
import { thinLens } from '../../src/optics/thin-lens.ts';
import { BANDS, WAVELENGTHS } from '../../src/quantities/wavelengths.ts';
import { build as depthSteps } from '../../src/scenes/depth-steps/build.ts';
import type { Scene } from '../../src/scenes/scene.ts';
import { build as tiltedPlane } from '../../src/scenes/tilted-plane/build.ts';
import { testHost } from '../test-host.ts';
import { edgeSfr, sinc } from './edge-sfr.ts';
import { hopkins } from './hopkins.ts';
import { oneBand } from './lens-scenes.ts';
import { SFR_TO_NYQUIST } from './tolerances.ts';

const PITCH = 2.2e-6;
const TILT = (5 * Math.PI) / 180;
const FREQUENCIES = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5];
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const host = testHost();

function formed(lens: Lens, scene: Scene, hfov: number, grid: PixelGrid): Promise<Float32Array> {
  const white = new Float64Array(BANDS).fill(1);
  const lit = { scene, radiance: [white], white, whiteLuminance: 1, meanLuminance: 1 };
  const receptors = uniform(oneBand(WAVELENGTHS.indexOf(550)));
  const watch = { stopped: () => false, progress: () => undefined };
  return lens.formImage({ lit, hfov }, { grid, receptors }, host, watch);
}

/** SFR of the edge through a column of a picture. */
const sfrAt = (picture: Float32Array, { rows, columns }: PixelGrid, column: number, half: number) =>
  edgeSfr(
    {
      rows: rows - 40,
      columns: 2 * half,
      at: (row, x) => picture[(row + 20) * columns + Math.round(column) - half + x]!,
      has: () => true,
    },
    FREQUENCIES,
    half - 12,
  );

it('an edge of a tilted plane has the SFR of its distance', async () => {
  const [hfov, imageSize, tilt, distance] = [radians(5), 256, radians(70), 1];
  const scene = await tiltedPlane(
    { hfov, imageSize, tilt, distance, pattern: 'edges', period: 128 },
    host,
  );
  const grid = { rows: 200, columns: 320, pitch: PITCH };
  const focusDistance = 0.8;
  const picture = await formed(thinLens({ focusDistance }), scene, hfov, grid);
  const sensor = 1 / (1 / 8.2e-3 - 1 / focusDistance);
  for (const place of [-0.5, 0, 0.5]) {
    const column = grid.columns / 2 + (place * Math.tan(hfov / 2) * sensor) / PITCH;
    const measured = sfrAt(picture, grid, column, 38);
    const z = distance / (1 - place * Math.tan(hfov / 2) * Math.tan(tilt));
    for (const [i, frequency] of FREQUENCIES.entries()) {
      const wanted =
        Math.abs(hopkins(z, focusDistance, frequency / PITCH)) *
        sinc(frequency * Math.cos(TILT)) *
        sinc(frequency * Math.sin(TILT));
      expect(Math.abs(measured[i]! - wanted), `${place}, ${frequency}`).toBeLessThan(
        SFR_TO_NYQUIST,
      );
    }
  }
});

it('lines of a tilted plane are sharpest where it is in focus', async () => {
  const [hfov, imageSize, tilt, distance] = [radians(10), 512, radians(75), 1];
  const scene = await tiltedPlane(
    { hfov, imageSize, tilt, distance, pattern: 'lines', period: 4 },
    host,
  );
  const grid = { rows: 8, columns: 640, pitch: PITCH };
  const focusDistance = 1.1;
  const picture = await formed(thinLens({ focusDistance }), scene, hfov, grid);
  const sensor = 1 / (1 / 8.2e-3 - 1 / focusDistance);
  const width = (2 * Math.tan(hfov / 2) * sensor) / PITCH;
  const period = (4 * width) / imageSize;
  const half = Math.round(3 * period);
  /** Strength of the lines round a column, under a window. */
  const strength = (column: number): number => {
    let [re, im] = [0, 0];
    for (let x = -half; x <= half; x += 1) {
      const window = 1 + Math.cos((Math.PI * x) / half);
      const value = window * picture[4 * grid.columns + column + x]!;
      re += value * Math.cos((2 * Math.PI * (column + x)) / period);
      im += value * Math.sin((2 * Math.PI * (column + x)) / period);
    }
    return Math.hypot(re, im);
  };
  const columns = Array.from({ length: 560 }, (_, i) => i + 40);
  const strengths = columns.map(strength);
  const most = Math.max(...strengths);
  // The middle of where they are nearly as strong: the top itself is flat.
  const near = columns.filter((_, i) => strengths[i]! > 0.98 * most);
  const sharpest = near.reduce((sum, column) => sum + column + 0.5, 0) / near.length;
  const place = (1 - distance / focusDistance) / (Math.tan(hfov / 2) * Math.tan(tilt));
  const wanted = grid.columns / 2 + (place * width) / 2;
  expect(Math.abs(sharpest - wanted)).toBeLessThan(0.01 * width);
});

it('steps of depth have the SFR of flat scenes at their distances', async () => {
  const [hfov, imageSize, steps, near, far] = [radians(5), 255, 3, 0.4, 2];
  const scene = await depthSteps({ hfov, imageSize, steps, near, far }, host);
  const { depth: _, ...flat } = scene;
  const grid = { rows: 180, columns: 330, pitch: PITCH };
  const lensOf = (objectDistance?: number): Lens =>
    realLens(lensFiles['cooke-triplet'], {
      focusDistance: 0.6,
      ...(objectDistance !== undefined && { objectDistance }),
    });
  const picture = await formed(lensOf(), scene, hfov, grid);
  for (let step = 0; step < steps; step += 1) {
    const z = 1 / (1 / near + (step / (steps - 1)) * (1 / far - 1 / near));
    const place = (2 * step + 1) / steps - 1;
    const column =
      grid.columns / 2 + lensOf(z).imageHeight(Math.atan(place * Math.tan(hfov / 2))) / PITCH;
    const measured = sfrAt(picture, grid, column, 44);
    const wanted = sfrAt(await formed(lensOf(z), flat, hfov, grid), grid, column, 44);
    for (const [i, frequency] of FREQUENCIES.entries())
      expect(Math.abs(measured[i]! - wanted[i]!), `${step}, ${frequency}`).toBeLessThan(
        SFR_TO_NYQUIST,
      );
  }
});
