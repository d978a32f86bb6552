import { edgeSfr } from '../analysis/edge-sfr/edge-sfr.ts';
import { measuredRegion } from '../analysis/measured-picture.ts';
import type { RealArray } from '../images/npy.ts';

/** A slanted edge of exactly known blur. */
export interface EdgeCase {
  readonly name: string;
  readonly file: string;
  readonly edgeDegrees: number;
  readonly sfr: readonly number[];
  readonly mtf50: number;
  readonly tolerance: {
    readonly sfrToNyquist: number;
    readonly mtf50Relative: number;
    readonly edgeDegrees: number;
  };
}

/** How far the SFR of an edge is from the truth. */
export function edgeDifferences(
  { name, edgeDegrees, sfr, mtf50 }: EdgeCase,
  { shape, values, largest }: RealArray,
) {
  const [rows = 0, columns = 0, channels = 1] = shape;
  const measured = edgeSfr(
    measuredRegion(
      { rows, columns, channels: channels as 1 | 3, data: values, largest },
      {
        encoding: name.startsWith('srgb') ? 'srgb' : 'linear',
        ...(name.startsWith('bayer') && { pattern: 'grbg', channel: 'green' as const }),
      },
    ),
  );
  return {
    sfrToNyquist: Math.max(
      ...measured.sfr.slice(0, 25).map((value, i) => Math.abs(value - sfr[i]!)),
    ),
    mtf50: measured.mtf50 ?? NaN,
    mtf50Relative: Math.abs((measured.mtf50 ?? NaN) / mtf50 - 1),
    edgeDegrees: Math.abs(measured.edgeDegrees - edgeDegrees),
  };
}
