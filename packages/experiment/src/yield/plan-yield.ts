import { figureRange, isObject } from '@lumenloom/engine/catalogue';
import { lensOfPlan, type LensFile, type SimulationPlan } from '@lumenloom/engine';
import {
  hashToSeed,
  isDatasetFigure,
  readSweepDocument,
  type Decoded,
  type OwnParts,
  type Problem,
  type SweepDocument,
} from '@lumenloom/contract';
import { intervalAround } from '@lumenloom/scoring';
import type { RunOutcome } from '../evaluate/run/run-sweep.ts';
import { recipeValue } from '../plan/plan-study.ts';
import {
  loadParts,
  runsAtPoints,
  type NameSource,
  type Parts,
  type PlannedSweep,
} from '../plan/plan-sweep.ts';
import { ExpressionError, numberFrom } from '../propose/expression.ts';
import type { PicturedScore, YieldRun } from './run-yield.ts';
import { readYield, type SpreadEntry, type YieldDocument } from './yield-document.ts';

/** A yield that can be run. */
export interface PlannedYield {
  readonly document: YieldDocument;
  /** Values of the spread, by name, of a camera. */
  readonly valuesOf: (run: Pick<YieldRun, 'deviations'>) => Readonly<Record<string, number>>;
  /** Undefined where no camera is run. */
  readonly camera: YieldCamera | undefined;
  /** The score of figures of a camera, by their names; null where they give none. */
  readonly scoreOf: (
    run: Pick<YieldRun, 'deviations'>,
    figures: Readonly<Record<string, number | null>>,
  ) => number | null;
  /** How sure a score is that depends on the pictures of a data set; undefined for others. */
  readonly picturedOf: (
    run: Pick<YieldRun, 'deviations'>,
    outcome: Pick<RunOutcome, 'figures' | 'sample'>,
  ) => PicturedScore | undefined;
}

/** The cameras of a yield. */
interface YieldCamera {
  readonly sweep: SweepDocument;
  /** The runs of some cameras, in their order. */
  readonly runsOf: (runs: readonly YieldRun[]) => Decoded<PlannedSweep>;
  /** A camera as a recipe, and its lens where it is none of the list. */
  readonly recipeOf: (run: YieldRun) => {
    readonly recipe: Readonly<Record<string, unknown>>;
    readonly lens: LensFile | undefined;
  };
}

const FPN_SEED = 'fpnSeed';

/** Where a problem of a run stands in the document. */
const placed = ({ field, message }: Problem, paths: readonly (number | undefined)[]): Problem => ({
  field: field.replace(/^vary\[(\d+)\](\.values\[\d+\])?/, (_, at: string) => {
    const entry = paths[Number(at)];
    return entry === undefined ? 'recipe' : `spread[${entry}]`;
  }),
  message,
});

/** The recipe of all cameras: noise, pictures and seeds are common to them. */
function recipeOf({
  recipe = {},
  seed,
  isRefocused,
}: YieldDocument): Readonly<Record<string, unknown>> {
  const seeded = { seed, ...recipe };
  if (!isRefocused) return seeded;
  const { opticsParams } = recipe;
  return {
    ...seeded,
    opticsParams: { ...(isObject(opticsParams) ? opticsParams : {}), autofocus: true },
  };
}

/** The nominal value of each entry, or why it has none. */
function nominalsOf(
  { spread }: YieldDocument,
  valueAt: (path: string) => unknown,
  problems: Problem[],
): readonly number[] {
  return spread.map(({ path, nominal, percent }, i) => {
    const held = nominal ?? (path === undefined ? 0 : valueAt(path));
    const value = typeof held === 'string' && held.trim() !== '' ? Number(held) : held;
    if (typeof value === 'number' && Number.isFinite(value)) {
      if (value === 0 && percent !== undefined)
        problems.push({
          field: `spread[${i}].percent`,
          message: `${percent} % of 0 is no tolerance; give plusMinus, or a nominal value.`,
        });
      return value;
    }
    problems.push({
      field: `spread[${i}].nominal`,
      message: 'The recipe has no number there; give the nominal one.',
    });
    return NaN;
  });
}

const toleranceOf = ({ plusMinus, percent }: SpreadEntry, nominal: number): number =>
  plusMinus ?? (Math.abs(nominal) * (percent ?? 0)) / 100;

/**
 * Checks a yield document with the cameras at both ends of all tolerances.
 *
 * @param own parts from files, in place of the recipe's choices.
 */
