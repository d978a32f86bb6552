import { SHUTTER } from '@lumenloom/engine/catalogue';
import {
  dividedBy,
  problemsOf,
  sensorRefusal,
  tableOf,
  typedNumber,
} from '../../kit/dialog/field-tables.ts';
import { definedOf, type FieldTable, type Recipe } from '../../model/recipe/recipe.ts';
import type { TypedPart } from '../../shell/dialogs/typed-fold.tsx';

/** The shutter as it is typed. */
type TypedShutter = Readonly<Record<'kind' | 'lineMicroseconds' | 'direction', string>>;

const AS_SENSOR = 'as the sensor';
const WORDS: Readonly<Record<string, string>> = { globalReset: 'global reset' };
const IN_MICROSECONDS = 1e6;
const GLOBAL = 'global';

const [kind, line, direction] = SHUTTER.fields;
const KIND = {
  ...kind,
  label: 'Shutter',
  options: [AS_SENSOR, ...kind.options],
  default: AS_SENSOR,
  help: 'Whether all rows begin and end to expose at once, or one after the other.',
};
const OTHERS = [
  {
    ...line,
    key: 'lineMicroseconds',
    unit: '',
    max: line.max * IN_MICROSECONDS,
    span: [1, 100],
    help: 'From the read-out of one row to that of the next, µs.',
  },
  { ...direction, label: 'Read-out Direction' },
] as const;

const shutterIn = ({ sensorFile }: Pick<Recipe, 'sensorFile'>): FieldTable =>
  tableOf(sensorFile?.['shutter']);

/** The shutter of a recipe, where it is not the sensor's own. */
export const SHUTTER_PART: TypedPart<TypedShutter> = {
  label: 'Shutter',
  in: 'sensor',
  within: 'sensorFile',
  parts: ['shutter'],
  fields: (typed) => (typed.kind === AS_SENSOR ? [KIND] : [KIND, ...OTHERS]),
  read: (recipe) => {
    const shutter = shutterIn(recipe);
    const { kind: name = GLOBAL, lineSeconds = 0, direction: side = 'down' } = shutter;
    return {
      kind: Object.keys(shutter).length === 0 ? AS_SENSOR : String(name),
      lineMicroseconds: typedNumber(
        typeof lineSeconds === 'number' ? lineSeconds * IN_MICROSECONDS : lineSeconds,
      ),
      direction: String(side),
    };
  },
  write: (typed, held) => {
    if (typed.kind === AS_SENSOR) return { shutter: undefined };
    const { parasiticLightSensitivity, linesTogether } = shutterIn(held);
    const shutter = {
      kind: typed.kind,
      lineSeconds: dividedBy(typed.lineMicroseconds.trim() || '0', IN_MICROSECONDS),
      direction: typed.direction === 'down' ? undefined : typed.direction,
      linesTogether,
      parasiticLightSensitivity: typed.kind === GLOBAL ? parasiticLightSensitivity : undefined,
    };
    return { shutter: definedOf(shutter) };
  },
  words: (typed) => {
    const words = WORDS[typed.kind] ?? typed.kind;
    const isAtOnce = typed.kind === GLOBAL && Number(typed.lineMicroseconds) === 0;
    if (typed.kind === AS_SENSOR || isAtOnce) return words;
    const upwards = typed.direction === 'up' ? ', upwards' : '';
    return `${words} ${typed.lineMicroseconds} µs per line${upwards}`;
  },
  problems: (_, { shutter }, recipe) =>
    problemsOf(shutter ? sensorRefusal(recipe, { shutter }) : undefined, (path) =>
      path.endsWith('.lineSeconds') ? 'lineMicroseconds' : 'kind',
    ),
};
