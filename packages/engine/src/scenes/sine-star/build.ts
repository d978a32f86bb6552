import { BANDS } from '../../quantities/wavelengths.ts';
import { cosineOfTurns } from '../patterns/rays.ts';
import { mean } from '../scene.ts';
import type { SceneBuild } from '../scene-descriptor.ts';
import type { sineStarFields } from './descriptor.ts';

/** Radius within which the samples of a star are too coarse for it, samples. */
export const foldedRadius = (cycles: number): number => cycles / Math.PI;

/**
 * mean (1 + modulation cos(cycles φ)) round the centre, and the mean where it would fold. Where it
 * is brighter than white, the brightest ray is 1 and its spectrum more.
 *
 * @see docs/reference/lab.md#star
 */
export const build: SceneBuild<typeof sineStarFields> = (parameters) => {
  const { imageSize: side, cycles, modulation } = parameters;
  const peak = Math.max(1, parameters.mean * (1 + modulation));
  const level = parameters.mean / peak;
  const radius = foldedRadius(cycles);
  const cosine = cosineOfTurns(cycles);
  const plane = (): Float32Array =>
    Float32Array.from({ length: side * side }, (_, i) => {
      const [x, y] = [(i % side) + 0.5 - side / 2, Math.floor(i / side) + 0.5 - side / 2];
      const square = x * x + y * y;
      const wave = square <= radius * radius ? 0 : cosine(x, y, 1 / square);
      return level * (1 + modulation * wave);
    });
  const one = (value: number): Float32Array => Float32Array.of(value);
  return {
    rows: side,
    columns: side,
    spectra: [new Float64Array(BANDS).fill(peak)],
    planeMeans: [mean(plane())],
    pattern: {
      kind: 'weighted',
      formula: {
        kind: 'rays',
        frequency: cycles / 2,
        low: 0,
        centre: 0.5,
        disc: { centre: 0.5, radius: radius / side, value: 0.5 },
        isWhole: true,
      },
      cells: {
        kind: 'cells',
        rows: 1,
        columns: 1,
        planes: [one(2 * level * modulation), one(level * (1 - modulation))],
      },
    },
    raster: plane,
  };
};