export async function planYield(
  content: unknown,
  own: OwnParts = {},
  source?: NameSource,
): Promise<Decoded<PlannedYield>> {
  const read = readYield(content);
  if (!read.ok) return read;
  const document = read.value;
  const { spread, score, groups } = document;
  const problems: Problem[] = [];
  const figures = score.figure !== undefined ? [score.figure] : [...score.expression!.figures];
  const isOnCamera = document.recipe !== undefined && figures.length > 0;
  const recipe = recipeOf(document);
  const entries = spread.flatMap(({ path }, i) => (path === undefined ? [] : [{ path, i }]));
  const sweepContent = {
    name: document.name,
    recipe,
    ...(groups !== undefined && { groups }),
    ...(document.evaluate !== undefined && { evaluate: document.evaluate }),
    mode: 'zip',
    vary: [{ path: FPN_SEED, values: [0] }],
    measure: figures,
    keep: 'figures',
  };
  const sweep = isOnCamera ? readSweepDocument(sweepContent) : undefined;
  if (sweep && !sweep.ok) return sweep;
  const vary = [...entries, { path: FPN_SEED, i: undefined }];
  const { problems: unknown, ...parts } = await loadParts(
    own,
    { ...document, recipe, vary: entries },
    source,
  );
  if (unknown.length > 0) return { ok: false, problems: unknown };
  const nominals = nominalsOf(document, (path) => recipeValue(recipe, path, parts), problems);
  if (problems.length > 0) return { ok: false, problems };
  const valueAt = (deviations: readonly number[], i: number): number =>
    nominals[i]! + deviations[i]! * toleranceOf(spread[i]!, nominals[i]!);
  const valuesOf: PlannedYield['valuesOf'] = ({ deviations }) =>
    Object.fromEntries(spread.map(({ name }, i) => [name, valueAt(deviations, i)]));
  const camera = sweep?.ok
    ? cameraOf({ document, sweep: sweep.value, vary, valueAt, parts })
    : undefined;
  const none = spread.map(() => 0);
  const ends = [none, ...spread.flatMap((_, i) => [none.with(i, -1), none.with(i, 1)])];
  const checked = camera?.runsOf(ends.map((deviations, run) => ({ run, deviations })));
  if (checked && !checked.ok) return checked;
  const scored = scoreOf(document, valuesOf);
  return {
    ok: true,
    value: { document, valuesOf, camera, scoreOf: scored, picturedOf: picturedOf(score, scored) },
  };
}

function cameraOf({
  document,
  sweep,
  vary,
  valueAt,
  parts,
}: {
  readonly document: YieldDocument;
  readonly sweep: SweepDocument;
  readonly vary: readonly { readonly path: string; readonly i: number | undefined }[];
  readonly valueAt: (deviations: readonly number[], i: number) => number;
  readonly parts: Parts;
}): YieldCamera {
  const pointOf = ({ run, deviations }: YieldRun): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      vary.map(({ path, i }) => [
        path,
        i === undefined ? hashToSeed([document.seed, run]) : valueAt(deviations, i),
      ]),
    );
  const runsOf: YieldCamera['runsOf'] = (runs) => {
    const points = runs.map(pointOf);
    const varied = {
      ...sweep,
      vary: vary.map(({ path }) => ({ path, values: points.map((point) => point[path]) })),
    } as SweepDocument;
    const planned = runsAtPoints(varied, points, parts);
    return planned.ok
      ? planned
      : {
          ok: false,
          problems: planned.problems.map((one) =>
            placed(
              one,
              vary.map(({ i }) => i),
            ),
          ),
        };
  };
  return {
    sweep,
    runsOf,
    recipeOf: (run) => {
      const planned = runsOf([run]);
      if (!planned.ok) return { recipe: {}, lens: undefined };
      const { recipe, plan } = planned.value.runAt(0);
      return { recipe, lens: lensIn(plan) };
    },
  };
}

/** The lens of a plan that is none of the list. */
function lensIn({ optics }: SimulationPlan): LensFile | undefined {
  const lens = lensOfPlan(optics);
  return typeof lens === 'object' && !('kind' in lens) ? lens : undefined;
}

const scoreOf =
  ({ score, spread }: YieldDocument, valuesOf: PlannedYield['valuesOf']): PlannedYield['scoreOf'] =>
  (run, figures) => {
    if (score.figure !== undefined) return figures[score.figure] ?? null;
    const values = valuesOf(run);
    const names = new Map(
      spread.flatMap(({ name, path }) =>
        path === undefined ? [[name, values[name]!] as const] : [],
      ),
    );
    try {
      return numberFrom(score.expression!, {
        names,
        figure: (path) => figures[path] ?? undefined,
      });
    } catch (error) {
      if (error instanceof ExpressionError) return null;
      throw error;
    }
  };

const picturedOf =
  (
    { figure }: YieldDocument['score'],
    scored: PlannedYield['scoreOf'],
  ): PlannedYield['picturedOf'] =>
  (run, { figures, sample }) => {
    if (!sample) return undefined;
    const value = scored(run, figures);
    const draws = sample.draws.map((drawn) => scored(run, { ...figures, ...drawn }));
    if (draws.every((one) => one === value)) return undefined;
    const range = figure !== undefined && isDatasetFigure(figure) ? figureRange(figure) : undefined;
    const { pictures } = sample;
    return { pictures, interval: intervalAround(value, draws, pictures, range) };
  };
