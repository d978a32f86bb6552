import type { Host, SimulationPlan } from '@lumenloom/engine';
import type { Compared } from '@lumenloom/engine/lab';
import type { LabFigure } from '@lumenloom/contract';

/** A camera whose pixels are measured. */
export interface LabCamera {
  readonly plan: SimulationPlan & { readonly sensor: NonNullable<SimulationPlan['sensor']> };
  readonly host: Host;
  /** Rows of its whole picture; charts of a draft have fewer. */
  readonly rows: number;
  /** One field, few frames. */
  readonly isDraft: boolean;
}

export type LabSource = LabFigure['source'];

/** A figure of one reading. */
export interface ReadFigure {
  /** Below its section. */
  readonly key: string;
  readonly label: string;
  readonly value: number | string | null;
  readonly unit: string;
  readonly true: number | null;
  readonly condition: string;
  readonly source: LabSource;
  /** Of this reading alone; absent where it has none. */
  readonly error?: {
    readonly value: number | null;
    readonly method: 'frames' | 'blocks' | 'formula';
  };
  /** Why noise does not change it; absent where it may. */
  readonly still?: string;
}

/** A curve of one reading. */
export interface ReadCurve {
  readonly key: string;
  readonly label: string;
  readonly x: readonly number[];
  readonly y: readonly (number | null)[];
  readonly xUnit: string;
  readonly yUnit: string;
  readonly true: readonly (number | null)[] | null;
}

/** What a section reads of a camera once. */
export interface Reading {
  readonly figures: readonly ReadFigure[];
  readonly curves: readonly ReadCurve[];
}

/** Name and unit of a figure. */
export interface Named {
  readonly label: string;
  readonly unit: string;
  /** Whether the truth of the raw figure is the truth of the developed one too. */
  readonly hasOneTruth?: boolean;
}

/** A number that can be told; null for one that was not reached. */
export const finite = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

const numberOf = (figures: object | null, key: string): number | null =>
  finite((figures as Readonly<Record<string, unknown>> | null)?.[key]);

/**
 * Figures of the raw and of the developed picture with their truth; keys of the developed one begin
 * with `developed.`.
 */
export function comparedFigures(
  found: Compared<object, object>,
  names: Readonly<Record<string, Named>>,
  condition = '',
): readonly ReadFigure[] {
  return (['raw', 'developed'] as const).flatMap((source) => {
    const figures = found[source];
    if (!figures) return [];
    return Object.entries(names).flatMap(([key, { label, unit, hasOneTruth = false }]) =>
      Object.hasOwn(figures, key)
        ? [
            {
              key: source === 'raw' ? key : `developed.${key}`,
              label,
              value: numberOf(figures, key),
              unit,
              true: source === 'raw' || hasOneTruth ? numberOf(found.true, key) : null,
              condition,
              source,
            },
          ]
        : [],
    );
  });
}

/** A figure in closed form. */
export const modelled = (
  key: string,
  label: string,
  value: number | string | null,
  unit: string,
  condition = '',
): ReadFigure => ({
  ...{ key, label, value, unit, condition, true: null },
  source: 'model',
  still: 'it is a closed form',
});

/** The same key under a condition: `mtf50[0.7,radial]`. */
export const under = (key: string, ...conditions: readonly (string | number)[]): string =>
  conditions.length === 0 ? key : `${key}[${conditions.join(',')}]`;

/** What the raw and the developed picture give, each with its prefix of keys; none where null. */
export const ofSources = <Found, Out>(
  found: Readonly<Record<'raw' | 'developed', Found | null>>,
  read: (one: Found, source: 'raw' | 'developed', prefix: '' | 'developed.') => readonly Out[],
): readonly Out[] =>
  (['raw', 'developed'] as const).flatMap((source) => {
    const one = found[source];
    return one === null ? [] : read(one, source, source === 'raw' ? '' : 'developed.');
  });

export const CYCLES = 'cycles/px';
