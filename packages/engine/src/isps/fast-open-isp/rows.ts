/**
 * Rows `from`..`to` of a picture. A step writes these rows only, so that parts can run in parallel.
 */
export interface Rows {
  readonly rows: number;
  readonly columns: number;
  readonly from: number;
  readonly to: number;
}

type Samples = Uint8Array | Uint16Array;

/**
 * Mirrors an index at both ends, as often as needed, without repeating the edge: 'reflect' of
 * numpy.
 */
export function reflect(index: number, size: number): number {
  if (size === 1) return 0;
  const period = 2 * (size - 1);
  const folded = ((index % period) + period) % period;
  return folded < size ? folded : period - folded;
}

/**
 * The same within the samples of one colour: even indices become even ones, odd ones become odd
 * ones. `size` is even.
 */
export const reflectInPlane = (index: number, size: number): number =>
  2 * reflect(index >> 1, size >> 1) + (index & 1);

/**
 * A band of a plane with a margin all round: data[(row - from + margin) * stride + column +
 * margin].
 */
export interface PaddedBand<Data extends Samples> {
  readonly data: Data;
  readonly stride: number;
}

/**
 * Copies rows `from - margin`..`to + margin` of a plane and fills what lies outside of the picture
 * by mirroring.
 */
export function padRows<Data extends Samples>(
  source: Data,
  { rows, columns, from, to }: Rows,
  margin: number,
  mirror: (index: number, size: number) => number = reflect,
): PaddedBand<Data> {
  const stride = columns + 2 * margin;
  const data = new (source.constructor as new (length: number) => Data)(
    (to - from + 2 * margin) * stride,
  );
  fillPaddedRows({ data, stride }, source, { rows, columns, from, to }, margin, mirror);
  return { data, stride };
}

/** The same into an existing band, whose stride is at least `columns + 2 * margin`. */
export function fillPaddedRows<Data extends Samples>(
  { data: target, stride }: PaddedBand<Data>,
  source: Data,
  { rows, columns, from, to }: Rows,
  margin: number,
  mirror: (index: number, size: number) => number = reflect,
): void {
  const left = Array.from({ length: margin }, (_, i) => mirror(i - margin, columns));
  const right = Array.from({ length: margin }, (_, i) => mirror(columns + i, columns));
  for (let row = from - margin, at = 0; row < to + margin; row += 1, at += stride) {
    const start = mirror(row, rows) * columns;
    target.set(source.subarray(start, start + columns), at + margin);
    for (let i = 0; i < margin; i += 1) {
      target[at + i] = source[start + left[i]!]!;
      target[at + margin + columns + i] = source[start + right[i]!]!;
    }
  }
}
