import {
  isMeasured,
  measuredNumberOf,
  lensPartOf,
  lensValueOf,
  lensOfPlan,
  SimulationError,
  type LensFile,
  type SimulationPlan,
} from '@lumenloom/engine';
import {
  fieldPath,
  isBlank,
  isDatasetFigure,
  laterSeed,
  readStudyDocument,
  recipeForFigures,
  stepsOf,
  type Decoded,
  type OwnParts,
  type Problem,
  type StudyDocument,
} from '@lumenloom/contract';
import {
  compileStudy,
  failed,
  outcomeOf,
  pointOf,
  type CompiledStudy,
  type Outcome,
  type Point,
} from '../propose/compile.ts';
import { expressionOutcome } from '../propose/run-expressions.ts';
import { startOf } from '../propose/search-study.ts';
import {
  CHOICES,
  loadParts,
  partOf,
  planFor,
  unread,
  type BaseCamera,
  type NameSource,
  type Parts,
} from './plan-sweep.ts';
import { withNamesAgain } from './named-parts.ts';
import { fieldAt, pathProblem, placeAt, valueAt } from '../document/recipe-path.ts';
import {
  designFiguresOf,
  designPathProblem,
  isDesignFigure,
} from '../evaluate/run/design-figures.ts';
import { isPartFigure } from '../evaluate/run/part-figures.ts';

type Recipe = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, unknown>>;

/** A field of a sensor file that every sensor has. */
const BITS = 'sensorFile.bits';

/** A study whose document was checked. */
export interface PlannedStudy {
  readonly study: CompiledStudy;
  /** Values of the starting point; undefined where the recipe has none within the bounds. */
  readonly start: Values | undefined;
  /** Undefined for a study that needs no picture. */
  readonly camera: Camera | undefined;
  /** The outcome of a point of a study that needs no picture. */
  readonly outcomeAt: (values: Values) => Outcome;
}

/** The runs of a study that computes pictures. */
export interface Camera {
  /** What a point computes, or the sentence why it cannot be computed. */
  readonly shotsOf: (values: Values, options: ShotOptions) => PlannedPoint | string;
}

/** Which runs of a point are wanted. */
interface ShotOptions {
  /** With the fields of the preview. */
  readonly isPreview: boolean;
  /** Number of the first repeat: later ones have fresh noise. */
  readonly firstRepeat: number;
  readonly repeats: number;
}

/** A run of the camera: one of the repeats of one of the cases. */
export interface CaseRun {
  /** The name of the case; undefined where the study has none. */
  readonly caseName: string | undefined;
  readonly weight: number;
  readonly plan: SimulationPlan;
  /** The lens that the plan names or holds; undefined for the ideal one. */
  readonly lens: LensFile | undefined;
  /** The recipe with the values of the point, but for those of lens surfaces. */
  readonly recipe: Recipe;
  readonly own: OwnParts;
  readonly base?: BaseCamera;
  /** Number of its noise. */
  readonly repeat: number;
}

/** A point with what it computes. */
export interface PlannedPoint {
  readonly point: Point;
  readonly shots: readonly CaseRun[];
  /** The recipe of the first shot without the fields of its case: `simulate` takes it. */
  readonly recipe: Recipe;
  /** The lens, where surfaces of it are changed. */
  readonly lens: LensFile | undefined;
  /** A figure of the sensor that needs no picture. */
  readonly designFigure: (name: string) => number | undefined;
}

/**
 * Checks a study document: its form, expressions, paths and figures, and the recipe of the
 * starting point but for what is varied: points that cannot be computed are failed runs.
 *
 * @param content parsed JSON.
 * @param own parts from files, in place of the recipe's choices.
 * @param source of the parts that the document names.
 */
