import {
  changeLens,
  changedMeasured,
  measuredNumberOf,
  type MeasuredNumber,
  lensOfPlan,
  isMeasured,
  lensPartOf,
  loadGlassCatalogue,
  loadLensFile,
  withGroups,
  withLens,
  SimulationError,
  type GlassCatalogue,
  type LensChange,
  type AnyLensFile,
  type LensFile,
  type SimulationPlan,
} from '@lumenloom/engine';
import { optics, type OpticsId } from '@lumenloom/engine/catalogue';
import {
  LARGEST_SEED,
  fieldPath,
  hashToSeed,
  isDatasetFigure,
  isFigure,
  noSuchFigure,
  readSweepDocument,
  recipeForFigures,
  stepsOf,
  toPlan,
  type Decoded,
  type Hold,
  type OwnParts,
  type Problem,
  type SweepDocument,
  type Variation,
} from '@lumenloom/contract';
import { POINTS } from '../propose/list.ts';
import { isDesignFigure } from '../evaluate/run/design-figures.ts';
import { isPartFigure } from '../evaluate/run/part-figures.ts';
import { heldLater, heldValues, holdRefusal } from './hold.ts';
import {
  namesIn,
  partKey,
  readParts,
  withParts,
  type NamedParts,
  type PartName,
} from './named-parts.ts';
import { withLevels } from './lamp-levels.ts';
import { fieldAt, pathProblem, withNumbersOf, withValue } from '../document/recipe-path.ts';

/**
 * One run of a sweep: its number from 0, the seed of its noise, and the values of the varied fields
 * by their paths.
 */
