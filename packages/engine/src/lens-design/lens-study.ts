import type { GlassCatalogue } from '../optics/glass/glass-catalogue.ts';
import { PARTS_KEYS } from '../optics/ray-trace/surface-parts.ts';
import { GLASSES, type Glass } from '../optics/glass/refractive-index.ts';
import { lensValueOf } from '../optics/ray-trace/change-lens.ts';
import { readGroups, readLensFile, type LensFile } from '../optics/ray-trace/lens-file.ts';
import {
  LENS_PATHS,
  lensPartOf,
  type ActionPart,
  type LensPart,
} from '../optics/ray-trace/lens-path.ts';
import { bendOf } from '../optics/ray-trace/surfaces/shape-row.ts';
import {
  fail,
  isObject,
  numberIn,
  refuseUnknown,
  tableOf,
  type Table,
} from '../text/json-fields.ts';

/**
 * A number of a lens: one that a path names, or index at d or Abbe number of a glass between real
 * ones.
 */
export type StudyPart =
  | Exclude<LensPart, ActionPart>
  | { readonly part: 'model glass'; readonly at: number; readonly property: 'index' | 'abbe' };

/** A part of a lens with the path that names it in the document. */
export interface NamedPart {
  readonly path: string;
  readonly part: StudyPart;
}

/** A number of a lens that is varied between bounds. */
export interface VariedNumber extends NamedPart {
  readonly from: number;
  readonly to: number;
  /** Undefined: what the lens has. */
  readonly start?: number;
}

/** A glass by its name. */
export interface NamedGlass {
  readonly name: string;
  readonly glass: Glass;
}

/** A glass that is exchanged for others. */
export interface VariedGlass {
  readonly path: string;
  readonly surface: number;
  readonly candidates: readonly NamedGlass[];
  /** How many neighbours of a glass are tried in its place. */
  readonly nearest: number;
}

/** A number that follows another: scale · of + offset. */
export interface Pickup extends NamedPart {
  readonly from: StudyPart;
  readonly scale: number;
  readonly offset: number;
}

/** A number that is solved for. */
export type Solve =
  /**
   * The last thickness: to the paraxial focus at the reference wavelength, or to where the spots
   * are smallest, see `refocusOf`, plus an offset, mm of the lens file.
   */
  | { readonly solve: 'paraxialFocus' | 'bestFocus'; readonly offset: number }
  | { readonly solve: 'focalLength'; readonly surface: number; readonly value: number }
  /** The surface carries the stop or lies behind it. */
  | { readonly solve: 'fNumber'; readonly surface: number; readonly value: number };

export const FIGURES = [
  'eflMm',
  'bflMm',
  'totalTrackMm',
  'centreThicknessMm',
  'edgeThicknessMm',
  'diameterMm',
  'distortionPercent',
  'chiefRayAngleDegrees',
  'relativeIllumination',
  'lateralColourMm',
  'imageHeightMm',
  'fNumber',
] as const;
export type FigureName = (typeof FIGURES)[number];

/** A figure that a merit holds to a value, or to a range that counts only when it is broken. */
export interface Operand {
  readonly figure: FigureName;
  readonly surface?: number;
  /** Fraction of the half field. */
  readonly field?: number;
  readonly target?: number;
  readonly min?: number;
  readonly max?: number;
  /** Weight in the merit, per unit of the figure. */
  readonly weight: number;
}

/** What a merit is made of. */
export interface MeritDocument {
  readonly name: string;
  readonly lens: LensFile;
  readonly aperture:
    | { readonly entrancePupilDiameterMm: number }
    | { readonly fNumber: number }
    | undefined;
  /** Fractions of the half field, and their weights, whose sum is 1. */
  readonly fields: readonly number[];
  readonly fieldWeights: readonly number[];
  /** Nanometres, and their weights, whose sum is 1. */
  readonly wavelengths: readonly number[];
  readonly wavelengthWeights: readonly number[];
  readonly reference: number;
  readonly pupil: { readonly rings: number; readonly arms: number };
  readonly aim: 'pupil' | 'stop';
  readonly vignetting: 'none' | 'factors';
  readonly merit: 'spot' | 'wavefront';
  readonly operands: readonly Operand[];
  readonly pickups: readonly Pickup[];
  readonly solves: readonly Solve[];
}

