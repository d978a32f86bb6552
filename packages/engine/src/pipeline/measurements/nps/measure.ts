import { spectrumOfFrames } from '../../lab/patches.ts';
import { framesOfRun } from '../../lab/take-chart.ts';
import type { MeasuredShot } from '../measured-shot.ts';
import type { NpsResults } from './descriptor.ts';

/** Values along a block, and the fewest rows or columns of a mosaic that hold two of them. */
const [USUAL, SMALL, FEWEST] = [64, 16, 256] as const;

/** Measures the noise of the even field. @see docs/reference/lab.md#noise-spectra */
export function measure(shot: MeasuredShot): NpsResults | undefined {
  const frames = framesOfRun(shot);
  if (!frames) return undefined;
  const { rows, columns } = shot.plan.grid;
  const block = Math.min(rows, columns) < FEWEST ? SMALL : USUAL;
  const { raw, true: known } = spectrumOfFrames(frames, { kind: 'total', block });
  const { variance, rowVariance, columnVariance } = raw!;
  return {
    variance,
    rowVariance,
    columnVariance,
    true: {
      variance: known.variance,
      rowVariance: known.rowVariance,
      columnVariance: known.columnVariance,
    },
  };
}
