import type { Rows } from '../../rows.ts';

/** Some rows of the result to make; `rows` and `columns` are those of the source. */
export interface SclPart extends Rows {
  /** Interleaved: source[(row * columns + column) * channels + channel]. */
  readonly source: Uint8Array | Uint16Array;
  readonly target: Uint8Array | Uint16Array;
  readonly channels: number;
  /** Size of the result, pixels. */
  readonly height: number;
  readonly width: number;
}

/** Steps between two samples: OpenCV's linear interpolation has eleven bits. */
const STEPS = 2048;

/** The two source samples and the share of the second, in steps, for every sample of the result. */
function neighbours(
  count: number,
  size: number,
): { readonly first: Int32Array; readonly second: Int32Array; readonly share: Int32Array } {
  const places = Float64Array.from({ length: count }, (_, i) =>
    Math.min(Math.max(((i + 0.5) * size) / count - 0.5, 0), size - 1),
  );
  const first = Int32Array.from(places, (place) => Math.floor(place));
  return {
    first,
    second: first.map((index) => Math.min(index + 1, size - 1)),
    share: Int32Array.from(places, (place, i) => Math.round((place - first[i]!) * STEPS)),
  };
}

/**
 * Resizes by linear interpolation between pixel centres, without regard to the shape and without a filter.
 *
 * @see OpenCV, cv::resize with INTER_LINEAR, of which this is within one code (isp.md section 6).
 */
export function scaleRows({
  source,
  target,
  channels,
  rows,
  columns,
  height,
  width,
  from,
  to,
}: SclPart): void {
  const across = neighbours(width, columns);
  const down = neighbours(height, rows);
  for (let row = from; row < to; row += 1) {
    const upper = down.first[row]! * columns;
    const lower = down.second[row]! * columns;
    const below = down.share[row]!;
    for (let column = 0; column < width; column += 1) {
      const left = across.first[column]!;
      const right = across.second[column]!;
      const beside = across.share[column]!;
      for (let channel = 0; channel < channels; channel += 1) {
        const at = (start: number, index: number): number =>
          source[(start + index) * channels + channel]!;
        const above = (STEPS - beside) * at(upper, left) + beside * at(upper, right);
        const under = (STEPS - beside) * at(lower, left) + beside * at(lower, right);
        target[(row * width + column) * channels + channel] = Math.floor(
          ((STEPS - below) * above + below * under) / STEPS ** 2 + 0.5,
        );
      }
    }
  }
}
