/** A curve of a plot, with its name beside it. */
export interface Curve {
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Curves of the same things differ by their lines. */
  readonly line?: 'solid' | 'dashed' | 'dotted';
  /** Only where colour means a wavelength. */
  readonly colour?: string;
}

export interface PlotContent {
  /** Also the name of its files. */
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly curves: readonly Curve[];
  /** A vertical line with a name. */
  readonly mark?: { readonly x: number; readonly name: string };
}

/** The curves side by side: each has its own columns, because their places may differ. */
export function plotCsv({ xLabel, curves }: PlotContent): string {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const rows = Math.max(...curves.map(({ x }) => x.length));
  return [
    curves.flatMap(({ name }) => [quoted(xLabel), quoted(name)]).join(','),
    ...Array.from({ length: rows }, (_, row) =>
      curves.flatMap(({ x, y }) => [x[row] ?? '', y[row] ?? '']).join(','),
    ),
    '',
  ].join('\n');
}

/** Round steps of an axis. */
export function ticksOf(from: number, to: number, most: number): readonly number[] {
  const rough = (to - from) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

/** Least and largest of values; a range of its own where they are equal. */
export function rangeOf(values: readonly number[]): readonly [number, number] {
  const [least, largest] = [Math.min(...values), Math.max(...values)];
  if (!Number.isFinite(least)) return [0, 1];
  return least === largest ? [least - 0.5, largest + 0.5] : [least, largest];
}
