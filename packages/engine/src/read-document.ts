import { limitProblem, type DocumentField, type ListField } from './field-descriptor.ts';
import {
  fail,
  isObject,
  numberIn,
  refuseUnknown,
  tableOf,
  type Table,
} from './text/json-fields.ts';

type Fields = readonly DocumentField[];
/** Fields that a document that was read always has. */
type Present = { readonly default: unknown } | { readonly required: true };
type Repeated<V, L> = L extends 2
  ? readonly [V, V]
  : L extends 3
    ? readonly [V, V, V]
    : readonly V[];

/** What a field of a document is read as. */
export type DocumentValue<F> = F extends { readonly kind: 'number' }
  ? number
  : F extends { readonly kind: 'choice'; readonly options: infer O extends readonly string[] }
    ? O[number]
    : F extends { readonly kind: 'switch' }
      ? boolean
      : F extends { readonly kind: 'text' }
        ? string
        : F extends { readonly kind: 'list'; readonly item: infer I }
          ? Repeated<DocumentValue<I>, F extends { readonly length: infer L } ? L : number>
          : F extends { readonly kind: 'object'; readonly fields: infer Fs extends Fields }
            ? ObjectValue<Fs>
            : F extends { readonly kind: 'one-of'; readonly options: infer Os extends Fields }
              ? DocumentValue<Os[number]>
              : never;

/** The values of the fields of an object. */
export type ObjectValue<Fs extends Fields> = {
  readonly [F in Fs[number] as F extends Present ? F['key'] : never]: DocumentValue<F>;
} & {
  readonly [F in Fs[number] as F extends Present ? never : F['key']]?: DocumentValue<F>;
};

/** The path of a field of an object. */
const within = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

/**
 * Reads a part of a JSON document by its descriptor: numbers are JSON numbers and nothing is blank.
 *
 * @param path of the value in the document, for the refusal.
 * @throws SimulationError naming the field.
 */
export const readDocument = <const F extends DocumentField>(
  field: F,
  value: unknown,
  path: string,
): DocumentValue<F> => read(field, value, path) as DocumentValue<F>;

/**
 * Reads those fields of an object that are named, and takes the defaults of the others; keys that
 * no field names are not looked at.
 *
 * @param what has the fields, for a number that is missing.
 * @throws SimulationError naming the field.
 */
export const readFields = <const Fs extends Fields>(
  fields: Fs,
  table: Table,
  path: string,
  what = path,
): ObjectValue<Fs> => members(fields, table, path, what) as ObjectValue<Fs>;

const members = (fields: Fields, table: Table, path: string, what: string): Table =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = readMember(field, table, path, what);
      return value === undefined ? [] : [[field.key, value]];
    }),
  );

/** One field of an object; undefined where it is absent. @throws as `readFields`. */
export function readMember(
  field: DocumentField,
  table: Table,
  path: string,
  what: string,
): unknown {
  const { key } = field;
  if (table[key] === undefined) {
    if ('required' in field) return fail(within(path, key), `${what}: ${key} is missing.`);
    return 'default' in field ? field.default : undefined;
  }
  if (field.kind !== 'number') return read(field, table[key], within(path, key));
  const value = numberIn(table, key, path, what);
  checkLimits({ ...field, label: key }, value, within(path, key));
  return value;
}

/** @throws SimulationError where a number breaks a limit. */
function checkLimits(
  limits: Parameters<typeof limitProblem>[0],
  value: number,
  path: string,
): void {
  const problem = limitProblem(limits, value);
  if (problem !== undefined) fail(path, problem);
}

function read(field: DocumentField, value: unknown, path: string): unknown {
  switch (field.kind) {
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value))
        return fail(path, `${path} must be a number.`);
      checkLimits({ ...field, label: path }, value, path);
      return value;
    }
    case 'choice': {
      const chosen = field.options.find((option) => option === value);
      return (
        chosen ?? fail(path, `${field.path ?? path} must be one of ${field.options.join(', ')}.`)
      );
    }
    case 'switch':
      return typeof value === 'boolean' ? value : fail(path, `${path} must be true or false.`);
    case 'text': {
      const { most = Infinity } = field;
      const isText = typeof value === 'string' && value.trim() !== '' && value.length <= most;
      const length = most === Infinity ? '' : ` of 1 to ${most} characters`;
      return isText ? value : fail(path, `${path} must be a text${length}.`);
    }
    case 'list':
      return readList(field, value, path);
    case 'object': {
      const table = tableOf(value, path, path);
      const keys = field.fields.map(({ key }) => key);
      const { others } = field;
      if (!others) refuseUnknown(table, keys, path, path);
      const more = others ? Object.keys(table).filter((key) => !keys.includes(key)) : [];
      for (const { longAs, key } of field.fields.filter((one) => one.kind === 'list'))
        if (longAs !== undefined) checkLength(table, key, longAs, path);
      return {
        ...members(field.fields, table, path, path),
        ...Object.fromEntries(
          more.map((key) => [key, read(others!, table[key], within(path, key))]),
        ),
      };
    }
    case 'one-of': {
      const fitting = field.options.find((option) => fits(option, value)) ?? field.options.at(-1)!;
      return read(fitting, value, path);
    }
  }
}

/** A list that is as long as the one beside it. */
function checkLength(table: Table, key: string, longAs: string, path: string): void {
  const [list, other] = [table[key], table[longAs]];
  if (Array.isArray(other) && Array.isArray(list) && list.length === other.length) return;
  if (Array.isArray(other))
    fail(within(path, key), `${within(path, key)} must be a list of ${other.length} numbers.`);
}

/** Whether a value has the form of a field, whatever stands in it. */
function fits(field: DocumentField, value: unknown): boolean {
  switch (field.kind) {
    case 'list': {
      const { length, item } = field;
      return (
        Array.isArray(value) &&
        (length === undefined || value.length === length) &&
        value.every((entry) => (item.kind === 'list') === Array.isArray(entry))
      );
    }
    case 'object':
      return (
        isObject(value) &&
        (field.others !== undefined ||
          Object.keys(value).some((key) => field.fields.some((one) => one.key === key)))
      );
    case 'number':
      return typeof value === 'number';
    case 'switch':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string';
    case 'choice':
      return field.options.some((option) => option === value);
    case 'one-of':
      return field.options.some((option) => fits(option, value));
  }
}

function readList(field: ListField, value: unknown, path: string): readonly unknown[] {
  const { item, length, rising, shape, fewest = length ?? 0, most = length ?? Infinity } = field;
  const isNumbers = item.kind === 'number';
  const isList =
    Array.isArray(value) &&
    (isNumbers
      ? (length === undefined || value.length === length) &&
        value.every((entry) => typeof entry === 'number' && Number.isFinite(entry))
      : value.length >= fewest && value.length <= most);
  if (!isList)
    return fail(
      path,
      `${path} must ${shape ?? (isNumbers ? `be a list of ${length === undefined ? 'numbers' : `${length} numbers`}` : `have ${fewest} to ${most} entries`)}.`,
    );
  const list = value as readonly unknown[];
  if (rising !== undefined && list.length < 2)
    fail(path, `${path} must be a list of at least two numbers.`);
  return list.map((entry, at) => {
    const number = read(item, entry, `${path}[${at}]`);
    if (rising !== undefined && at > 0 && !((number as number) > (list[at - 1] as number)))
      fail(`${path}[${at}]`, `${number as number} does not exceed the ${rising} before it.`);
    return number;
  });
}