/** How a lens is searched; the least squares follow on every search. */
export type LensAlgorithm =
  | { readonly name: 'dls' }
  | { readonly name: 'multi-start'; readonly starts: number }
  | {
      readonly name: (typeof BETWEEN_BOUNDS)[number];
      /** Lenses that are tried. */
      readonly runs: number;
      readonly population: number | undefined;
    };

/** A lens study: a merit, what is varied, and how. */
export interface LensStudy extends MeritDocument {
  readonly vary: readonly VariedNumber[];
  readonly glasses: readonly VariedGlass[];
  readonly algorithm: LensAlgorithm;
  /** Whether clear apertures follow the beams of the best lens, or stay. */
  readonly semiDiameters: 'follow' | 'keep';
  readonly seed: number;
}

/** Searches over all of the room between the bounds. */
const BETWEEN_BOUNDS = ['cma-es', 'de'] as const;

const MERIT_KEYS = [
  ...['name', 'lens', 'aperture', 'fields', 'fieldWeights', 'wavelengths', 'wavelengthWeights'],
  ...['reference', 'pupil', 'aim', 'vignetting', 'merit', 'operands', 'pickups', 'solves'],
  'groups',
];
const STUDY_KEYS = [
  ...MERIT_KEYS,
  'vary',
  'algorithm',
  'budget',
  'available',
  'semiDiameters',
  'seed',
];

const MOST_VARIED = 50;
const MOST_RINGS = 20;
const MOST_ARMS = 72;
const MOST_STARTS = 10_000;
const [USUAL_RUNS, MOST_RUNS] = [10_000, 100_000];
const [SMALLEST_POPULATION, LARGEST_POPULATION] = [4, 1000];
const MOST_SEED = 2 ** 31 - 1;
/** Beyond this field the paraxial pupil is not where the rays go, degrees. */
const WIDE_FIELD = 40;
/** The Fraunhofer lines F, d and C. */
const USUAL_WAVELENGTHS = [486.1327, 587.5618, 656.2725];
const [SHORTEST, LONGEST] = [200, 3000];

/** A list of a document; the default where it is absent. */
export function listIn(from: Table, key: string): readonly unknown[] {
  const list = from[key] ?? [];
  if (!Array.isArray(list)) fail(key, `${key} must be a list.`);
  return list as unknown[];
}

/** One of some words; the first where it is absent. */
export function wordIn<Word extends string>(
  from: Table,
  key: string,
  path: string,
  words: readonly Word[],
): Word {
  const value = from[key] ?? words[0];
  const found = words.find((word) => word === value);
  return (
    found ?? fail(path === '' ? key : `${path}.${key}`, `${key} must be ${words.join(' or ')}.`)
  );
}

/** A whole number between limits. */
export function wholeIn(
  from: Table,
  key: string,
  path: string,
  [least, most]: readonly [number, number],
  otherwise?: number,
): number {
  const value = from[key] ?? otherwise;
  if (!Number.isInteger(value) || Number(value) < least || Number(value) > most)
    fail(
      path === '' ? key : `${path}.${key}`,
      `${key} must be a whole number from ${least} to ${most}.`,
    );
  return value as number;
}

const positiveIn = (from: Table, key: string, path: string, what: string): number => {
  const value = numberIn(from, key, path, what);
  if (!(value > 0)) fail(`${path}.${key}`, `${what}: ${key} must be more than 0, not ${value}.`);
  return value;
};

