import { gaussianOf } from '../../random/gaussian.ts';
import { philox } from '../../random/philox.ts';
import type { NoisePlan } from '../read-out/noise-plan.ts';
import type { Chip } from './chip.ts';
import { CAPTURE_STEP, STREAMS } from './streams.ts';

/** Electrons that whole rows and columns add to their pixels. */
export interface LineNoise {
  /** By row, the drift of the frame included. */
  readonly rows: Float32Array;
  readonly columns: Float32Array;
}

/**
 * Noise of rows and columns and the drift of the black level; undefined where there is none.
 *
 * @param firstRow of the block; rows without light are negative.
 * @param capture its index: each read has temporal noise of its own.
 * @see docs/reference/sensor-depth.md#pixel-array
 */
export function lineNoise(
  chip: Chip,
  { rows, columns, firstRow }: { rows: number; columns: number; firstRow: number },
  capture: number,
  seeds: NoisePlan['seeds'],
): LineNoise | undefined {
  const { rowNoiseElectrons: row = 0, columnNoiseElectrons: column = 0 } = chip;
  const { rowOffsetElectrons: fixedRow = 0, columnOffsetElectrons: fixedColumn = 0 } = chip;
  const { blackDriftElectrons: drift = 0 } = chip;
  if (row === 0 && column === 0 && fixedRow === 0 && fixedColumn === 0 && drift === 0)
    return undefined;
  const block = new Uint32Array(4);
  const shift = CAPTURE_STEP * capture;
  const normal = (counter: number, stream: number, seed: number, word: 0 | 1): number => {
    philox([counter, 0, stream, 0], [seed, 0], block);
    return gaussianOf(block[word]!);
  };
  const line = (at: number, word: 0 | 1, temporal: number, fixed: number): number =>
    (temporal === 0 ? 0 : temporal * normal(at, STREAMS.lines + shift, seeds.temporal, word)) +
    (fixed === 0 ? 0 : fixed * normal(at, STREAMS.fixedLines, seeds.fixedPattern, word));
  const drifted = drift === 0 ? 0 : drift * normal(0, STREAMS.drift + shift, seeds.temporal, 0);
  return {
    rows: Float32Array.from(
      { length: rows },
      (_, at) => line(firstRow + at, 0, row, fixedRow) + drifted,
    ),
    columns: Float32Array.from({ length: columns }, (_, at) => line(at, 1, column, fixedColumn)),
  };
}
