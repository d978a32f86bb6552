import { designSensor } from '@lumenloom/engine';
import {
  sensorDesignSchema,
  stepsOf,
  toSensorDesign,
  type OwnParts,
  type StudyDocument,
} from '@lumenloom/contract';
import { valueAt, withValue } from '../../document/recipe-path.ts';

type Values = Readonly<Record<string, unknown>>;

const PREFIX = 'design.';
/** Numbers of a sensor design. */
const FIGURES: readonly string[] = [
  ...['columns', 'rows', 'readNoiseElectrons', 'dsnuElectrons', 'darkElectrons'],
  ...['electronsPerCode', 'dynamicRangeDb', 'saturationLux', 'snr10Lux'],
  ...['nyquistLinePairsPerMm', 'modulationAtNyquist', 'modulationAtHalfNyquist'],
];
/** Those of an illuminance, by its place and the colour's. */
const LEVEL_FIGURE = /^levels\.\d+\.(lux|(electrons|snrDb)\.\d+)$/;

/** Names of the figures of a sensor design; of illuminances and colours the first. */
export const DESIGN_FIGURES: readonly string[] = [
  ...FIGURES,
  ...['levels[0].lux', 'levels[0].electrons[0]', 'levels[0].snrDb[0]'],
].map((name) => `${PREFIX}${name}`);
/** Fields of the recipe that a design has too. */
const SHARED = ['sensor', 'sensorParams', 'illuminant', 'illuminantCustomPhotons'];

/** Whether a name is a figure of `lumenloom sensor-design`: these need no picture. */
export function isDesignFigure(name: string): boolean {
  if (!name.startsWith(PREFIX)) return false;
  const own = stepsOf(name.slice(PREFIX.length)).join('.');
  return FIGURES.includes(own) || LEVEL_FIGURE.test(own);
}

/** The problem of a path into `design`; undefined for a field of it, and for other paths. */
export function designPathProblem(path: string): string | undefined {
  if (!path.startsWith(PREFIX)) return undefined;
  const [key] = stepsOf(path.slice(PREFIX.length));
  const keys = Object.keys(sensorDesignSchema.shape);
  return keys.includes(key!)
    ? undefined
    : `There is no field ${key!.slice(0, 40)} in design; its fields are ${keys.join(', ')}.`;
}

/**
 * The figures of the sensor of a point, without a picture.
 *
 * @param fields values by their paths: of the recipe, and of `design`.
 * @returns the figure under a name, or the sentence why there is none.
 */
export function designFiguresOf(
  { design, recipe = {} }: StudyDocument,
  fields: Values,
  { sensor }: OwnParts,
): ((name: string) => number | undefined) | string {
  const shared = SHARED.filter((key) => recipe[key] !== undefined);
  let document: Values = {
    ...Object.fromEntries(shared.map((key) => [key, recipe[key]])),
    ...design,
  };
  for (const [path, value] of Object.entries(fields)) {
    const isOwn = path.startsWith(PREFIX);
    if (isOwn || SHARED.includes(stepsOf(path)[0]!))
      document = withValue(document, isOwn ? path.slice(PREFIX.length) : path, value);
  }
  const read = toSensorDesign(document, sensor);
  if (!read.ok) {
    const { field, message } = read.problems[0]!;
    return `${SHARED.includes(stepsOf(field)[0]!) ? '' : PREFIX}${field}: ${message}`;
  }
  const figures = { design: designSensor(read.value.design) };
  return (name) => {
    const value = valueAt(figures, name);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  };
}
