import type { ChoiceField, NumberField } from '@lumenloom/engine/catalogue';
import { dividedBy, tableOf, typedNumber } from '../../kit/dialog/field-tables.ts';
import type { FieldTable, Recipe } from '../../model/recipe/recipe.ts';

/** The shutter as it is typed. */
export type TypedShutter = Readonly<Record<'kind' | 'lineMicroseconds' | 'direction', string>>;

const AS_SENSOR = 'as the sensor';
const WORDS: Readonly<Record<string, string>> = { globalReset: 'global reset' };
const IN_MICROSECONDS = 1e6;
const GLOBAL = 'global';

const [KIND, ...OTHERS] = [
  {
    kind: 'choice',
    key: 'kind',
    label: 'Shutter',
    options: [AS_SENSOR, GLOBAL, 'rolling', 'globalReset'],
    default: AS_SENSOR,
    help: 'Whether all rows begin and end to expose at once, or one after the other.',
  },
  {
    kind: 'number',
    key: 'lineMicroseconds',
    label: 'Line Time',
    unit: '',
    min: 0,
    max: 1e5,
    default: 0,
    span: [1, 100],
    help: 'From the read-out of one row to that of the next, µs.',
  },
  {
    kind: 'choice',
    key: 'direction',
    label: 'Read-out Direction',
    options: ['down', 'up'],
    default: 'down',
    help: 'down: the top row is read first.',
  },
] as const satisfies readonly (ChoiceField | NumberField)[];

export const shutterFields = ({ kind }: TypedShutter): readonly (ChoiceField | NumberField)[] =>
  kind === AS_SENSOR ? [KIND] : [KIND, ...OTHERS];

const shutterIn = ({ sensorFile }: Pick<Recipe, 'sensorFile'>): FieldTable =>
  tableOf(sensorFile?.['shutter']);

/** What a dialog shows of a recipe. */
export function typedShutter(recipe: Pick<Recipe, 'sensorFile'>): TypedShutter {
  const shutter = shutterIn(recipe);
  const { kind = GLOBAL, lineSeconds = 0, direction = 'down' } = shutter;
  return {
    kind: Object.keys(shutter).length === 0 ? AS_SENSOR : String(kind),
    lineMicroseconds: typedNumber(
      typeof lineSeconds === 'number' ? lineSeconds * IN_MICROSECONDS : lineSeconds,
    ),
    direction: String(direction),
  };
}

/** What a recipe holds of it, with what no field shows; undefined where it is the sensor's. */
export function shutterOf(
  { kind, lineMicroseconds, direction }: TypedShutter,
  recipe: Pick<Recipe, 'sensorFile'>,
): FieldTable | undefined {
  if (kind === AS_SENSOR) return undefined;
  const { parasiticLightSensitivity, linesTogether } = shutterIn(recipe);
  return {
    kind,
    lineSeconds: dividedBy(lineMicroseconds.trim() || '0', IN_MICROSECONDS),
    ...(direction !== 'down' && { direction }),
    ...(linesTogether !== undefined && { linesTogether }),
    ...(kind === GLOBAL &&
      parasiticLightSensitivity !== undefined && { parasiticLightSensitivity }),
  };
}

/** 'as the sensor', 'rolling 50 µs per line, upwards'. */
export function shutterInWords({ kind, lineMicroseconds, direction }: TypedShutter): string {
  const words = WORDS[kind] ?? kind;
  if (kind === AS_SENSOR || (kind === GLOBAL && Number(lineMicroseconds) === 0)) return words;
  return `${words} ${lineMicroseconds} µs per line${direction === 'up' ? ', upwards' : ''}`;
}
