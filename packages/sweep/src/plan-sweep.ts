import {
  changeLens,
  lensOfPlan,
  lensPartOf,
  loadGlassCatalogue,
  loadLensFile,
  withGroups,
  withLens,
  SimulationError,
  type GlassCatalogue,
  type LensChange,
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
  readSweepDocument,
  stepsOf,
  toPlan,
  type Decoded,
  type OwnParts,
  type Problem,
  type SweepDocument,
  type Variation,
} from '@lumenloom/contract';
import { pointsOf } from './draw.ts';
import { isDesignFigure } from './study/design-figures.ts';
import { isPartFigure } from './study/part-figures.ts';
import { fieldAt, pathProblem, withValue } from './recipe-path.ts';

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
}

/** A report has these parts only where the recipe chooses something. */
const PARTS: readonly {
  readonly prefix: RegExp;
  readonly isIn: (plan: SimulationPlan) => boolean;
  readonly choose: string;
}[] = [
  { prefix: /^sensor\./, isIn: ({ sensor }) => sensor !== undefined, choose: 'a sensor' },
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
 */
export async function planSweep(
  content: unknown,
  own: OwnParts = {},
  between?: () => Promise<void>,
): Promise<Decoded<PlannedSweep>> {
  const read = readSweepDocument(content);
  if (!read.ok) return read;
  const document = read.value;
  const problems = [...pathProblems(document), ...figureProblems(document)];
  if (problems.length > 0) return { ok: false, problems };
  const parts = await loadParts(own, document);
  const points = pointsOf(document).map((values) => pointOf(document, values));
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
): Promise<PlannedSweep> {
  const points = pointsOf(document).map((values) => pointOf(document, values));
  return runsOf(document, points, await loadParts(own, document));
}

function runsOf(
  document: SweepDocument,
  points: readonly Readonly<Record<string, unknown>>[],
  parts: Parts,
): PlannedSweep {
  const { recipe, repeats } = document;
  return {
    document,
    count: points.length * repeats,
    runAt: (run) => {
      const values = points[Math.floor(run / repeats)]!;
      const { plan: planned, body } = planFor(recipe, values, parts);
      const plan = planned!;
      // The repeats of a point have the numbers after its own seed.
      const seed = (plan.seeds.temporal + (run % repeats)) % (LARGEST_SEED + 1);
      return {
        run: { run, seed, values },
        recipe: body,
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

/** @param document whose groups replace those of the lens; its glasses need the catalogue. */
export async function loadParts(
  own: OwnParts,
  {
    groups,
    vary,
  }: {
    readonly groups?: unknown;
    readonly vary: readonly { readonly path?: string | undefined }[];
  },
): Promise<Parts> {
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
  };
}

const pathProblems = ({ vary }: SweepDocument): Problem[] =>
  vary.flatMap(({ path }, at) => {
    const message = pathProblem(path);
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
        : `report.json has no number named ${name.slice(0, 80)}; lumenloom figures lists them.`;
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

/** The plan of a recipe with other values under some paths, or why it cannot be run. */
export function planFor(
  recipe: Recipe,
  values: Readonly<Record<string, unknown>>,
  parts: Parts,
): {
  readonly plan?: SimulationPlan;
  readonly body: Recipe;
  readonly problems: readonly Problem[];
} {
  const changes: LensChange[] = [];
  let body = recipe;
  for (const [path, value] of Object.entries(values)) {
    const part = lensPartOf(path);
    if (!part) body = withValue(body, path, value);
    else if (typeof value === 'number' || typeof value === 'string') changes.push({ part, value });
    else return { body, problems: [{ field: path, message: 'it must be a number.' }] };
  }
  const { own, listed, groups, catalogue } = parts;
  const decoded = toPlan(body, undefined, undefined, own);
  if (!decoded.ok) return { body, problems: decoded.problems };
  const { plan, notes, unknownKeys } = decoded.value;
  if (unknownKeys.length > 0)
    return {
      body,
      problems: unknownKeys.map((key) => ({ field: key, message: `${key} means nothing here.` })),
    };
  if (!plan) return { body, problems: [{ field: 'scene', message: notes.at(-1)! }] };
  if (changes.length === 0 && groups === undefined) return { plan, body, problems: [] };
  const choice = lensOfPlan(plan.optics);
  const lens = typeof choice === 'string' ? listed.get(choice) : choice;
  if (!lens)
    return {
      body,
      problems: [{ field: 'optics', message: 'Choose the lens whose surfaces are varied.' }],
    };
  // Two lenses see different light, so their noise differs as well, unless the recipe names a seed.
  const temporal =
    body['seed'] === undefined
      ? hashToSeed([plan.seeds, changes.map(hashed), ...(groups === undefined ? [] : [groups])])
      : undefined;
  const grouped = groups === undefined ? lens : withGroups(lens, groups);
  return {
    plan: {
      ...plan,
      optics: withLens(plan.optics, changeLens(grouped, changes, catalogue)),
      ...(temporal !== undefined && { seeds: { ...plan.seeds, temporal } }),
    },
    body,
    problems: [],
  };
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