/** Numbers of a list, each between limits. */
function numbersIn(
  from: Table,
  key: string,
  [least, most]: readonly [number, number],
  otherwise: readonly number[],
): readonly number[] {
  const list = from[key] ?? otherwise;
  if (!Array.isArray(list) || list.length === 0) fail(key, `${key} must be a list of numbers.`);
  for (const [at, value] of (list as unknown[]).entries())
    if (typeof value !== 'number' || !(value >= least && value <= most))
      fail(`${key}[${at}]`, `${key} must be numbers from ${least} to ${most}.`);
  return list as number[];
}

function weightsIn(from: Table, key: string, count: number): readonly number[] {
  const list = numbersIn(
    from,
    key,
    [0, Infinity],
    Array.from({ length: count }, () => 1),
  );
  const sum = list.reduce((total, weight) => total + weight, 0);
  if (list.length !== count || !(sum > 0))
    fail(key, `${key} must be ${count} weights, of which one is more than 0.`);
  return list.map((weight) => weight / sum);
}

/**
 * The part of a lens that a path of a document names.
 *
 * @param where of the path in the document.
 * @throws SimulationError where the lens has no such part.
 */
export function partAt(path: unknown, where: string, lens: LensFile): NamedPart {
  const part = typeof path === 'string' ? lensPartOf(path) : undefined;
  if (!part)
    return fail(
      where,
      `${String(path).slice(0, 60)} names no part of a lens: write ${LENS_PATHS}.`,
    );
  const { surfaces, groups = [] } = lens;
  if (part.part === 'image') return { path: path as string, part };
  const count = part.part === 'group' ? groups.length : surfaces.length;
  if (part.at >= count)
    fail(
      where,
      count === 0
        ? 'the lens has no groups: name them under groups.'
        : `the lens has ${part.part}s 0 to ${count - 1}.`,
    );
  if (part.part === 'group') return { path: path as string, part };
  const row = surfaces[part.at]!;
  if ('steps' in part)
    return fail(where, 'lens studies vary no phases, ideal lenses and moves of the axis.');
  if (bendOf(part.property) !== undefined && lensValueOf(lens, part) === undefined)
    fail(where, 'this surface is plane and has no radius; vary its curvature.');
  if ((part.property === 'index' || part.property === 'glass') && row.glass === null)
    fail(where, 'there is air behind this surface.');
  return { path: path as string, part };
}

/** The first part of a lens that is more than surfaces that refract within circles on one axis. */
export function partIn({ surfaces, image }: LensFile): string | undefined {
  const at = surfaces.findIndex((row) => PARTS_KEYS.some((key) => row[key] !== undefined));
  if (at >= 0) return `lens.surfaces[${at}]`;
  return image?.before && 'lens.image.before';
}

/** Derivatives of rays go through surfaces that refract within circles on one axis. */
function refuseParts(lens: LensFile): void {
  const field = partIn(lens);
  if (field === undefined) return;
  fail(
    field,
    `${field}: lens studies are made of refracting surfaces on one axis, without mirrors, moves of the axis, ideal or diffracting surfaces and apertures of their own.`,
  );
}

/** The lens of a document: its own, with the groups that the document puts in their place. */
function lensIn(from: Table, catalogue: GlassCatalogue | undefined): LensFile {
  if (!isObject(from['lens']))
    fail('lens', 'lens must be a lens: its name, a file beside the document, or its content.');
  const lens = readLensFile(from['lens'], catalogue);
  refuseParts(lens);
  if (from['groups'] === undefined) return lens;
  return { ...lens, groups: readGroups(from['groups'], lens.surfaces.length) };
}

function apertureIn(from: Table): MeritDocument['aperture'] {
  if (from['aperture'] === undefined) return undefined;
  const table = tableOf(from['aperture'], 'aperture', 'aperture');
  refuseUnknown(table, ['entrancePupilDiameterMm', 'fNumber'], 'aperture', 'aperture');
  if ((table['fNumber'] === undefined) === (table['entrancePupilDiameterMm'] === undefined))
    fail('aperture', 'aperture needs entrancePupilDiameterMm or fNumber, and not both.');
  return table['fNumber'] === undefined
    ? {
        entrancePupilDiameterMm: positiveIn(
          table,
          'entrancePupilDiameterMm',
          'aperture',
          'aperture',
        ),
      }
    : { fNumber: positiveIn(table, 'fNumber', 'aperture', 'aperture') };
}

