import { csvText } from '@lumenloom/engine/catalogue';

/** A curve of a plot, with its name beside it. */
export interface Curve {
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Curves of the same things differ by their lines. */
  readonly line?: 'solid' | 'dashed' | 'dotted' | 'points';
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
  const rows = Math.max(...curves.map(({ x }) => x.length));
  return csvText(
    [
      curves.flatMap(({ name }) => [xLabel, name]),
      ...Array.from({ length: rows }, (_, row) => curves.flatMap(({ x, y }) => [x[row], y[row]])),
    ],
    'around all text',
  );
}
