import { UNIT_FACTORS, type Unit } from './quantities/units.ts';

interface FieldBase {
  /** Name in the request. */
  readonly key: string;
  readonly label: string;
  /** In plain words, where the label is a symbol of the ISP. */
  readonly name?: string;
  /** One line under the field. */
  readonly help?: string;
  /** Part of the request, but not shown in the dialog. */
  readonly hidden?: true;
}

/** Limits of a number, in the unit in which it is typed. */
interface Limits {
  readonly unit: Unit;
  /** Smallest value that is allowed; or `above`, the largest that is too small. */
  readonly min?: number;
  readonly above?: number;
  /** Largest value that is allowed; or `below`, the smallest that is too large. */
  readonly max?: number;
  readonly below?: number;
  readonly whole?: true;
  readonly odd?: true;
  /** The number that means 1, of a fixed-point number. */
  readonly one?: number;
}

/** A number with its unit; default and limits are in that unit. */
export interface NumberField extends FieldBase, Limits {
  readonly kind: 'number';
  readonly default: number;
  /**
   * A blank does not mean the default, which is only what a dialog proposes.
   */
  readonly proposed?: true;
  /**
   * The default as the dialog shows it, where that differs from the plain number, such as '1.0'.
   */
  readonly typed?: string;
  /**
   * The range of a slider: the useful values within the limits. Without it the range follows from
   * limits and default.
   */
  readonly span?: Span;
  /**
   * The value that a dialog puts into an emptied field, where that is not the default
   * (docs/reference/protocol.md#sensor-size-defaults).
   */
  readonly whenEmptied?: number;
}
export interface SwitchField extends FieldBase {
  readonly kind: 'switch';
  readonly default: boolean;
}
export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly options: readonly string[];
  readonly default: string;
  /** Its path in the request, where other values are refused with that and the options alone. */
  readonly path?: string;
}
/** Two numbers of one kind, typed as '4,6'. */
export interface PairField extends FieldBase, Limits {
  readonly kind: 'pair';
  /** What each of them is called. */
  readonly parts: readonly [string, string];
  readonly default: Pair;
}
/** A table of numbers of one kind, with a heading per row and column. */
export interface MatrixField extends FieldBase, Limits {
  readonly kind: 'matrix';
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** Row by row. */
  readonly default: Matrix;
  /** What the sliders of each column span. */
  readonly spans?: readonly Span[];
}

export type Field = NumberField | SwitchField | ChoiceField | PairField | MatrixField;

/** A field of a document without a default may be absent, unless it is required. */
type InDocument<F extends Field> = Omit<F, 'default'> & {
  readonly default?: F['default'];
  readonly required?: true;
};
type DocumentNumber = InDocument<NumberField>;
/** Text of at most so many characters. */
export interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly most?: number;
}
/** A JSON object with fields of its own. */
export interface ObjectField extends FieldBase {
  readonly kind: 'object';
  readonly fields: readonly DocumentField[];
  /** What every other key holds, where the document names its keys itself. */
  readonly others?: DocumentField;
  readonly required?: true;
}
/** A JSON list; the key and label of its item are not read. */
export interface ListField extends FieldBase {
  readonly kind: 'list';
  readonly item: DocumentField;
  /** The length of every such list; absent where lengths differ. */
  readonly length?: number;
  readonly fewest?: number;
  readonly most?: number;
  /** What each number must exceed in the one before it. */
  readonly rising?: string;
  /** The list beside this one that has as many entries. */
  readonly longAs?: string;
  /** What a refusal says that it must have or be, where the lengths do not say it. */
  readonly shape?: string;
  readonly required?: true;
}
/** A value in one of several forms, the first that fits. */
export interface OneOfField extends FieldBase {
  readonly kind: 'one-of';
  readonly options: readonly DocumentField[];
  readonly required?: true;
}
/**
 * A field of a JSON document: of a sensor file, or of an object of the recipe. Its values stay in
 * the units of the document.
 */
