import {
  decimalsFor,
  type ArrayFigure,
  type EmvaFigures,
  type MeasuredChannel,
  type MergedFigures,
} from '@lumenloom/engine';

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Figures of which some could not be measured. */
export type KnownFigures = Readonly<Record<keyof EmvaFigures, number | null>>;

/** What one colour shows, as `report.json` has it. */
export interface ReportedFigures {
  readonly measured: KnownFigures;
  readonly standardError: KnownFigures;
  /** Null for a sensor that is not ours. */
  readonly model: EmvaFigures | null;
}

/** A sensor that was measured, ours or another. */
export interface MeasuredSensor {
  readonly title: string;
  /** How it was measured: names and values. */
  readonly conditions: readonly (readonly [name: string, value: string])[];
  /** Green first, or the only colour. */
  readonly channels: readonly MeasuredChannel[];
  readonly notes: readonly string[];
  /** Whether the photons per pixel are known; else there is no figure in photons. */
  readonly isCalibrated: boolean;
  /** Captures of a sensor that has them: each by itself, in the first colour, and all as one. */
  readonly captures?: readonly { readonly name: string; readonly channel: MeasuredChannel }[];
  readonly merged?: MergedFigures;
  /** Figures of a pixel array that was measured. */
  readonly array?: readonly ArrayFigure[];
}

/** The figures of a colour, by its name. */
export interface ReportedColour {
  readonly name: string;
  readonly figures: ReportedFigures;
}

/** A number with its sign; 0 has none. */
function signed(value: number, decimals: number): string {
  const size = Math.abs(value).toFixed(decimals);
  return `${Number(size) === 0 ? '' : value < 0 ? '−' : '+'}${size}`;
}

/** Texts of a figure of the pixel array; '' where its frames do not show the figure. */
export function arrayTexts({ measured, standardError, true: expected }: ArrayFigure) {
  const decimals = decimalsFor(measured ?? expected, standardError);
  const text = (number: number): string => number.toFixed(decimals).replace(/^-/, '−');
  return {
    measured: measured === null ? 'not measured' : text(measured),
    error: standardError === null ? '' : text(standardError),
    true: text(expected),
  };
}

/**
 * A figure as text, each number with as many decimals as its error makes sense of; undefined where
 * it was not measured.
 */
export function figureTexts(
  { measured, standardError, model }: ReportedFigures,
  key: keyof EmvaFigures,
) {
  const [value, error] = [measured[key], standardError[key]];
  if (value === null) return undefined;
  const decimals = decimalsFor(value, error);
  const text = (number: number): string => number.toFixed(decimals).replace(/^-/, '−');
  const difference = model && value - model[key];
  return {
    measured: text(value),
    error: error === null ? '' : text(error),
    model: model ? text(model[key]) : '',
    difference: difference === null ? '' : signed(difference, decimals),
    /** In standard errors. */
    deviation: difference === null || !error ? '' : signed(difference / error, 1),
  };
}
