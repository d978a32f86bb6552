import {
  fieldPath,
  isDatasetFigure,
  lengthOf,
  readPredictionPlan,
  type Decoded,
  type OwnParts,
  type PredictionDocument,
  type Problem,
  type SweepDocument,
  type Variation,
} from '@lumenloom/contract';
import { planSweep, type NameSource, type PlannedSweep } from './plan-sweep.ts';
import { FEWEST_CAMERAS, ONE_PART_EMPTY, testRows } from './prediction-table.ts';

/** A sweep whose runs are cameras, with what is predicted of them. */
export interface PlannedPrediction extends PlannedSweep {
  /** With `predict`, so that results hold the whole plan. */
  readonly document: SweepDocument & { readonly predict: PredictionDocument };
}

/**
 * Checks a plan as a whole: a sweep with `evaluate`, and `predict`.
 *
 * @param content parsed JSON.
 * @param own parts from files, in place of the recipe's choices.
 * @param source of the parts that the plan names.
 * @see docs/reference/lab.md#prediction
 */
export async function planPrediction(
  content: unknown,
  own: OwnParts = {},
  source?: NameSource,
): Promise<Decoded<PlannedPrediction>> {
  const read = readPredictionPlan(content);
  if (!read.ok) return read;
  const { sweep, predict } = read.value;
  const named = [predict.score, ...predict.figures.map(({ figure }) => figure)];
  const more: readonly unknown[] = Array.isArray(sweep['measure']) ? sweep['measure'] : [];
  const wrong = namesProblems(predict);
  if (wrong.length > 0) return { ok: false, problems: wrong };
  const measure = [...new Set<unknown>([...named, ...more])];
  const planned = await planSweep({ ...sweep, measure }, own, undefined, source);
  if (!planned.ok)
    return {
      ok: false,
      problems: planned.problems.map((one) => inPlan(one, measure, { named, more })),
    };
  const { document, count } = planned.value;
  const problems = cameraProblems(document, predict, count);
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, value: { ...planned.value, document: { ...document, predict } } };
}

/** A problem of `measure` where the plan names that figure: in `predict`, or in its own list. */
function inPlan(
  { field, message }: Problem,
  measure: readonly unknown[],
  { named, more }: { readonly named: readonly string[]; readonly more: readonly unknown[] },
): Problem {
  const [, place] = /^measure\[(\d+)\]$/.exec(field) ?? [];
  if (place === undefined) return { field, message };
  const at = Number(place);
  const own = at < named.length ? [] : ['measure', more.indexOf(measure[at])];
  const path = at === 0 ? ['predict', 'score'] : ['predict', 'figures', at - 1];
  return { field: fieldPath(own.length > 0 ? own : path), message };
}

function namesProblems({ score, figures }: PredictionDocument): readonly Problem[] {
  const names = figures.map(({ figure }) => figure);
  return [
    ...(isDatasetFigure(score)
      ? []
      : [
          {
            field: 'predict.score',
            message: `The score is a figure of the data set, such as dataset.map50, not ${score.slice(0, 60)}.`,
          },
        ]),
    ...names.flatMap((figure, at) => {
      const field = fieldPath(['predict', 'figures', at]);
      if (isDatasetFigure(figure))
        return [
          {
            field,
            message: `${figure} is a score: a figure that predicts is known before the network sees a picture.`,
          },
        ];
      return names.indexOf(figure) < at
        ? [{ field, message: `${figure.slice(0, 60)} is named twice.` }]
        : [];
    }),
  ];
}

/** What a sweep may have and a prediction may not. */
function cameraProblems(
  { vary, repeats }: SweepDocument,
  predict: PredictionDocument,
  count: number,
): readonly Problem[] {
  const paths = vary.map(({ path }) => path);
  return [
    ...(repeats > 1 ? [{ field: 'repeats', message: 'must be 1: a camera is one run.' }] : []),
    ...(count < FEWEST_CAMERAS
      ? [
          {
            field: 'samples',
            message: `needs at least ${FEWEST_CAMERAS} cameras; the plan has ${count}.`,
          },
        ]
      : testRows(count, predict)
        ? []
        : [{ field: 'predict.test', message: ONE_PART_EMPTY(predict.test) }]),
    ...predict.factors.flatMap((factor, at) => {
      const field = fieldPath(['predict', 'factors', at]);
      const entry = vary.find(({ path }) => path === factor);
      if (!entry)
        return [
          {
            field,
            message: `${factor.slice(0, 60)} does not vary; what varies is ${paths.join(', ')}.`,
          },
        ];
      if (predict.factors.indexOf(factor) < at)
        return [{ field, message: `${factor} is named twice.` }];
      return hasOneValue(entry)
        ? [
            {
              field,
              message: `${factor} has one value only: leaving it out leaves no camera.`,
            },
          ]
        : [];
    }),
  ];
}

const hasOneValue = (entry: Variation): boolean =>
  'values' in entry
    ? new Set(entry.values.map((value) => JSON.stringify(value))).size < 2
    : lengthOf(entry) === 1 || ('from' in entry && entry.from === entry.to);