/** Figures of one surface, and those of one field. */
const OF_SURFACE: readonly FigureName[] = ['centreThicknessMm', 'edgeThicknessMm', 'diameterMm'];
const OF_FIELD: readonly FigureName[] = [
  'distortionPercent',
  'chiefRayAngleDegrees',
  'relativeIllumination',
  'lateralColourMm',
  'imageHeightMm',
];
const OPERAND_KEYS = ['figure', 'surface', 'field', 'target', 'min', 'max', 'weight'];

function operandIn(entry: unknown, at: number, lens: LensFile): Operand {
  const path = `operands[${at}]`;
  const table = tableOf(entry, path, 'An operand');
  refuseUnknown(table, OPERAND_KEYS, path, 'The operand');
  const figure = FIGURES.find((name) => name === table['figure']);
  if (!figure) return fail(`${path}.figure`, `figure must be one of ${FIGURES.join(', ')}.`);
  const optional = (key: 'target' | 'min' | 'max'): number | undefined =>
    table[key] === undefined ? undefined : numberIn(table, key, path, figure);
  const [target, min, max] = [optional('target'), optional('min'), optional('max')];
  if (target === undefined ? min === undefined && max === undefined : (min ?? max) !== undefined)
    fail(path, `${figure} needs a target, or min, max or both.`);
  const weight = table['weight'] === undefined ? 1 : positiveIn(table, 'weight', path, figure);
  const last = lens.surfaces.length - (figure === 'edgeThicknessMm' ? 2 : 1);
  return {
    figure,
    weight,
    ...(target !== undefined && { target }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(OF_SURFACE.includes(figure) && { surface: wholeIn(table, 'surface', path, [0, last]) }),
    ...(OF_FIELD.includes(figure) && { field: fieldIn(table, path, figure) }),
  };
}

function fieldIn(table: Table, path: string, figure: string): number {
  const field = table['field'] === undefined ? 1 : numberIn(table, 'field', path, figure);
  if (!(Math.abs(field) <= 1 && field !== 0))
    fail(`${path}.field`, `${figure}: field must be a fraction of the half field, and not 0.`);
  return field;
}

function solveIn(
  entry: unknown,
  at: number,
  { lens, operands, aperture }: Pick<MeritDocument, 'lens' | 'operands' | 'aperture'>,
): Solve {
  const path = `solves[${at}]`;
  const table = tableOf(entry, path, 'A solve');
  const solve = wordIn(table, 'solve', path, [
    ...(['paraxialFocus', 'bestFocus', 'focalLength', 'fNumber'] as const),
  ]);
  if (solve === 'paraxialFocus' || solve === 'bestFocus') {
    refuseUnknown(table, ['solve', 'offset'], path, solve);
    return {
      solve,
      offset: table['offset'] === undefined ? 0 : numberIn(table, 'offset', path, solve),
    };
  }
  refuseUnknown(table, ['solve', 'surface', 'value'], path, solve);
  const figure = solve === 'fNumber' ? 'fNumber' : 'eflMm';
  const wanted = operands.find((operand) => operand.figure === figure)?.target;
  const last = lens.surfaces.length - 1;
  const surface = wholeIn(table, 'surface', path, [0, last], last);
  if (solve === 'fNumber' && aperture && 'fNumber' in aperture)
    fail(path, 'fNumber: the aperture gives the f-number already; solve for the focalLength.');
  if (solve === 'fNumber' && surface < lens.stopIndex)
    fail(
      `${path}.surface`,
      `fNumber: surface ${surface} is in front of the stop and changes the entrance pupil too: name one from ${lens.stopIndex}, the stop, to ${last}.`,
    );
  return {
    solve,
    surface,
    value:
      table['value'] === undefined && wanted !== undefined
        ? wanted
        : positiveIn(table, 'value', path, solve),
  };
}

function pickupIn(entry: unknown, at: number, lens: LensFile): Pickup {
  const path = `pickups[${at}]`;
  const table = tableOf(entry, path, 'A pickup');
  refuseUnknown(table, ['path', 'of', 'scale', 'offset'], path, 'The pickup');
  const number = (key: 'scale' | 'offset', otherwise: number): number =>
    table[key] === undefined ? otherwise : numberIn(table, key, path, 'The pickup');
  return {
    ...partAt(table['path'], `${path}.path`, lens),
    from: partAt(table['of'], `${path}.of`, lens).part,
    scale: number('scale', 1),
    offset: number('offset', 0),
  };
}

/**
 * Reads what a merit is made of.
 *
 * @param from the document, with the content of a lens file under `lens`.
 * @param known its other keys.
 * @param catalogue of glasses that the lens does not have itself.
 * @throws SimulationError with the place in the document.
 */
export function readMerit(
  from: Table,
  known: readonly string[],
  catalogue?: GlassCatalogue,
): MeritDocument {
  refuseUnknown(from, [...MERIT_KEYS, ...known], '', 'The document');
  const lens = lensIn(from, catalogue);
  const pupil = from['pupil'] === undefined ? {} : tableOf(from['pupil'], 'pupil', 'pupil');
  refuseUnknown(pupil, ['rings', 'arms'], 'pupil', 'pupil');
  const fields = numbersIn(from, 'fields', [-1, 1], [0, 0.7, 1]);
  const wavelengths = numbersIn(from, 'wavelengths', [SHORTEST, LONGEST], USUAL_WAVELENGTHS);
  const aperture = apertureIn(from);
  const operands = listIn(from, 'operands').map((entry, at) => operandIn(entry, at, lens));
  const widest = Math.max(...fields.map(Math.abs)) * lens.halfFieldDegrees;
  return {
    name: typeof from['name'] === 'string' ? from['name'] : lens.name,
    lens,
    aperture,
    fields,
    fieldWeights: weightsIn(from, 'fieldWeights', fields.length),
    wavelengths,
    wavelengthWeights: weightsIn(from, 'wavelengthWeights', wavelengths.length),
    reference: numbersIn(
      { reference: from['reference'] === undefined ? undefined : [from['reference']] },
      'reference',
      [SHORTEST, LONGEST],
      [USUAL_WAVELENGTHS[1]!],
    )[0]!,
    pupil: {
      rings: wholeIn(pupil, 'rings', 'pupil', [1, MOST_RINGS], 3),
      arms: armsIn(pupil),
    },
    aim: wordIn(from, 'aim', '', widest > WIDE_FIELD ? ['stop', 'pupil'] : ['pupil', 'stop']),
    vignetting: wordIn(from, 'vignetting', '', ['none', 'factors']),
    merit: wordIn(from, 'merit', '', ['spot', 'wavefront']),
    operands,
    pickups: listIn(from, 'pickups').map((entry, at) => pickupIn(entry, at, lens)),
    solves: listIn(from, 'solves').map((entry, at) =>
      solveIn(entry, at, { lens, operands, aperture }),
    ),
  };
}

/** Arms on both sides of the plane of the fields, as many on each. */
function armsIn(pupil: Table): number {
  const arms = wholeIn(pupil, 'arms', 'pupil', [4, MOST_ARMS], 6);
  if (arms % 2 !== 0)
    fail('pupil.arms', `arms must be an even number from 4 to ${MOST_ARMS}, not ${arms}.`);
  return arms;
}

/** How many neighbours of a glass of a list are tried. */
const USUAL_NEAREST = 8;

function variedGlass(
  table: Table,
  path: string,
  surface: number,
  { lens, catalogue, available }: GlassChoice,
): VariedGlass {
  refuseUnknown(table, ['path', 'name', 'values'], path, 'A varied glass');
  const where = `${path}.values`;
  const values: unknown = table['values'];
  const named = { path: table['path'] as string, surface };
  const canBeHad = ({ name }: NamedGlass): boolean => available?.includes(name) ?? true;
  const none = (): never => fail(where, 'none of these glasses is available.');
  if (Array.isArray(values)) {
    if (values.length === 0 || !values.every((name) => typeof name === 'string'))
      fail(where, 'values must be names of glasses.');
    const all = values.map((name, at) => ({
      name,
      glass:
        lens.glasses?.[name] ??
        (Object.hasOwn(GLASSES, name) ? GLASSES[name]! : undefined) ??
        catalogued(name, `${where}[${at}]`, catalogue),
    }));
    const candidates = all.filter(canBeHad);
    return candidates.length === 0 ? none() : { ...named, candidates, nearest: USUAL_NEAREST };
  }
  const wanted = tableOf(
    values,
    where,
    'values of a glass (a list of names, or { maker, nearest })',
  );
  refuseUnknown(wanted, ['maker', 'nearest'], where, 'values');
  const { maker } = wanted;
  const all = typeof maker === 'string' ? (catalogue?.madeBy(maker) ?? []) : [];
  if (all.length === 0)
    fail(`${where}.maker`, 'maker must be SCHOTT, OHARA, HOYA, CDGM, HIKARI or SUMITA.');
  const nearest = wholeIn(wanted, 'nearest', where, [1, 100]);
  const candidates = all.filter(canBeHad).map(({ name, glass }) => ({ name, glass }));
  return candidates.length === 0 ? none() : { ...named, candidates, nearest };
}

/** Where glasses are looked up, and which of them can be had. */
interface GlassChoice {
  readonly lens: LensFile;
  readonly catalogue: GlassCatalogue | undefined;
  readonly available: readonly string[] | undefined;
}

function catalogued(name: string, where: string, catalogue: GlassCatalogue | undefined): Glass {
  const outcome = catalogue?.find(name, []) ?? { problem: `there is no glass "${name}"` };
  return 'found' in outcome ? outcome.found.glass : fail(where, `${outcome.problem}.`);
}

function variedNumber(table: Table, path: string, { part, path: name }: NamedPart): VariedNumber {
  refuseUnknown(table, ['path', 'name', 'from', 'to', 'start'], path, 'A varied number');
  const number = (key: 'from' | 'to' | 'start', otherwise?: number): number | undefined =>
    table[key] === undefined ? otherwise : numberIn(table, key, path, name);
  const from = number('from', -Infinity)!;
  const to = number('to', Infinity)!;
  const start = number('start');
  if (!(from < to)) fail(`${path}.from`, `${name}: from must be less than to.`);
  if (start !== undefined && !(start >= from && start <= to))
    fail(`${path}.start`, `${name}: start must lie between from and to.`);
  return { path: name, part, from, to, ...(start !== undefined && { start }) };
}

function algorithmIn(from: Table, vary: readonly VariedNumber[]): LensAlgorithm {
  const table =
    from['algorithm'] === undefined ? {} : tableOf(from['algorithm'], 'algorithm', 'algorithm');
  const name: unknown = table['name'] ?? 'auto';
  const between = BETWEEN_BOUNDS.find((one) => one === name);
  if (between) return searchBetweenBounds(between, table, from, vary);
  if (from['budget'] !== undefined)
    fail('budget', 'a budget of runs belongs to the algorithms cma-es and de.');
  if (name === 'multi-start') {
    refuseUnknown(table, ['name', 'starts'], 'algorithm', 'multi-start');
    return { name, starts: wholeIn(table, 'starts', 'algorithm', [1, MOST_STARTS], 200) };
  }
  refuseUnknown(table, ['name'], 'algorithm', 'algorithm');
  if (name !== 'dls' && name !== 'auto')
    fail('algorithm.name', 'a lens is searched by dls, multi-start, cma-es or de; auto takes dls.');
  return { name: 'dls' };
}

function searchBetweenBounds(
  name: (typeof BETWEEN_BOUNDS)[number],
  table: Table,
  from: Table,
  vary: readonly VariedNumber[],
): LensAlgorithm {
  refuseUnknown(table, ['name', 'population'], 'algorithm', name);
  const budget = from['budget'] === undefined ? {} : tableOf(from['budget'], 'budget', 'budget');
  refuseUnknown(budget, ['runs'], 'budget', 'budget');
  for (const { path, from: low, to: high } of vary)
    if (!Number.isFinite(low) || !Number.isFinite(high)) {
      const at = listIn(from, 'vary').findIndex(
        (entry) => isObject(entry) && entry['path'] === path,
      );
      fail(`vary[${at}]`, `${path} needs from and to: ${name} searches between bounds.`);
    }
  return {
    name,
    runs: wholeIn(budget, 'runs', 'budget', [1, MOST_RUNS], USUAL_RUNS),
    population:
      table['population'] === undefined
        ? undefined
        : wholeIn(table, 'population', 'algorithm', [SMALLEST_POPULATION, LARGEST_POPULATION]),
  };
}

/** @throws SimulationError for a number of the lens at which the search cannot begin. */
function refuseOutside(
  numbers: readonly VariedNumber[],
  entries: readonly unknown[],
  lens: LensFile,
): void {
  for (const { path, part, from, to, start } of numbers) {
    // The index of a model glass is no part of a lens file.
    const value = start ?? (part.part === 'model glass' ? undefined : lensValueOf(lens, part));
    if (typeof value !== 'number' || (value >= from && value <= to)) continue;
    const at = entries.findIndex((entry) => isObject(entry) && entry['path'] === path);
    const bounds = Number.isFinite(to) ? `${from} to ${to}` : `${from} on`;
    fail(
      `vary[${at}]`,
      `${path} is ${Number(value.toPrecision(7))} in the lens, which is not within ${Number.isFinite(from) ? bounds : `numbers up to ${to}`}: give a start that is, or other bounds.`,
    );
  }
}

/** Names of glasses that can be had; undefined: all. */
function availableIn(from: Table): readonly string[] | undefined {
  const names = from['available'];
  if (names === undefined) return undefined;
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    fail('available', 'available must be a list of names of glasses.');
  return names;
}

/**
 * Reads a lens study.
 *
 * @param content parsed JSON, with the content of a lens file under `lens`.
 * @param catalogue of glasses that the lens does not have itself.
 * @throws SimulationError with the place in the document.
 */
export function readLensStudy(content: unknown, catalogue?: GlassCatalogue): LensStudy {
  const from = tableOf(content, '', 'A lens study');
  const merit = readMerit(from, STUDY_KEYS, catalogue);
  const entries = listIn(from, 'vary');
  if (entries.length > MOST_VARIED)
    fail('vary', `${entries.length} variables are too many: at most ${MOST_VARIED}.`);
  const available = availableIn(from);
  const choice = { lens: merit.lens, catalogue, available };
  const [numbers, glasses]: [VariedNumber[], VariedGlass[]] = [[], []];
  for (const [at, entry] of entries.entries()) {
    const path = `vary[${at}]`;
    const table = tableOf(entry, path, 'An entry of vary');
    const named = partAt(table['path'], `${path}.path`, merit.lens);
    const { part } = named;
    if ([...numbers, ...glasses].some((other) => other.path === named.path))
      fail(`${path}.path`, `${named.path} is varied twice.`);
    if (part.part === 'surface' && part.property === 'glass')
      glasses.push(variedGlass(table, path, part.at, choice));
    else numbers.push(variedNumber(table, path, named));
  }
  const algorithm = algorithmIn(from, numbers);
  // A search between bounds begins there, wherever the lens is.
  if (algorithm.name === 'dls' || algorithm.name === 'multi-start')
    refuseOutside(numbers, entries, merit.lens);
  return {
    ...merit,
    vary: numbers,
    glasses,
    algorithm,
    semiDiameters: wordIn(from, 'semiDiameters', '', ['follow', 'keep']),
    seed: wholeIn(from, 'seed', '', [0, MOST_SEED], 1),
  };
}