export interface SweepRun {
  readonly run: number;
  readonly seed: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A run with what it computes. */
export interface PlannedRun {
  readonly run: SweepRun;
  readonly plan: SimulationPlan;
  /** The recipe with the values of the run, but for those of lens surfaces. */
  readonly recipe: Readonly<Record<string, unknown>>;
  /** What the parts hold that stand in place of the recipe's choices. */
  readonly own: OwnParts;
  /** The camera before anything varies, where something is held. */
  readonly base?: BaseCamera;
}

/** A camera before anything varies. */
export interface BaseCamera {
  readonly recipe: Recipe;
  readonly own: OwnParts;
}

/** The runs of a sweep. */
export interface PlannedSweep {
  readonly document: SweepDocument;
  /** Number of runs. */
  readonly count: number;
  /**
   * A run by its number. Made anew at each call, because a hundred thousand plans would need much
   * memory.
   */
  readonly runAt: (run: number) => PlannedRun;
}

type Recipe = Readonly<Record<string, unknown>>;
/**
 * The parts of plans besides the recipe: the prescriptions of the list, and parts from files in
 * place of the recipe's choices.
 */
export interface Parts {
  readonly listed: ReadonlyMap<OpticsId, LensFile>;
  readonly own: OwnParts;
  /** Groups of the document in place of those of the lens, unchecked. */
  readonly groups?: unknown;
  /** Where a sweep over glasses finds them. */
  readonly catalogue?: GlassCatalogue;
  /** Published parts and files that the recipe or its values name. */
  readonly named?: NamedParts;
  /** Of the document. */
  readonly hold?: Hold | undefined;
}

/** A report has these parts only where the recipe chooses something. */
const PARTS: readonly {
  readonly prefix: RegExp;
  readonly isIn: (plan: SimulationPlan) => boolean;
  readonly choose: string;
}[] = [
  {
    prefix: /^(sensor|information)\./,
    isIn: ({ sensor }) => sensor !== undefined,
    choose: 'a sensor',
  },
  { prefix: /^isp\./, isIn: ({ isp }) => isp !== undefined, choose: 'an ISP' },
  {
    prefix: /^algorithm\./,
    isIn: ({ algorithm }) => algorithm !== undefined,
    choose: 'an algorithm',
  },
  {
    prefix: /^optics\.(figures|forming)\./,
    isIn: (plan) => lensOfPlan(plan.optics) !== undefined,
    choose: 'a lens',
  },
];

/** Most problems that are told at once. */
const MOST_PROBLEMS = 20;

/**
 * Checks a sweep document as a whole (its form, paths, figures and every single run) and lists its
 * runs.
 *
 * @param content parsed JSON.
 * @param own parts from files, in place of the recipe's choices; a lens can be varied like one of
 * the list.
 * @param between is called between two runs: what it throws ends the check.
 * @param source of the parts that the document names.
 */
export async function planSweep(
  content: unknown,
  own: OwnParts = {},
  between?: () => Promise<void>,
  source?: NameSource,
): Promise<Decoded<PlannedSweep>> {
  const read = readSweepDocument(content);
  if (!read.ok) return read;
  const document = read.value;
  const problems = [...pathProblems(document), ...figureProblems(document)];
  if (problems.length > 0) return { ok: false, problems };
  const { problems: unknown, ...parts } = await loadParts(own, document, source);
  if (unknown.length > 0) return { ok: false, problems: unknown };
  const points = POINTS[document.mode](document).map((values) => pointOf(document, values));
  const missing = new Set(document.measure.map(partOf).filter((part) => part !== undefined));
  for (const values of points) {
    const checked = checkedPlan(document, values, parts);
    if (!checked.ok) problems.push(...checked.problems);
    else for (const part of missing) if (part.isIn(checked.value)) missing.delete(part);
    if (problems.length >= MOST_PROBLEMS) break;
    await between?.();
  }
  if (problems.length === 0)
    problems.push(...unmeasured(document, missing), ...unread(document, points, parts));
  return problems.length > 0
    ? { ok: false, problems: distinct(problems) }
    : { ok: true, value: runsOf(document, points, parts) };
}

/** The runs of a document that was checked before, with the same parts from files. */
export async function replanSweep(
  document: SweepDocument,
  own: OwnParts = {},
  source?: NameSource,
): Promise<PlannedSweep> {
  const points = POINTS[document.mode](document).map((values) => pointOf(document, values));
  return runsOf(document, points, await loadParts(own, document, source));
}

/** Runs at points of a document that was read, or what is wrong with a point. */
export function runsAtPoints(
  document: SweepDocument,
  points: readonly Readonly<Record<string, unknown>>[],
  parts: Parts,
): Decoded<PlannedSweep> {
  const whole = points.map((values) =>
    Object.fromEntries(
      Object.entries(values).map(([path, value]) => [path, wholeWhereNeeded(path, value)]),
    ),
  );
  const problems: Problem[] = [];
  for (const values of whole) {
    const checked = checkedPlan(document, values, parts);
    if (!checked.ok) problems.push(...checked.problems);
    if (problems.length >= MOST_PROBLEMS) break;
  }
  return problems.length > 0
    ? { ok: false, problems: distinct(problems) }
    : { ok: true, value: runsOf(document, whole, parts) };
}

function runsOf(
  document: SweepDocument,
  points: readonly Readonly<Record<string, unknown>>[],
  parts: Parts,
): PlannedSweep {
  const { repeats } = document;
  const recipe = recipeForFigures(document.recipe, document.measure);
  return {
    document,
    count: points.length * repeats,
    runAt: (run) => {
      const values = points[Math.floor(run / repeats)]!;
      const { plan: planned, body, own, base } = planFor(recipe, values, parts);
      const plan = planned!;
      // The repeats of a point have the numbers after its own seed.
      const seed = (plan.seeds.temporal + (run % repeats)) % (LARGEST_SEED + 1);
      return {
        run: { run, seed, values },
        recipe: body,
        own,
        ...(base && { base }),
        plan: { ...plan, seeds: { ...plan.seeds, temporal: seed } },
      };
    },
  };
}

/** Values by path; drawn numbers are rounded where the field takes whole ones. */
function pointOf(
  { vary }: SweepDocument,
  values: readonly unknown[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    vary.map((entry, at) => [
      entry.path,
      'distribution' in entry ? wholeWhereNeeded(entry.path, values[at]) : values[at],
    ]),
  );
}

function wholeWhereNeeded(path: string, value: unknown): unknown {
  const field = fieldAt(path);
  if (typeof value !== 'number' || !field || !('unit' in field)) return value;
  if (field.odd) return 2 * Math.round((value - 1) / 2) + 1;
  return field.whole ? Math.round(value) : value;
}

/** Where the parts come from that a document names. */
export interface NameSource {
  /** Of the document, in which parts may be files; absent: files are not looked for. */
  readonly folder?: string | undefined;
  /** What parts of a library hold. */
  readonly named?: NamedParts | undefined;
}

/** @param document whose groups replace those of the lens; its glasses need the catalogue. */
export async function loadParts(
  own: OwnParts,
  document: {
    readonly groups?: unknown;
    readonly vary: readonly { readonly path?: string | undefined }[];
    readonly hold?: Hold | undefined;
    readonly recipe?: Recipe | undefined;
    readonly cases?: readonly { readonly set: Recipe }[];
  },
  { folder, named: known = {} }: NameSource = {},
): Promise<Parts & { readonly problems: readonly Problem[] }> {
  const { groups, vary, hold } = document;
  const { parts: named, problems } = await readParts(namesInDocument(document), folder, known);
  const ids = Object.keys(optics) as OpticsId[];
  const files = await Promise.all(ids.map(async (id) => [id, await loadLensFile(id)] as const));
  const exchanges = vary.some(
    ({ path }) => path !== undefined && lensPartOf(path)?.property === 'glass',
  );
  return {
    listed: new Map(files),
    own,
    ...(groups !== undefined && { groups }),
    ...(exchanges && { catalogue: await loadGlassCatalogue() }),
    ...(Object.keys(named).length > 0 && { named }),
    ...(hold && { hold }),
    problems,
  };
}

/** Parts that a document names in its recipe, as values and in its cases. */
export function namesInDocument({
  recipe = {},
  vary,
  cases = [],
}: Pick<Parameters<typeof loadParts>[1], 'recipe' | 'vary' | 'cases'>): readonly PartName[] {
  return [
    ...namesIn(recipe, (choice) => `recipe.${choice}`),
    ...vary.flatMap(({ path, ...entry }, at) =>
      path !== undefined && 'values' in entry && Array.isArray(entry.values)
        ? (entry.values as unknown[]).flatMap((value, i) =>
            namesIn({ [path]: value }, () => fieldPath(['vary', at, 'values', i])),
          )
        : [],
    ),
    ...cases.flatMap(({ set }, at) =>
      namesIn(set, (choice) => fieldPath(['cases', at, 'set', choice])),
    ),
  ];
}

const pathProblems = ({ vary, recipe }: SweepDocument): Problem[] =>
  vary.flatMap(({ path }, at) => {
    const message = pathProblem(path, recipe);
    return message === undefined ? [] : [{ field: fieldPath(['vary', at, 'path']), message }];
  });

const figureProblems = ({ measure, evaluate }: SweepDocument): Problem[] =>
  measure.flatMap((name, at) => {
    const field = fieldPath(['measure', at]);
    if (measure.indexOf(name) < at) return [{ field, message: `${name} is measured twice.` }];
    if (isDatasetFigure(name))
      return evaluate
        ? []
        : [
            {
              field,
              message: `${name} needs evaluate in the sweep: its data set and network (docs/evaluating.md).`,
            },
          ];
    if (isFigure(name)) return [];
    const message =
      isPartFigure(name) || isDesignFigure(name)
        ? `${name} is for studies: lumenloom optimise takes it.`
        : noSuchFigure(name);
    return [{ field, message }];
  });

/**
 * The plan of a point, or why it cannot be run.
 * @throws nothing: problems carry the path and the value.
 */
function checkedPlan(
  document: SweepDocument,
  values: Readonly<Record<string, unknown>>,
  parts: Parts,
): Decoded<SimulationPlan> {
  try {
    const { plan, problems } = planFor(document.recipe, values, parts);
    if (plan) return { ok: true, value: plan };
    return {
      ok: false,
      problems: problems.map((problem) => ofVariation(problem, document, values)),
    };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    const field = `lens.${error.field ?? 'surfaces'}`;
    return {
      ok: false,
      problems: [ofVariation({ field, message: error.message }, document, values)],
    };
  }
}

/** A problem of a run as a problem of the entry of `vary` that caused it, else of the recipe. */
function ofVariation(
  { field, message }: Problem,
  { vary }: SweepDocument,
  values: Readonly<Record<string, unknown>>,
): Problem {
  const dotted = (name: string): string => `${stepsOf(name).join('.')}.`;
  const direct = vary.findIndex(({ path }) => {
    // `image.tilt[0]` is `lens.image.tilt[0]`.
    const whole = dotted(path.startsWith('image.') ? `lens.${path}` : path);
    return dotted(field).startsWith(whole) || whole.startsWith(dotted(field));
  });
  // A value can be at odds with another property of the same surface.
  const surface = /^lens\.(?:surfaces|groups)\[\d+\]\./.exec(field)?.[0];
  const at =
    direct < 0 && surface ? vary.findIndex(({ path }) => path.startsWith(surface)) : direct;
  if (at < 0 && /^lens\.groups\b/.test(field))
    return { field: field.replace('lens.', ''), message };
  if (field.startsWith('hold.')) return { field, message };
  if (at < 0) return { field: field === '' ? 'recipe' : `recipe.${field}`, message };
  const entry = vary[at]!;
  const { path } = entry;
  // A surface alone: the lens has none with that property, whatever the value.
  if (/^lens\.(surfaces|groups)\[\d+\]$/.test(field))
    return { field: fieldPath(['vary', at, 'path']), message };
  const value = values[path];
  return {
    field: fieldPath(['vary', at, ...stepsToValue(entry, value), ...stepsBelow(path, field)]),
    message: `${path} = ${JSON.stringify(value)}: ${message}`,
  };
}

/** Where an entry of `vary` says a value; nothing for one that is computed or drawn. */
function stepsToValue(entry: Variation, value: unknown): readonly PropertyKey[] {
  if ('values' in entry) return ['values', entry.values.findIndex((one) => one === value)];
  if (!('from' in entry) || 'distribution' in entry) return [];
  return (['from', 'to'] as const).filter((key) => entry[key] === value).slice(0, 1);
}

/**
 * The steps that lead from a varied field to the part of it at fault, such as a cell of a matrix.
 */
function stepsBelow(path: string, field: string): readonly PropertyKey[] {
  const below = stepsOf(field).slice(stepsOf(path).length);
  return below.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

interface Planned {
  readonly plan?: SimulationPlan | undefined;
  /** The recipe without the names of parts. */
  readonly body: Recipe;
  /** What those parts hold, besides those from files. */
  readonly own: OwnParts;
  /** Their names, by choice. */
  readonly names: Recipe;
  readonly base?: BaseCamera;
  readonly problems: readonly Problem[];
}

/**
 * The plan of a recipe with other values under some paths, or why it cannot be run.
 *
 * @param before values of a case, which the recipe has before anything varies.
 */
export function planFor(
  recipe: Recipe,
  values: Readonly<Record<string, unknown>>,
  parts: Parts,
  before: Readonly<Record<string, unknown>> = {},
): Planned {
  const planned = planWithoutHold(recipe, values, parts);
  const { hold } = parts;
  if (!hold || !planned.plan) return planned;
  const { plan: base, problems, body, own } = planWithoutHold(recipe, before, parts);
  if (!base) return { ...planned, problems };
  const refusal = holdRefusal(hold, base);
  if (refusal) return { ...planned, plan: undefined, problems: [refusal] };
  const held = heldValues(hold, base, planned.plan);
  const again = planWithoutHold(recipe, { ...values, ...held }, parts);
  if (!again.plan) return again;
  // Neither the seeds nor what is assumed of a sensor change with what is held.
  const { seeds, sensor } = planned.plan;
  const later = heldLater(hold, base);
  return {
    ...again,
    ...(later && { base: { recipe: body, own } }),
    plan: {
      ...again.plan,
      seeds,
      ...(again.plan.sensor &&
        sensor?.assumed && { sensor: { ...again.plan.sensor, assumed: sensor.assumed } }),
      ...(later && { held: later }),
    },
  };
}

function planWithoutHold(
  recipe: Recipe,
  values: Readonly<Record<string, unknown>>,
  parts: Parts,
): Planned {
  const changes: LensChange[] = [];
  const numbers: Partial<Record<MeasuredNumber, number>> = {};
  const { recipe: chosen, own: ofNames, names } = withNames(recipe, values, parts);
  let body = chosen;
  for (const [path, value] of Object.entries(values)) {
    const part = lensPartOf(path);
    if (isNamed(path, value, parts)) continue;
    const measured = measuredNumberOf(path);
    if (measured && typeof value === 'number') numbers[measured] = value;
    else if (!part && !measured) body = withValue(body, path, value);
    else if (part && (typeof value === 'number' || typeof value === 'string'))
      changes.push({ part, value });
    else
      return {
        ...{ body, own: {}, names },
        problems: [{ field: path, message: 'it must be a number.' }],
      };
  }
  body = withLevels(body, chosen, Object.keys(values));
  const { listed, groups, catalogue } = parts;
  const own = { ...parts.own, ...ofNames };
  const refused = (problems: readonly Problem[]): Planned => ({ body, own, names, problems });
  const decoded = toPlan(body, undefined, undefined, own);
  if (!decoded.ok) return refused(decoded.problems);
  const { plan, notes, unknownKeys } = decoded.value;
  if (unknownKeys.length > 0)
    return refused(
      unknownKeys.map((key) => ({ field: key, message: `${key} means nothing here.` })),
    );
  if (!plan) return refused([{ field: 'scene', message: notes.at(-1)! }]);
  const isChanged = changes.length > 0 || Object.keys(numbers).length > 0;
  if (!isChanged && groups === undefined) return { plan, body, own, names, problems: [] };
  const choice = lensOfPlan(plan.optics);
  const lens = typeof choice === 'string' ? listed.get(choice) : choice;
  if (!lens)
    return refused([{ field: 'optics', message: 'Choose the lens whose surfaces are varied.' }]);
  const change = { changes, numbers, groups, catalogue };
  const wrong = whyNotChanged(lens, change);
  if (wrong !== undefined) {
    const isPath = isMeasured(lens) ? lensPartOf : measuredNumberOf;
    return refused([{ field: Object.keys(values).find(isPath) ?? 'optics', message: wrong }]);
  }
  // Two lenses see different light, so their noise differs as well, unless the recipe names a seed.
  const temporal =
    body['seed'] === undefined
      ? hashToSeed([
          plan.seeds,
          changes.map(hashed),
          ...(groups === undefined ? [] : [groups]),
          ...(isMeasured(lens) ? [numbers] : []),
        ])
      : undefined;
  return {
    plan: {
      ...plan,
      optics: withLens(plan.optics, changedFile(lens, change)),
      ...(temporal !== undefined && { seeds: { ...plan.seeds, temporal } }),
    },
    body,
    own,
    names,
    problems: [],
  };
}

/** What a run changes in the file of its lens. */
interface FileChange {
  /** Of surfaces and groups. */
  readonly changes: readonly LensChange[];
  /** Of a measured lens. */
  readonly numbers: Readonly<Partial<Record<MeasuredNumber, number>>>;
  readonly groups: Parts['groups'];
  readonly catalogue: Parts['catalogue'];
}

/** Why a lens cannot be changed so, as a sentence. */
function whyNotChanged(lens: AnyLensFile, change: FileChange): string | undefined {
  const { changes, numbers, groups } = change;
  const hasSurfaces = changes.length > 0 || groups !== undefined;
  if (isMeasured(lens)) return hasSurfaces ? 'A measured lens has no surfaces.' : undefined;
  return Object.keys(numbers).length > 0 ? 'It is a number of measured lenses alone.' : undefined;
}

function changedFile(lens: AnyLensFile, change: FileChange): AnyLensFile {
  const { changes, numbers, groups, catalogue } = change;
  if (isMeasured(lens)) return changedMeasured(lens, numbers);
  return changeLens(groups === undefined ? lens : withGroups(lens, groups), changes, catalogue);
}

const isNamed = (path: string, value: unknown, { named = {} }: Parts): boolean =>
  Object.hasOwn(named, partKey({ choice: path as PartName['choice'], name: String(value) }));

/** A recipe whose choices have the values that name parts, with the numbers of a named sensor. */
function withNames(
  recipe: Recipe,
  values: Readonly<Record<string, unknown>>,
  parts: Parts,
): ReturnType<typeof withParts> {
  if (!parts.named) return { recipe, own: {}, names: {} };
  const choices = Object.entries(values).filter(([path, value]) => isNamed(path, value, parts));
  const named = withParts({ ...recipe, ...Object.fromEntries(choices) }, parts.named);
  return { ...named, recipe: withNumbersOf(named.own.sensor, named.recipe) };
}

/** A change as seeds are made of it: those of one number of a surface as in older sweeps. */
const hashed = ({ part, value }: LensChange): object =>
  part.part === 'surface' && !('component' in part)
    ? { surface: part.at, property: part.property, value }
    : { ...part, value };

/** The part of a report in which a figure stands, where not every report has it. */
export const partOf = (figure: string) => PARTS.find(({ prefix }) => prefix.test(figure));

/** Figures that no run of the sweep can have, because none has their part. */
const unmeasured = (
  { measure }: SweepDocument,
  missing: ReadonlySet<(typeof PARTS)[number]>,
): Problem[] =>
  measure.flatMap((name, at) => {
    const part = partOf(name);
    return part && missing.has(part)
      ? [
          {
            field: fieldPath(['measure', at]),
            message: `${name} needs ${part.choose} in the recipe.`,
          },
        ]
      : [];
  });

/** Fields that choose a part: another point may read what this one does not. */
export const CHOICES = ['scene', 'optics', 'sensor', 'isp', 'illuminant'];

/**
 * Entries that change nothing, such as a field of a scene that is not chosen. Where a choice is
 * varied too, another point may read them.
 */
export function unread(
  document: { readonly recipe: Recipe; readonly vary: readonly { readonly path: string }[] },
  points: readonly Readonly<Record<string, unknown>>[],
  parts: Parts,
): Problem[] {
  const { recipe, vary } = document;
  const [first = {}] = points;
  if (vary.some(({ path }) => CHOICES.includes(path))) return [];
  const planText = (values: Readonly<Record<string, unknown>>): string =>
    JSON.stringify(planFor(recipe, values, parts).plan);
  return vary.flatMap(({ path }, at) => {
    const other = points.find((point) => point[path] !== first[path]);
    return !other || planText({ ...first, [path]: other[path] }) !== planText(first)
      ? []
      : [
          {
            field: fieldPath(['vary', at, 'path']),
            message: `${path} changes nothing in this recipe: what it belongs to is not chosen, or another field overrides it.`,
          },
        ];
  });
}

/** Problems without those that say the same, at most as many as a person reads. */
function distinct(problems: readonly Problem[]): Problem[] {
  const known = new Set<string>();
  return problems
    .filter(({ field, message }) => {
      const text = `${field}: ${message}`;
      const isNew = !known.has(text);
      known.add(text);
      return isNew;
    })
    .slice(0, MOST_PROBLEMS);
}
