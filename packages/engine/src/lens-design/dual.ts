import { cos, sin } from '../quantities/elementary.ts';

/**
 * A number with its derivatives by the variables of a problem: forward-mode differentiation, exact
 * to rounding. Few numbers of a lens are computed so; rays have a tracer of their own.
 */
export interface Dual {
  readonly value: number;
  /** By each variable; absent for a constant. */
  readonly slopes?: Float64Array;
}

export const constant = (value: number): Dual => ({ value });

/** Variable `at` of `count`. */
export function variable(value: number, at: number, count: number): Dual {
  const slopes = new Float64Array(count);
  slopes[at] = 1;
  return { value, slopes };
}

/** a·p + b·q of the slopes of two numbers. */
function combined(
  value: number,
  { slopes: p }: Dual,
  a: number,
  { slopes: q }: Dual = {} as Dual,
  b = 0,
): Dual {
  if (!p && !q) return { value };
  const slopes = new Float64Array((p ?? q)!.length);
  for (let i = 0; i < slopes.length; i += 1) slopes[i] = (p ? a * p[i]! : 0) + (q ? b * q[i]! : 0);
  return { value, slopes };
}

export const plus = (p: Dual, q: Dual): Dual => combined(p.value + q.value, p, 1, q, 1);
export const minus = (p: Dual, q: Dual): Dual => combined(p.value - q.value, p, 1, q, -1);
export const times = (p: Dual, q: Dual): Dual =>
  combined(p.value * q.value, p, q.value, q, p.value);
export const over = (p: Dual, q: Dual): Dual =>
  combined(p.value / q.value, p, 1 / q.value, q, -p.value / (q.value * q.value));
/** a·p + b for numbers a and b. */
export const scaled = (p: Dual, a: number, b = 0): Dual => combined(a * p.value + b, p, a);
export const rootOf = (p: Dual): Dual => {
  const value = Math.sqrt(p.value);
  return combined(value, p, 1 / (2 * value));
};
/** A function of one number, of which value and derivative are known. */
export const through = (p: Dual, value: number, derivative: number): Dual =>
  combined(value, p, derivative);
export const sineOf = (p: Dual): Dual => through(p, sin(p.value), cos(p.value));
export const cosineOf = (p: Dual): Dual => through(p, cos(p.value), -sin(p.value));

/** The sum of some numbers; 0 of none. */
export const sumOf = (numbers: readonly Dual[]): Dual => numbers.reduce(plus, constant(0));
