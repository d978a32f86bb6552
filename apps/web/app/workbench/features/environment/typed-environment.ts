import { MATERIALS, readEnvironment, type NumberField } from '@lumenloom/engine/catalogue';
import { numberOrText, problemsOf, refusalOf, typedNumber } from '../../kit/dialog/field-tables.ts';
import { definedOf, type FieldTable } from '../../model/recipe/recipe.ts';
import type { Texts, TypedPart } from '../../shell/dialogs/typed-fold.tsx';

const number = (
  key: string,
  label: string,
  byDefault: number,
  span: readonly [number, number],
  help: string,
): NumberField => ({
  kind: 'number',
  key,
  label,
  unit: '',
  default: byDefault,
  span,
  help,
});

/** Numbers of the environment, with what a blank means. */
const NUMBERS = [
  number('celsius', 'Temperature (°C)', 20, [-40, 85], 'Of the camera and of the air round it.'),
  number('pressureHPa', 'Pressure (hPa)', 1013.25, [300, 1100], 'Of the air; 540 at 5,000 m.'),
  number(
    'sensorRiseKelvin',
    'Sensor Above It (K)',
    0,
    [0, 40],
    'For the dark current of a sensor file that says at which temperature it was measured.',
  ),
  number('focusedCelsius', 'Focused at (°C)', 20, [-40, 85], 'When the sensor was set.'),
] as const;

const HOUSING = 'housing';
const USUAL_HOUSING = 'aluminium';
const GLASSES = 'modelGlasses';
const REFUSE = 'refuse';

/** The environment of a recipe without defaults; undefined where it is the usual one. */
function environmentOf(typed: Texts, held: FieldTable = {}): FieldTable | undefined {
  const { spacers } = held;
  const numbers = NUMBERS.flatMap(({ key, default: byDefault }) => {
    const text = typed[key]!.trim();
    return text === '' || Number(text) === byDefault ? [] : [[key, numberOrText(text)] as const];
  });
  const { [HOUSING]: housing = USUAL_HOUSING, [GLASSES]: glasses = REFUSE } = typed;
  const environment = definedOf({
    ...Object.fromEntries(numbers),
    housing: housing === USUAL_HOUSING ? undefined : numberOrText(housing),
    modelGlasses: glasses === REFUSE ? undefined : glasses,
    spacers,
  });
  return Object.keys(environment).length > 0 ? environment : undefined;
}

/** Temperature and pressure of the camera; spacers stay as the recipe has them. */
export const ENVIRONMENT_PART: TypedPart = {
  label: 'Environment',
  in: 'sensor',
  parts: ['environment'],
  opensFor: [...NUMBERS.map(({ key }) => key), HOUSING, GLASSES, 'spacers'],
  pathOf: (key) => `environment.${key}`,
  fields: ({ [HOUSING]: housing = USUAL_HOUSING }) => [
    ...NUMBERS,
    {
      kind: 'choice',
      key: HOUSING,
      label: 'Housing',
      options: [...Object.keys(MATERIALS), ...(Object.hasOwn(MATERIALS, housing) ? [] : [housing])],
      default: USUAL_HOUSING,
      help: 'What holds the lens and the sensor; none does not grow.',
    },
    {
      kind: 'choice',
      key: GLASSES,
      label: 'Glasses Without Data',
      options: [REFUSE, 'nearest'],
      default: REFUSE,
      help: 'nearest: they change as the nearest glass of a catalogue does; the log names it.',
    },
  ],
  read: ({ environment = {} }) => ({
    ...Object.fromEntries(
      NUMBERS.map(({ key, default: byDefault }) => [
        key,
        typedNumber(environment[key] ?? byDefault),
      ]),
    ),
    [HOUSING]: typedNumber(environment[HOUSING] ?? USUAL_HOUSING),
    [GLASSES]: typedNumber(environment[GLASSES] ?? REFUSE),
  }),
  write: (typed, { environment }) => ({ environment: environmentOf(typed, environment) }),
  words: (typed, { environment }) => {
    const { celsius = 20, pressureHPa, focusedCelsius } = environmentOf(typed, environment) ?? {};
    if (environmentOf(typed, environment) === undefined) return 'off';
    return [
      `${typedNumber(celsius)} °C`,
      ...(pressureHPa === undefined ? [] : [`${typedNumber(pressureHPa)} hPa`]),
      ...(focusedCelsius === undefined ? [] : [`focused at ${typedNumber(focusedCelsius)} °C`]),
    ].join(', ');
  },
  problems: (_, { environment }) =>
    problemsOf(
      environment ? refusalOf(() => readEnvironment(environment)) : undefined,
      (path) => path.split('.')[1] ?? 'celsius',
    ),
};
