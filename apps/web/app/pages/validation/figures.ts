import { groups } from '@lumenloom/engine/validation.json';

/**
 * How far the engine is from one tool: `npm run validation` measures it, and a test fails when it
 * comes out worse.
 */
export interface Comparison {
  readonly id: string;
  readonly what: string;
  /** '' for what is relative, or a share of the whole. */
  readonly unit: string;
  /** Worst deviation found; without it, every bit agrees. */
  readonly ours?: number;
  /** Deviation at which the test fails. */
  readonly allowed?: number;
}

export const comparisons: readonly {
  readonly title: string;
  readonly against: string;
  readonly rows: readonly Comparison[];
}[] = groups;

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A figure as text, with its unit: '5 × 10⁻¹⁴ mm', '0.02'. */
export function figureText(value: number, unit: string): string {
  const [digits = '', power = ''] = value.toExponential().split('e');
  const exponent = Number(power);
  const raised = String(-exponent).replaceAll(/\d/g, (digit) => SUPERSCRIPTS.charAt(Number(digit)));
  const text = value === 0 || exponent > -4 ? `${value}` : `${digits} × 10⁻${raised}`;
  return (unit === '' ? text : `${text} ${unit}`).replaceAll(' ', '\u00a0');
}

/**
 * The worst deviation found, as other pages quote it.
 *
 * @param id row of validation.json.
 */
export function statedFigure(id: string): string {
  const row = comparisons.flatMap(({ rows }) => rows).find((each) => each.id === id);
  if (row?.ours === undefined) throw new Error(`validation.json has no figure ${id}.`);
  return figureText(row.ours, row.unit);
}