export async function planStudy(
  content: unknown,
  own: OwnParts = {},
  source?: NameSource,
): Promise<Decoded<PlannedStudy>> {
  const read = readStudyDocument(content);
  if (!read.ok) return read;
  const document = read.value;
  const problems = pathProblems(document);
  if (problems.length > 0) return { ok: false, problems };
  const compiled = compileStudy(document, {
    kindOf: (path) => {
      const field = fieldAt(path);
      return field && 'unit' in field ? { whole: field.whole, odd: field.odd } : {};
    },
    isFigure: (name) => isPartFigure(name) || isDesignFigure(name),
  });
  if (!compiled.ok) return compiled;
  const study = compiled.value;
  const { evaluate } = document;
  const recipe =
    document.recipe && recipeForFigures(document.recipe, study.figures.map(withoutCase));
  if (evaluate && !study.figures.some((name) => isDatasetFigure(withoutCase(name))))
    return refused('evaluate', 'No figure of the study is one of a data set: leave it out.');
  if (study.figures.every(isDesignFigure)) return studyWithoutPictures(study, own);
  if (!recipe)
    return refused(
      'recipe',
      `The study measures ${study.figures[0]!}, which needs a recipe: the body of POST /simulate.`,
    );
  const { problems: unknown, ...parts } = await loadParts(own, document, source);
  if (unknown.length > 0) return { ok: false, problems: unknown };
  const start = startOf(study, (path) =>
    path.startsWith('design.') ? withoutPicture(document, path) : recipeValue(recipe, path, parts),
  );
  const camera = cameraOf(study, recipe, parts);
  const wrong = [
    ...recipeProblems(study, start, recipe, parts),
    ...designProblems(study, start, own),
  ];
  return wrong.length > 0
    ? { ok: false, problems: wrong }
    : {
        ok: true,
        value: { study, start, camera, outcomeAt: (values) => outcomeWithout(study, values, own) },
      };
}

/** A figure without the case whose value it is. */
const withoutCase = (figure: string): string => figure.replace(/^case:[^/]*\//, '');

const refused = (field: string, message: string): Decoded<never> => ({
  ok: false,
  problems: [{ field, message }],
});

/** A study of expressions, and of figures of a sensor that need no picture. */
function studyWithoutPictures(study: CompiledStudy, own: OwnParts): Decoded<PlannedStudy> {
  const { vary, derive, validate, preview, cases } = study.document;
  const needless = Object.entries({ validate, preview, cases: cases[0] }).find(
    ([, value]) => value !== undefined,
  );
  if (needless)
    return refused(
      needless[0],
      `${needless[0]} needs a figure of the report: this study runs no camera.`,
    );
  const isSet = [...vary, ...derive].some(({ path }) => path !== undefined);
  const start = startOf(study, (path) => withoutPicture(study.document, path));
  const problems = designProblems(study, start, own);
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: {
      study,
      start: isSet && !start ? undefined : start,
      camera: undefined,
      outcomeAt: (values) => outcomeWithout(study, values, own),
    },
  };
}

/** The value of a path of `design` or of the recipe. */
const withoutPicture = ({ design = {}, recipe = {} }: StudyDocument, path: string): unknown =>
  path.startsWith('design.') ? valueAt({ design }, path) : plainValue(recipe, path);

/** The outcome of a point whose figures need no picture. */
function outcomeWithout(study: CompiledStudy, values: Values, own: OwnParts): Outcome {
  if (study.figures.length === 0) return expressionOutcome(study, values);
  const point = pointOf(study, values);
  if (typeof point === 'string') return failed(point);
  const figure = designFiguresOf(study.document, fieldsOf(study, values, point), own);
  return typeof figure === 'string' ? failed(figure) : outcomeOf(study, point, figure);
}

/** What a point sets, by path. */
function fieldsOf({ document }: CompiledStudy, values: Values, { derived }: Point): Values {
  const fields: Record<string, unknown> = {};
  for (const { path, name } of document.vary)
    if (path !== undefined) fields[path] = values[name ?? path];
  for (const { path, value } of derived) fields[path] = value;
  return fields;
}

/** What is wrong with `design` at the start, where the study measures figures of it. */
function designProblems(study: CompiledStudy, start: Values | undefined, own: OwnParts): Problem[] {
  const [first] = study.figures.filter(isDesignFigure);
  const { design } = study.document;
  if (first === undefined)
    return design
      ? [{ field: 'design', message: 'No figure of the study is one of design: leave it out.' }]
      : [];
  if (!design)
    return [
      {
        field: 'design',
        message: `${first} needs design, with fNumber and exposureSeconds as lumenloom sensor-design takes them.`,
      },
    ];
  const values = start ?? middlesOf(study);
  const point = pointOf(study, values);
  if (typeof point === 'string') return [];
  const figure = designFiguresOf(study.document, fieldsOf(study, values, point), own);
  return typeof figure === 'string' ? [{ field: 'design', message: figure }] : [];
}

/** Values in the middle of the bounds. */
const middlesOf = ({ genes }: CompiledStudy): Values =>
  Object.fromEntries(genes.map((gene) => [gene.key, gene.valueOf(gene.choices > 0 ? 0 : 0.5)]));

const studyPathProblem = (path: string, recipe: Recipe | undefined): string | undefined =>
  path.startsWith('design.') ? designPathProblem(path) : pathProblem(path, recipe);

