import { isObject } from '@lumenloom/engine/catalogue';
import { z } from 'zod';
import { LARGEST_SEED } from '../simulation/recipe-numbers.ts';
import { problemsOf, type Decoded } from '../simulation/decoded.ts';
import { finite, keysOf, oneSentence } from './document-fields.ts';

const MOST_FIGURES = 40;
/** The largest share of the cameras that test the fits. */
const LARGEST_TEST_SHARE = 0.9;

const name = (key: string) => z.string(`${key} must be text.`).min(1, `${key} must not be empty.`);
/** A name alone stands for an object with it. */
const figure = z.preprocess(
  (one) => (typeof one === 'string' ? { figure: one } : one),
  z.strictObject(
    {
      figure: name('figure'),
      chosen: z
        .literal('after', 'chosen must be "after".')
        .optional()
        .describe('The figure was chosen after the scores were seen.'),
    },
    keysOf('a figure of predict, its name or an object'),
  ),
);

/** `predict` of a plan: what is predicted from what (docs/reference/lab.md#prediction). */
export const predictionSchema = z.strictObject(
  {
    score: name('score'),
    figures: z
      .array(figure, 'figures must be a list.')
      .min(1, 'figures must name at least one figure.')
      .max(MOST_FIGURES, `figures must name at most ${MOST_FIGURES}.`),
    factors: z.array(name('A factor'), 'factors must be a list of paths.').default([]),
    test: finite('test')
      .gt(0, 'test must be above 0.')
      .max(LARGEST_TEST_SHARE, `test must be at most ${LARGEST_TEST_SHARE}.`)
      .default(0.3333),
    seed: finite('seed')
      .refine(
        (seed) => Number.isInteger(seed) && seed >= 0 && seed <= LARGEST_SEED,
        `seed must be a whole number from 0 to ${LARGEST_SEED}.`,
      )
      .default(1),
  },
  keysOf('predict'),
);

/** What a plan predicts, with its defaults. */
export type PredictionDocument = z.output<typeof predictionSchema>;

/** A plan as its two parts: the sweep, unchecked, and what is predicted. */
export interface ReadPrediction {
  readonly sweep: Readonly<Record<string, unknown>>;
  readonly predict: PredictionDocument;
}

/** Takes `predict` out of a plan and checks it; the rest is a sweep. */
export function readPredictionPlan(content: unknown): Decoded<ReadPrediction> {
  if (!isObject(content) || content['predict'] === undefined)
    return {
      ok: false,
      problems: [
        {
          field: 'predict',
          message:
            'The plan needs predict, with score, figures and factors, beside the keys of a sweep.',
        },
      ],
    };
  const { predict, ...sweep } = content;
  const read = predictionSchema.safeParse(predict);
  if (read.success) return { ok: true, value: { sweep, predict: read.data } };
  return {
    ok: false,
    problems: problemsOf(read.error).map(({ field, message }) => ({
      field: field === '' ? 'predict' : `predict.${field}`,
      message: oneSentence(message),
    })),
  };
}
