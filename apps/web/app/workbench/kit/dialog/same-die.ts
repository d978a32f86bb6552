/** Pixels of a sensor: pitch, µm, and how many. */
export interface PixelsOfDie {
  readonly micrometres: number;
  readonly rows: number;
  readonly cols: number;
}

/** An even count of pixels of another pitch on the same length, at least 2. */
const fitting = (count: number, from: number, to: number): number =>
  Math.max(2, 2 * Math.floor((count * from) / (2 * to) + 0.5));

/** Rows and columns of another pitch on the same die; undefined for what is no pitch. */
export function onSameDie(
  { micrometres, rows, cols }: PixelsOfDie,
  pitch: number,
): Pick<PixelsOfDie, 'rows' | 'cols'> | undefined {
  if (![micrometres, rows, cols, pitch].every((value) => value > 0 && Number.isFinite(value)))
    return undefined;
  return { rows: fitting(rows, micrometres, pitch), cols: fitting(cols, micrometres, pitch) };
}