function pathProblems({ vary, derive, cases, recipe }: StudyDocument): Problem[] {
  const named = [
    ...vary.map(({ path }, at) => ({ path, field: fieldPath(['vary', at, 'path']) })),
    ...derive.map(({ path }, at) => ({ path, field: fieldPath(['derive', at, 'path']) })),
    ...cases.flatMap(({ set }, at) =>
      Object.keys(set).map((path) => ({ path, field: fieldPath(['cases', at, 'set', path]) })),
    ),
  ];
  return named.flatMap(({ path, field }) => {
    const message = path === undefined ? undefined : studyPathProblem(path, recipe);
    return message === undefined ? [] : [{ field, message }];
  });
}

/** The value of a field of a recipe, else its default; numbers may be text, as they are typed. */
function plainValue(recipe: Recipe, path: string): unknown {
  const [object, key] = stepsOf(path);
  const { field, names = [] } = placeAt(path) ?? {};
  const typed = key === undefined ? undefined : valueAt(recipe, `${object!}.${key}`);
  const value =
    field?.kind === 'pair' && typeof typed === 'string'
      ? valueAt({ [object!]: { [key!]: typed.split(',') } }, path)
      : valueAt(recipe, path);
  if (!isBlank(value))
    return field && 'unit' in field && typeof value === 'string' ? Number(value) : value;
  if (!field || !('default' in field)) return undefined;
  return names.length > 0 ? field.default : valueAt({ [object!]: { [key!]: field.default } }, path);
}

/** The value under a path of a recipe or its lens. */
export function recipeValue(recipe: Recipe, path: string, parts: Parts): unknown {
  const part = lensPartOf(path);
  const measured = measuredNumberOf(path);
  if (measured) {
    const choice = planFor(recipe, {}, parts).plan?.optics;
    const file = choice === undefined ? undefined : lensOfPlan(choice);
    return typeof file === 'object' && isMeasured(file) ? file[measured] : undefined;
  }
  if (!part) return plainValue(recipe, path) ?? fileValue(recipe, path, parts);
  const { plan } = planFor(recipe, {}, parts);
  const lens = plan && fileOf(plan, parts);
  return lens && lensValueOf(lens, part);
}

/** The lens that a plan names or holds. */
function fileOf({ optics }: SimulationPlan, { listed }: Parts): LensFile | undefined {
  const choice = lensOfPlan(optics);
  const file = typeof choice === 'string' ? listed.get(choice) : choice;
  return file && !isMeasured(file) ? file : undefined;
}

/** The value of a field of the sensor file in use; bits of a listed sensor too. */
function fileValue(recipe: Recipe, path: string, parts: Parts): unknown {
  const [object, key] = stepsOf(path);
  if (object !== 'sensorFile' || key === undefined) return undefined;
  const field = valueAt({ sensorFile: parts.own.sensor ?? {} }, path);
  return field ?? (path === BITS ? planFor(recipe, {}, parts).plan?.sensor?.bits : undefined);
}

/** Fields of one recipe over those of another, object by object. */
const over = (recipe: Recipe, fields: Recipe): Recipe =>
  Object.entries(fields).reduce<Recipe>((merged, [key, value]) => {
    const below = merged[key];
    const isObject = (one: unknown): one is Recipe =>
      typeof one === 'object' && one !== null && !Array.isArray(one);
    return { ...merged, [key]: isObject(below) && isObject(value) ? over(below, value) : value };
  }, recipe);

