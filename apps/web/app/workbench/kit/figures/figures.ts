import type { Figure } from '@lumenloom/engine/catalogue';

/** What stands where there is no value. */
const NONE = '–';
const MINUS = '\u2212';

/**
 * A value to three significant digits, with a true minus sign; powers of ten only from a million
 * on.
 */
export function threeDigits(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  const size = Math.abs(value);
  if (size >= 1e6) return value.toExponential(2).replace('e+', 'e').replace('-', MINUS);
  const text = size >= 100 ? String(Number(value.toPrecision(3))) : value.toPrecision(3);
  return (size < 1e-6 ? '0' : text).replace('-', MINUS);
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${threeDigits(value)}`;

/** The difference of measured from true, in words; empty where there is nothing to compare. */
export function differenceOf({ measured, true: expected, difference }: Figure): string {
  if (difference === undefined || typeof measured !== 'number' || typeof expected !== 'number')
    return '';
  if (difference === 'absolute') return signed(measured - expected);
  if (expected === 0) return '';
  const percent = Math.round(100 * (measured / expected - 1));
  return `${percent > 0 ? '+' : ''}${percent} %`.replace('-', MINUS);
}

/** Figures as text to paste: one line each, columns separated by tabs. */
export const figuresText = (title: string, figures: readonly Figure[]): string =>
  [
    title,
    'figure\tmeasured\ttrue\tdifference\tunit',
    ...figures.map((figure) =>
      [
        figure.label,
        threeDigits(figure.measured),
        threeDigits(figure.true),
        differenceOf(figure),
        figure.unit,
      ].join('\t'),
    ),
  ].join('\n');
