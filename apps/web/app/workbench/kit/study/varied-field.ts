import type { SweepField } from './sweep-fields.ts';

/**
 * A field that is varied, as it is typed: numbers from one value to another, or a list of values.
 */
export interface VariedField {
  readonly path: string;
  readonly kind: 'range' | 'list';
  readonly from: string;
  readonly to: string;
  readonly steps: string;
  readonly scale: 'linear' | 'log';
  /**
   * Of values that are drawn by chance: even from `from` to `to`, or with `mean` and `deviation`.
   */
  readonly distribution: 'uniform' | 'normal';
  readonly mean: string;
  readonly deviation: string;
  /** Values with commas between them. */
  readonly values: string;
}

/** Enough for any tolerance, and short to read. */
const shortened = (value: number): string => String(Number(value.toPrecision(6)));

const STEPS = 5;

/**
 * The first range of a varied number, and its number of steps; whole numbers where the field takes
 * no others.
 */
function rangeOf({ current, spread, size, limits = {} }: SweepField) {
  const [least, most] = spread === undefined ? [0.5, 2] : [1 - spread, 1 + spread];
  const ends = current ? [current * least, current * most] : size ? [-size / 4, size / 4] : [0, 1];
  const { min = -Infinity, max = Infinity, whole, odd } = limits;
  const [from, to] = ends.map((end) => Math.min(Math.max(end, min), max)) as [number, number];
  if (!whole && !odd) return { from, to, steps: STEPS };
  const grain = odd ? 2 : 1;
  const first = odd ? 2 * Math.round((from - 1) / 2) + 1 : Math.round(from);
  const step = grain * Math.max(1, Math.round((to - first) / (STEPS - 1) / grain));
  const steps = Math.min(STEPS, 1 + Math.floor((max - first) / step));
  return { from: first, to: first + step * (steps - 1), steps };
}

/** A field with values to begin with: all that it can take, or numbers about its own. */
export function variedField(field: SweepField): VariedField {
  const { path, values, current, spread } = field;
  const { from, to, steps } = rangeOf(field);
  return {
    path,
    kind: values ? 'list' : 'range',
    from: shortened(from),
    to: shortened(to),
    steps: String(steps),
    scale: 'linear',
    distribution: spread === undefined ? 'uniform' : 'normal',
    mean: shortened(current || (from + to) / 2),
    deviation: shortened(Math.abs(current ? (current * (spread ?? 0.2)) / 3 : (to - from) / 5)),
    values: values?.join(', ') ?? String(current),
  };
}

/**
 * Adds the fields that are not varied at the end, or takes all of them out where none is missing.
 */
export function withFields<Draft extends { readonly fields: readonly VariedField[] }>(
  draft: Draft,
  fields: readonly SweepField[],
): Draft {
  const isVaried = ({ path }: SweepField): boolean =>
    draft.fields.some((field) => field.path === path);
  const added = fields.filter((field) => !isVaried(field)).map(variedField);
  const kept = draft.fields.filter(({ path }) => fields.every((field) => field.path !== path));
  return { ...draft, fields: added.length > 0 ? [...draft.fields, ...added] : kept };
}