function cameraOf(study: CompiledStudy, recipe: Recipe, parts: Parts): Camera {
  const { document } = study;
  const { cases, preview } = document;
  // One noise for the whole study: two points differ by their parameters alone.
  const seeded = { seed: document.seed, ...recipe };
  const previewed = preview ? over(seeded, preview.recipe) : seeded;
  return {
    shotsOf: (values, { isPreview, firstRepeat, repeats }) => {
      const point = pointOf(study, values);
      if (typeof point === 'string') return point;
      const all = fieldsOf(study, values, point);
      const fields = Object.fromEntries(
        Object.entries(all).filter(([path]) => !path.startsWith('design.')),
      );
      const designFigure = document.design
        ? designFiguresOf(document, all, parts.own)
        : () => undefined;
      if (typeof designFigure === 'string') return designFigure;
      try {
        const base = isPreview ? previewed : seeded;
        const whole = planFor(base, fields, parts);
        if (!whole.plan) return sentenceOf(whole.problems[0]!);
        const shots: CaseRun[] = [];
        for (const one of cases.length > 0 ? cases : [undefined]) {
          const planned = one ? planFor(base, { ...fields, ...one.set }, parts, one.set) : whole;
          if (!planned.plan) return sentenceOf(planned.problems[0]!);
          const lens = fileOf(planned.plan, parts);
          for (let repeat = 0; repeat < repeats; repeat += 1)
            shots.push({
              caseName: one?.name,
              weight: one?.weight ?? 1,
              lens,
              recipe: planned.body,
              own: planned.own,
              ...(planned.base && { base: planned.base }),
              repeat: firstRepeat + repeat,
              plan: withNoise(planned.plan, firstRepeat + repeat),
            });
        }
        const isLensChanged = Object.keys(fields).some(
          (path) => lensPartOf(path) ?? measuredNumberOf(path),
        );
        return {
          point,
          shots,
          recipe: withNamesAgain(whole.body, whole.names, whole.own),
          designFigure,
          lens: isLensChanged ? fileOf(whole.plan, parts) : undefined,
        };
      } catch (error) {
        if (!(error instanceof SimulationError)) throw error;
        return sentenceOf({ field: error.field ?? '', message: error.message });
      }
    },
  };
}

const sentenceOf = ({ field, message }: Problem): string =>
  field === '' ? message : `${field}: ${message}`;

/** A plan with the noise of a repeat. */
const withNoise = (plan: SimulationPlan, repeat: number): SimulationPlan => ({
  ...plan,
  seeds: { ...plan.seeds, temporal: laterSeed(plan.seeds.temporal, repeat) },
});

/** What is wrong with the recipe, whatever is varied, and what no run could have or read. */
function recipeProblems(
  study: CompiledStudy,
  start: Values | undefined,
  recipe: Recipe,
  parts: Parts,
): Problem[] {
  const { document, genes, figures } = study;
  const values = start ?? middlesOf(study);
  const pathValues = (values: Values): Values =>
    Object.fromEntries(
      document.vary.flatMap(({ path, name }) =>
        path === undefined || path.startsWith('design.') ? [] : [[path, values[name ?? path]]],
      ),
    );
  const changed = new Set(
    [...document.vary, ...document.derive].flatMap(({ path }) =>
      path === undefined ? [] : [stepsOf(path).join('.')],
    ),
  );
  const isChanged = (field: string): boolean =>
    [...changed].some((path) => {
      const dotted = stepsOf(field).join('.');
      return path === dotted || path.startsWith(`${dotted}.`) || dotted.startsWith(`${path}.`);
    });
  let planned: ReturnType<typeof planFor>;
  try {
    planned = planFor(recipe, pathValues(values), parts);
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return [{ field: fieldPath(['vary', 0]), message: error.message }];
  }
  const { plan, problems } = planned;
  if (!plan) {
    const fixed = problems.filter(({ field }) => !isChanged(field));
    return fixed.map(({ field, message }) => ({
      field: field === '' ? 'recipe' : field.startsWith('hold.') ? field : `recipe.${field}`,
      message,
    }));
  }
  const isChosen = document.vary.some(({ path }) => CHOICES.some((choice) => choice === path));
  const missing = figures.flatMap((name) => {
    const part = partOf(withoutCase(name));
    return part && !part.isIn(plan) && !isChosen && document.cases.length === 0
      ? [{ field: 'recipe', message: `${name} needs ${part.choose} in the recipe.` }]
      : [];
  });
  if (missing.length > 0) return missing;
  const points = [
    values,
    ...genes.map((gene) => ({ ...values, [gene.key]: otherThan(gene, values[gene.key]) })),
  ];
  const withPath = document.vary.flatMap((variable, at) =>
    variable.path === undefined || variable.path.startsWith('design.')
      ? []
      : [{ path: variable.path, at }],
  );
  if (document.cases.length > 0) return [];
  return unread({ recipe, vary: withPath }, points.map(pathValues), parts).map(
    ({ field, message }) => {
      const [, at] = /^vary\[(\d+)\]/.exec(field)!;
      return { field: fieldPath(['vary', withPath[Number(at)]!.at, 'path']), message };
    },
  );
}

/** A value of a variable that differs from another one. */
function otherThan({ choices, valueOf }: CompiledStudy['genes'][number], value: unknown): unknown {
  const places = choices > 0 ? [0, 1] : [0.3, 0.7, 0, 1];
  const text = JSON.stringify(value);
  return places.map(valueOf).find((one) => JSON.stringify(one) !== text) ?? value;
}
