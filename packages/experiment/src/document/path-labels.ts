import { isps, type Field } from '@lumenloom/engine/catalogue';
import {
  RECIPE_DOCUMENTS,
  RECIPE_PARAMETERS,
  figureLabel,
  stepsOf,
  withUnit,
  type SweepDocument,
} from '@lumenloom/contract';
import {
  lensPartOf,
  wordsOfShape,
  type ActionPart,
  type LensPart,
  measuredNumberOf,
  type MeasuredNumber,
} from '@lumenloom/engine';
import { placeAt } from './recipe-path.ts';

/** A number, choice or switch of a recipe: its path, and what people read instead. */
interface Entry {
  readonly path: string;
  readonly label: string;
}

/**
 * The paths and labels of the numbers of a pair or matrix, row by row; those of the field itself
 * where it has one value.
 */
export function entriesOf(field: Field, path: string): readonly Entry[] {
  const { kind } = field;
  const label = field.name === undefined ? field.label : `${field.name} (${field.label})`;
  if (kind === 'pair')
    return field.parts.map((part, at) => ({ path: `${path}[${at}]`, label: `${label}, ${part}` }));
  if (kind === 'matrix')
    return field.rows.flatMap((row, r) =>
      field.columns.map((column, c) => ({
        path: `${path}[${r}][${c}]`,
        label: `${label} ${row},${column}`,
      })),
    );
  const isOnOff = kind === 'switch' && !/\b(on|enabled)\b/i.test(label);
  return [{ path, label: isOnOff ? `${label} on` : label }];
}

/** Choices of a recipe that have no descriptor of a field. */
const CHOICES: Readonly<Record<string, string>> = {
  illuminant: 'Illuminant',
  scene: 'Scene',
  optics: 'Optics',
  sensor: 'Sensor',
  isp: 'ISP',
  algorithm: 'Algorithm',
  whiteBalance: 'White balance rule',
  colourMatrix: 'Colour matrix',
};

/** Stages of the parameters; all other parameters are those of a scene. */
const STAGES: Readonly<Record<string, string>> = {
  sensorParams: 'Sensor',
  ...Object.fromEntries(Object.values(isps).map(({ wireKey }) => [wireKey, 'ISP'])),
  ...Object.fromEntries(
    Object.entries({ ...RECIPE_PARAMETERS, ...RECIPE_DOCUMENTS }).map(([key, { stage }]) => [
      key,
      stage,
    ]),
  ),
};

const LENS_UNITS: Readonly<Record<string, string>> = {
  thickness: 'mm',
  semiDiameter: 'mm',
  decentre: 'mm',
  tilt: '°',
};

/** Numbers of measured lenses. */
const MEASURED: Readonly<Record<MeasuredNumber, FieldParts>> = {
  fNumber: { name: 'Lens f-number', unit: '' },
  focalLengthMm: { name: 'Lens focal length', unit: 'mm' },
};

/** The name of a field for people, and its unit; '' for none. */
interface FieldParts {
  readonly name: string;
  readonly unit: string;
}

/** A number of what a surface does: 'Surface 2 phase coefficient 0' in radians. */
function partsOfAction(name: string, { property, steps }: ActionPart): FieldParts {
  if (property === 'thin') return { name: `${name} focal length`, unit: 'mm' };
  if (property === 'phase') return { name: `${name} phase coefficient ${steps[2]!}`, unit: 'rad' };
  const [, move, kind, axis] = steps as readonly [string, number, 'tilt' | 'decentre', number];
  return { name: `${name} move ${move} ${kind} ${'xyz'[axis]!}`, unit: LENS_UNITS[kind]! };
}

/** A part of a lens for people: 'Surface 2 radius' in mm, 'Group 0 tilt x' in °. */
function partsOfLens(part: LensPart): FieldParts {
  const name =
    part.part === 'image'
      ? 'Image plane'
      : `${part.part === 'group' ? 'Group' : 'Surface'} ${part.at}`;
  const shape = part.part === 'surface' ? wordsOfShape(part) : undefined;
  if (shape) return { name: `${name} ${shape.name}`, unit: shape.unit };
  if ('steps' in part) return partsOfAction(name, part);
  const axis = 'component' in part ? ` ${'xyz'[part.component]!}` : '';
  return { name: `${name} ${part.property}${axis}`, unit: LENS_UNITS[part.property] ?? '' };
}

/**
 * The name of a path of a sweep (docs/sweeps.md#the-document) for people, with its stage: 'Sensor
 * Read Noise' in mV; the path itself where it has no name.
 */
function partsOfPath(path: string): FieldParts {
  const lens = lensPartOf(path);
  if (lens) return partsOfLens(lens);
  const measured = measuredNumberOf(path);
  if (measured) return MEASURED[measured];
  const place = placeAt(path);
  if (!place) return { name: CHOICES[path] ?? path, unit: '' };
  const { field, names } = place;
  const steps = stepsOf(path);
  const [part = '', key = ''] = steps;
  const unit = 'unit' in field ? field.unit : '';
  const stage = STAGES[part] ?? 'Scene';
  if (names.length > 0) return { name: [stage, ...names].join(' '), unit };
  const entry = entriesOf(field as Field, `${part}.${key}`).find(
    (one) => stepsOf(one.path).join('.') === steps.join('.'),
  );
  return { name: `${stage} ${entry?.label ?? field.label}`, unit };
}

/** The name of a path with its unit: 'Sensor Read Noise, mV'. */
export function labelOfPath(path: string): string {
  const { name, unit } = partsOfPath(path);
  return withUnit(name, unit);
}

/** A field with its value in words: 'Sensor Read Noise: 0.5 mV'. */
export function fieldInWords(path: string, value: string): string {
  const { name, unit } = partsOfPath(path);
  return `${name}: ${value}${unit === '' ? '' : ` ${unit}`}`;
}

/** The varied paths of a sweep in their order, and what they are called. */
export const labelsOf = ({ vary }: Pick<SweepDocument, 'vary'>): Readonly<Record<string, string>> =>
  Object.fromEntries(vary.map(({ path }) => [path, labelOfPath(path)]));

/** The columns of figures, and what they are called. */
export const figureLabels = (figures: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(figures.map((figure) => [figure, figureLabel(figure)]));
