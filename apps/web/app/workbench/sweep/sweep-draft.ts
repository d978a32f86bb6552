import type { SweepDocument } from '@lumenloom/contract';
import type { SweepField } from './sweep-fields.ts';

/** A field that is varied, as it is typed: numbers from one value to another, or a list of values. */
export interface DraftField {
  readonly path: string;
  readonly kind: 'range' | 'list';
  readonly from: string;
  readonly to: string;
  readonly steps: string;
  readonly scale: 'linear' | 'log';
  /** Of values that are drawn by chance: even from `from` to `to`, or with `mean` and `deviation`. */
  readonly distribution: 'uniform' | 'normal';
  readonly mean: string;
  readonly deviation: string;
  /** Values with commas between them. */
  readonly values: string;
}

/** A sweep as it is typed. */
export interface SweepDraft {
  readonly name: string;
  readonly fields: readonly DraftField[];
  readonly measure: readonly string[];
  readonly mode: SweepDocument['mode'];
  readonly samples: string;
  readonly repeats: string;
  readonly keepsPictures: boolean;
}

export const emptyDraft: SweepDraft = {
  name: 'Sweep',
  fields: [],
  measure: [],
  mode: 'grid',
  samples: '20',
  repeats: '1',
  keepsPictures: false,
};

/** Whether values are drawn by chance. */
export const draws = ({ mode }: Pick<SweepDraft, 'mode'>): boolean =>
  mode === 'random' || mode === 'latin-hypercube';

/** Enough for any tolerance, and short to read. */
const shortened = (value: number): string => String(Number(value.toPrecision(6)));

/** A field with values to begin with: all that it can take, or numbers about its own. */
export function draftField({ path, values, current, spread }: SweepField): DraftField {
  const [least, most] = spread === undefined ? [0.5, 2] : [1 - spread, 1 + spread];
  const [from, to] = current ? [current * least, current * most] : [0, 1];
  return {
    path,
    kind: values ? 'list' : 'range',
    from: shortened(from),
    to: shortened(to),
    steps: '5',
    scale: 'linear',
    distribution: spread === undefined ? 'uniform' : 'normal',
    mean: shortened(current || 0.5),
    deviation: shortened(Math.abs(current ? (current * (spread ?? 0.2)) / 3 : 0.2)),
    values: values?.join(', ') ?? String(current),
  };
}

/** Adds a field at the end, or takes it out where it is varied already. */
export const withField = (draft: SweepDraft, field: SweepField): SweepDraft => ({
  ...draft,
  fields: draft.fields.some(({ path }) => path === field.path)
    ? draft.fields.filter(({ path }) => path !== field.path)
    : [...draft.fields, draftField(field)],
});
