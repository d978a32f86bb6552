import { allocateShared } from '../../../../images/shared-array.ts';
import type { ModuleCode, StepPart, SurveyPart } from '../../step-code.ts';
import type { bccFields } from './descriptor.ts';

export interface BccTables {
  /** Whole, the gain x 256. */
  readonly offset: number;
  readonly gain: number;
  /** New luma by old; the survey fills it, see `contrastCurve`. */
  readonly curve: Uint8Array;
}
/** Some rows to adjust. */
export type BccPart = StepPart<'y', 'y', BccTables>;

const toByte = (value: number): number => Math.min(Math.max(value, 0), 255);

/**
 * Brightness, then contrast around the median of the whole picture.
 *
 * @param histogram of luma, 256 bins.
 * @param offset and gain whole, the gain x 256.
 * @see docs/reference/isp.md#bcc.
 */
export function contrastCurve(histogram: Int32Array, offset: number, gain: number): Uint8Array {
  const middle = Math.trunc(medianOf(histogram, offset));
  return Uint8Array.from({ length: 256 }, (_, y) =>
    toByte((((toByte(y + offset) - middle) * gain) >> 8) + middle),
  );
}

/** Median of luma after the offset; the mean of the two in the middle when their number is even. */
function medianOf(histogram: Int32Array, offset: number): number {
  const count = histogram.reduce((sum, bin) => sum + bin, 0);
  const valueAt = (rank: number): number => {
    let below = 0;
    for (let y = 0; y < 256; y += 1) {
      below += histogram[y]!;
      if (below > rank) return toByte(y + offset);
    }
    return 0;
  };
  return (valueAt((count - 1) >> 1) + valueAt(count >> 1)) / 2;
}

/** Fills the curve. Its only unit is the whole picture. */
export function surveyLuma({
  source: { y },
  tables: { offset, gain, curve },
}: SurveyPart<BccPart>): void {
  const histogram = new Int32Array(256);
  for (let pixel = 0; pixel < y.length; pixel += 1) histogram[y[pixel]!]! += 1;
  curve.set(contrastCurve(histogram, offset, gain));
}

/** Applies the curve. */
export function adjustContrast({
  source: { y: source },
  target: { y: target },
  tables: { curve },
  columns,
  from,
  to,
}: BccPart): void {
  for (let pixel = from * columns; pixel < to * columns; pixel += 1)
    target[pixel] = curve[source[pixel]!]!;
}

export const code = {
  prepare: ({ bccBrightnessOffset, bccContrastGain }) => {
    const [offset, gain] = [Math.trunc(bccBrightnessOffset), Math.trunc(bccContrastGain)];
    return offset === 0 && gain === 256
      ? undefined
      : { offset, gain, curve: new Uint8Array(allocateShared(256)) };
  },
  survey: surveyLuma,
  apply: adjustContrast,
} satisfies ModuleCode<typeof bccFields, BccPart>;
