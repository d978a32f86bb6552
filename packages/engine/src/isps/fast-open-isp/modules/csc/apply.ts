import type { ModuleCode, StepPart } from '../../step-code.ts';
import type { cscFields } from './descriptor.ts';

/** Some rows to convert. */
export type CscPart = StepPart<'rgb', 'y' | 'cbcr'>;

/**
 * Converts to luma and chroma, BT.601 limited range; channel 0 counts as red.
 *
 * @see docs/reference/isp.md#csc.
 */
export function convertToLuma({
  source: { rgb },
  target: { y, cbcr },
  columns,
  from,
  to,
}: CscPart): void {
  for (let pixel = from * columns; pixel < to * columns; pixel += 1) {
    const r = rgb[pixel * 3]!,
      g = rgb[pixel * 3 + 1]!,
      b = rgb[pixel * 3 + 2]!;
    y[pixel] = ((66 * r + 129 * g + 25 * b) >> 8) + 16;
    cbcr[pixel * 2] = ((-38 * r - 74 * g + 112 * b) >> 8) + 128;
    cbcr[pixel * 2 + 1] = ((112 * r - 94 * g - 18 * b) >> 8) + 128;
  }
}

export const code = {
  prepare: () => ({}),
  apply: convertToLuma,
} satisfies ModuleCode<typeof cscFields, CscPart>;
