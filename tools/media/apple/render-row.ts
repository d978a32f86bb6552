import { createCamera } from './camera.ts';
import { CHANNELS } from './film.ts';
import { createPathResult, createPathTracer } from './path-trace.ts';
import { hash2 } from './random.ts';
import { createSampler, nextPoint, startSample } from './sampler.ts';
import type { Still } from './still.ts';
import { createRay } from './surface.ts';

/** What one picture is rendered with. */
export interface RenderSettings {
  readonly width: number;
  readonly height: number;
  /** Most samples per pixel; smooth pixels stop earlier. */
  readonly samples: number;
  readonly seed: number;
  /** Address of the module whose `still` is rendered. */
  readonly stillModule: string;
}

/** Samples after which a pixel is first allowed to stop; then again at every doubling. */
const FIRST_CHECK = 64;
/**
 * A pixel stops when the error that independent samples would have is below this share of its
 * displayed brightness.
 */
const TOLERANCE = 0.08;

/**
 * Alternating blocks of this many samples make up the two halves whose difference shows the noise.
 */
const HALVES = 8;

/** Renders row `y` into `row`, `CHANNELS` values per pixel. */
export type RenderRow = (y: number, row: Float32Array) => void;

/**
 * Prepares the scene for rendering single rows. A row depends on the settings only, so that rows
 * can be handed to any number of threads in any order.
 */
export function createRowRenderer(
  { width, height, samples, seed }: RenderSettings,
  still: Still,
): RenderRow {
  const { camera, exposure, lighting } = still;
  const aim = createCamera(camera, width / height);
  const tracePath = createPathTracer(still.createObjects(), lighting);
  const sampler = createSampler();
  const ray = createRay();
  const path = createPathResult();
  const total = new Float64Array(CHANNELS);

  /** Offset from the pixel's centre for a tent filter two pixels wide. */
  const tent = (t: number): number => (t < 0.5 ? Math.sqrt(2 * t) - 1 : 1 - Math.sqrt(2 - 2 * t));

  return (y, row) => {
    for (let x = 0; x < width; x++) {
      const pixelSeed = hash2(hash2(seed, y), x);
      total.fill(0);
      let sum = 0;
      let squares = 0;
      let check = FIRST_CHECK;
      let count = 0;
      while (count < samples) {
        startSample(sampler, pixelSeed, count);
        nextPoint(sampler);
        const px = x + 0.5 + tent(sampler.x);
        const py = y + 0.5 + tent(sampler.y);
        nextPoint(sampler);
        aim(px / width, py / height, sampler.x, sampler.y, ray);
        tracePath(ray, sampler, path);
        const half = (count & HALVES) === 0 ? 1 : -1;
        total[0]! += path.red;
        total[1]! += path.green;
        total[2]! += path.blue;
        total[3]! += half * path.red;
        total[4]! += half * path.green;
        total[5]! += half * path.blue;
        total[6]! += path.bodyRed;
        total[7]! += path.bodyGreen;
        total[8]! += path.bodyBlue;
        total[9]! += path.normalX;
        total[10]! += path.normalY;
        total[11]! += path.normalZ;
        const luminance = 0.3 * path.red + 0.59 * path.green + 0.11 * path.blue;
        sum += luminance;
        squares += luminance * luminance;
        count++;
        if (count === check && count < samples) {
          const mean = sum / count;
          const variance = Math.max(0, squares / count - mean * mean);
          const error = Math.sqrt(variance / count);
          if (error * exposure < TOLERANCE * (mean * exposure + 0.03)) break;
          check *= 2;
        }
      }
      for (let i = 0; i < CHANNELS; i++) row[x * CHANNELS + i] = total[i]! / count;
    }
  };
}
