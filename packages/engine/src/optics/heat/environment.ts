import type { DocumentField } from '../../field-descriptor.ts';
import { readDocument } from '../../read-document.ts';
import { fail, isObject, tableOf } from '../../text/json-fields.ts';
import { didYouMean } from '../../text/near-miss.ts';
import { STANDARD_CELSIUS, STANDARD_HPA } from '../glass/air.ts';
import type { Surroundings } from '../glass/heated-glass.ts';
import { MATERIALS } from './materials.ts';

const [COLDEST, HOTTEST] = [-60, 120];
const THINNEST_HPA = 1;
const DENSEST_HPA = 2000;
/** Most expansion of a material, per kelvin. */
const MOST_EXPANSION = 3e-4;
const MOST_RISE = 200;

const celsius = { kind: 'number', unit: '', min: COLDEST, max: HOTTEST } as const;
/** Spacers and housings: a name, or a number per kelvin. */
const material = [
  { kind: 'text', key: '', label: 'Material' },
  {
    kind: 'number',
    key: '',
    label: 'Expansion per Kelvin',
    unit: '',
    min: 0,
    max: MOST_EXPANSION,
  },
] as const satisfies readonly DocumentField[];

/** The object `environment` of a recipe. */
export const ENVIRONMENT = {
  kind: 'object',
  key: 'environment',
  label: 'Environment',
  help: 'Temperature and pressure of the camera.',
  fields: [
    { ...celsius, key: 'celsius', label: 'Temperature, °C', help: '20 without it.' },
    {
      kind: 'number',
      key: 'pressureHPa',
      label: 'Pressure, hPa',
      unit: '',
      min: THINNEST_HPA,
      max: DENSEST_HPA,
      help: '1013.25 without it.',
    },
    {
      kind: 'one-of',
      key: 'housing',
      label: 'Housing',
      options: material,
      help: `Material round the lens: ${Object.keys(MATERIALS).join(', ')}, or its expansion per kelvin.`,
    },
    {
      kind: 'object',
      key: 'spacers',
      label: 'Spacers',
      fields: [],
      others: { kind: 'one-of', key: '', label: 'Spacer', options: material },
      help: 'Materials of air spaces, by the surface before them.',
    },
    {
      kind: 'number',
      key: 'sensorRiseKelvin',
      label: 'Sensor Above the Camera, K',
      unit: '',
      min: 0,
      max: MOST_RISE,
    },
    { ...celsius, key: 'focusedCelsius', label: 'Focused At, °C', help: '20 without it.' },
    {
      kind: 'choice',
      key: 'modelGlasses',
      label: 'Glasses Without Data',
      options: ['refuse', 'nearest'],
      help: 'nearest takes the heat of the nearest catalogue glass.',
    },
  ],
} as const satisfies DocumentField;

/** What a lens is heated to; the rest of `environment` is about the sensor. */
export interface Environment extends Surroundings {
  /** Linear expansion of the housing, per kelvin. */
  readonly housing: number;
  /** In its place, by the surface before an air space. */
  readonly spacers: Readonly<Record<string, number>>;
  /** At which temperature the sensor was set. */
  readonly focusedCelsius: number;
  readonly modelGlasses: 'refuse' | 'nearest';
}

/** Whether a lens is at the temperature and pressure of its file, so that nothing changes. */
export const isUsual = ({
  celsius: at,
  pressureHPa,
  focusedCelsius,
}: Pick<Environment, 'celsius' | 'pressureHPa' | 'focusedCelsius'>): boolean =>
  at === STANDARD_CELSIUS && focusedCelsius === STANDARD_CELSIUS && pressureHPa === STANDARD_HPA;

/** The environment of a recipe. */
interface ReadEnvironment {
  readonly lens: Environment;
  /** Undefined where the recipe gives none: the dark current stays as it is. */
  readonly sensorCelsius: number | undefined;
}

/** Limits are told by themselves, with the place before them. */
const LIMITS = [
  ['celsius', COLDEST, HOTTEST],
  ['focusedCelsius', COLDEST, HOTTEST],
  ['pressureHPa', THINNEST_HPA, DENSEST_HPA],
  ['sensorRiseKelvin', 0, MOST_RISE],
] as const;

const shown = (limit: number): string => limit.toLocaleString('en-US');

function expansionOf(value: string | number, path: string): number {
  if (typeof value === 'string') {
    if (Object.hasOwn(MATERIALS, value)) return MATERIALS[value]!;
    return fail(
      path,
      `There is no material ${value.slice(0, 40)}${didYouMean(value, Object.keys(MATERIALS)).replace(/^:/, ';') || `: ${Object.keys(MATERIALS).join(', ')}, or a number per kelvin.`}`,
    );
  }
  return value >= 0 && value <= MOST_EXPANSION
    ? value
    : fail(path, `From 0 to ${MOST_EXPANSION} per kelvin.`);
}

/**
 * The environment of a recipe.
 *
 * @throws SimulationError naming the field.
 * @see docs/environment.md
 */
export function readEnvironment(sent: unknown): ReadEnvironment {
  const table = tableOf(sent, 'environment', 'environment');
  for (const [key, least, most] of LIMITS) {
    const value = table[key];
    if (typeof value === 'number' && !(value >= least && value <= most))
      fail(`environment.${key}`, `From ${shown(least)} to ${shown(most)}.`);
  }
  const materials: Record<string, number> = {};
  const { housing = 'aluminium', spacers = {} } = table;
  const asMaterial = (value: unknown, path: string): number =>
    typeof value === 'string' || typeof value === 'number'
      ? expansionOf(value, path)
      : fail(path, 'A material by its name, or its expansion per kelvin.');
  for (const [surface, value] of Object.entries(isObject(spacers) ? spacers : {}))
    materials[surface] = asMaterial(value, `environment.spacers.${surface}`);
  const expansion = asMaterial(housing, 'environment.housing');
  const read = readDocument(ENVIRONMENT, sent, 'environment');
  const {
    celsius: at,
    pressureHPa = STANDARD_HPA,
    focusedCelsius = STANDARD_CELSIUS,
    modelGlasses = 'refuse',
    sensorRiseKelvin = 0,
  } = read;
  const camera = at ?? STANDARD_CELSIUS;
  return {
    lens: {
      celsius: camera,
      pressureHPa,
      housing: expansion,
      spacers: materials,
      focusedCelsius,
      modelGlasses,
    },
    sensorCelsius:
      at === undefined && read.sensorRiseKelvin === undefined
        ? undefined
        : camera + sensorRiseKelvin,
  };
}