export type DocumentField =
  | DocumentNumber
  | InDocument<ChoiceField>
  | InDocument<SwitchField>
  | TextField
  | ObjectField
  | ListField
  | OneOfField;

/** Smallest and largest value of a slider. */
type Span = readonly [number, number];
export type Pair = readonly [number, number];
export type Matrix = readonly (readonly number[])[];

/** Value of a field in the request once it has been parsed, in the unit in which it is typed. */
export type FieldValue = number | boolean | string | Pair | Matrix;

type ValueOf<F extends Field> = F extends NumberField
  ? number
  : F extends SwitchField
    ? boolean
    : F extends ChoiceField
      ? F['options'][number]
      : F extends PairField
        ? Pair
        : F extends MatrixField
          ? Matrix
          : never;

/** Something the person has to change about one field: a sentence. */
export interface ParameterProblem {
  readonly key: string;
  readonly message: string;
}

/**
 * Parameters in engine units, by the keys of their fields: `{ hfov: number (radians); patchSize:
 * number }`.
 */
export type ParametersOf<Fields extends readonly Field[]> = {
  readonly [F in Fields[number] as F['key']]: ValueOf<F>;
};

/**
 * Called for each blank that takes its default: a field that is present without a value, or a cell
 * of a matrix.
 *
 * @param cell row and column of the matrix.
 */
export type OnBlank = (
  field: Field,
  fallback: FieldValue,
  cell?: readonly [row: number, column: number],
) => void;

/**
 * Completes the parameters of one choice with their defaults and turns the units that people type
 * into those of the engine.
 *
 * @param values checked, in the units of their fields; undefined where blank. A blank cell of a
 * matrix is NaN.
 */
export function toEngineUnits<Fields extends readonly Field[]>(
  fields: Fields,
  values: Readonly<Record<string, FieldValue | undefined>>,
  onBlank: OnBlank = () => undefined,
): ParametersOf<Fields> {
  return Object.fromEntries(
    fields.map((field) => {
      const entered = values[field.key];
      if (entered === undefined && field.key in values) onBlank(field, field.default);
      const value =
        field.kind === 'matrix' && entered !== undefined
          ? completeMatrix(field, entered as Matrix, onBlank)
          : (entered ?? field.default);
      return [field.key, 'unit' in field ? scaled(value, UNIT_FACTORS[field.unit]) : value];
    }),
  ) as ParametersOf<Fields>;
}

const completeMatrix = (field: MatrixField, value: Matrix, onBlank: OnBlank): Matrix =>
  value.map((row, r) =>
    row.map((cell, c) => {
      if (!Number.isNaN(cell)) return cell;
      const fallback = field.default[r]![c]!;
      onBlank(field, fallback, [r, c]);
      return fallback;
    }),
  );

/** Numbers, alone or in lists, times a factor. */
function scaled(value: unknown, factor: number): unknown {
  return Array.isArray(value)
    ? value.map((part) => scaled(part, factor))
    : (value as number) * factor;
}

/**
 * A sentence about the limit that `value` breaks, in the field's unit; undefined when it breaks
 * none.
 */
export function limitProblem(
  field: Limits & { readonly label: string },
  value: number,
): string | undefined {
  const unit = field.unit === '' ? '' : ` ${field.unit}`;
  const suffix = `not ${Number(value.toPrecision(6))}${unit}.`;
  if (field.odd && Math.abs(value % 2) !== 1)
    return `${field.label} must be an odd whole number, ${suffix}`;
  if (field.whole && !Number.isInteger(value))
    return `${field.label} must be a whole number, ${suffix}`;
  if (field.min !== undefined && value < field.min)
    return `${field.label} must be at least ${field.min}${unit}, ${suffix}`;
  if (field.above !== undefined && value <= field.above)
    return `${field.label} must be more than ${field.above}${unit}, ${suffix}`;
  if (field.max !== undefined && value > field.max)
    return `${field.label} must be at most ${field.max}${unit}, ${suffix}`;
  if (field.below !== undefined && value >= field.below)
    return `${field.label} must be less than ${field.below}${unit}, ${suffix}`;
  return undefined;
}
