import { DATASET_FIGURES, didYouMean } from '@lumenloom/engine/catalogue';
import { z } from 'zod';
import { problemsOf, type Decoded } from '../simulation/decoded.ts';
import { LARGEST_SEED } from '../simulation/recipe-numbers.ts';
import { strictSentences } from '../text-fields.ts';

/** Pictures that one evaluation takes. */
export const MOST_IMAGES = 100_000;
const MOST_DRAWS = 100_000;
/** Cameras and conditions of one evaluation. */
const MOST_CAMERAS = 32;
const MOST_CONDITIONS = 32;
/** Figures that the answer of an evaluation compares. */
const MOST_FIGURES = 32;
/** Class numbers that a list of `void` may have. */
const MOST_VOID = 256;

const keysOf = (what: string) => strictSentences(`There must be ${what}, as a JSON object.`, what);
const between = (key: string, low: number, high: number) => {
  const sentence = `${key} must be a number from ${low} to ${high}.`;
  return z.number(sentence).min(low, sentence).max(high, sentence);
};
const whole = (key: string, low: number, high: number) => {
  const sentence = `${key} must be a whole number from ${low} to ${high}.`;
  return z.number(sentence).int(sentence).min(low, sentence).max(high, sentence);
};
const name = (key: string) =>
  z
    .string(`${key} must be text.`)
    .trim()
    .min(1, `${key} must not be empty.`)
    .max(100, `${key} must be at most 100 characters long.`);
const file = (key: string) =>
  z.string(`${key} must be the name of a file.`).min(1, `${key} must be the name of a file.`);
const recipe = z.record(z.string(), z.unknown());

/** Whether a name is a figure of a data set, such as dataset.map50. */
export const isDatasetFigure = (name: string): boolean => DATASET_FIGURES.has(name);

const plainFigure = (name: string): string => name.replace(/^dataset\./, '');

/** The name of a figure of a data set in results, from one with or without `dataset.`. */
export const figureKey = (name: string): string => `dataset.${plainFigure(name)}`;

/** How truths and results are compared; the meanings of `lumenloom score`. */
const scoreSchema = z.strictObject(
  {
    iouType: z.enum(['bbox', 'segm'], 'iouType must be bbox or segm.').default('bbox'),
    align: z
      .enum(
        ['none', 'median', 'scaleShift', 'inverseScaleShift'],
        'align must be none, median, scaleShift or inverseScaleShift.',
      )
      .default('none'),
    cap: z.number('cap must be a number above 0.').positive('cap must be above 0.').default(80),
    void: z
      .union([whole('void', 0, 65535), z.array(whole('void', 0, 65535)).max(MOST_VOID)])
      .default(255),
    depthScale: z
      .number('depthScale must be a number above 0.')
      .positive('depthScale must be above 0.')
      .optional(),
    minVisible: between('minVisible', 0, 1).default(0.25),
  },
  keysOf('the score of an evaluation'),
);

/** On what cameras are evaluated: data set, network, world and score. */
const groundShape = {
  dataset: z
    .union(
      [
        file('dataset'),
        z.strictObject(
          {
            worldset: z.union(
              [z.string().min(1), recipe],
              'worldset must be a set of worlds or the name of its file.',
            ),
          },
          keysOf('the data set of worlds'),
        ),
      ],
      'dataset must be the name of a file, or {"worldset": ...}.',
    )
    .describe('A data set, or a set of worlds, which every camera photographs.'),
  split: name('split')
    .optional()
    .describe('A part of the data set, or all; without it val, else test, else all.'),
  network: file('network'),
  descriptor: z
    .union([z.string(), recipe], 'descriptor must be the name of a file or an object.')
    .optional(),
  classMap: z
    .record(z.string(), z.string('classMap must lead to names of categories.'))
    .default({}),
  scene: z
    .strictObject(
      {
        hfov: between('hfov', 0.1, 170).optional(),
        luminance: z
          .number('luminance must be a number above 0, in cd/m².')
          .positive('luminance must be above 0 cd/m².')
          .optional(),
        illuminant: z.string('illuminant must be the name of an illuminant.').optional(),
      },
      keysOf('the scene of an evaluation'),
    )
    .default({}),
  images: whole('images', 1, MOST_IMAGES).optional(),
  seed: whole('seed', 0, LARGEST_SEED).default(1),
  score: scoreSchema.default(scoreSchema.parse({})),
} as const;

/** The part of a sweep or study that gives its runs the figures dataset.map and so on. */
export const sweepEvaluationSchema = z.strictObject(
  groundShape,
  keysOf('the evaluation of a sweep'),
);
export type SweepEvaluation = z.output<typeof sweepEvaluationSchema>;

/** An evaluation as its author writes it (docs/reference/vision.md#evaluate). */
export const evaluationDocumentSchema = z
  .strictObject(
    {
      name: name('name').default('Evaluation'),
      ...groundShape,
      recogniser: z
        .strictObject(
          {
            network: file('network'),
            descriptor: z
              .union([z.string(), recipe], 'descriptor must be the name of a file or an object.')
              .optional(),
          },
          keysOf('a recogniser'),
        )
        .optional()
        .describe('Reads the boxes of a text detector; on the command line.'),
      cameras: z
        .record(
          name('cameras'),
          z.union([file('A camera'), recipe], 'A camera is a recipe or the name of its file.'),
          'cameras must be an object of recipes by name.',
        )
        .default({})
        .refine(
          (cameras) => Object.keys(cameras).length <= MOST_CAMERAS,
          `At most ${MOST_CAMERAS} cameras are evaluated at once.`,
        ),
      conditions: z
        .array(
          z.strictObject(
            {
              name: name('name'),
              set: recipe.default({}),
              weight: z
                .number('weight must be a number above 0.')
                .positive('weight must be above 0.')
                .optional()
                .describe('In the mean over conditions; 1 without it.'),
            },
            keysOf('a condition'),
          ),
          'conditions must be a list.',
        )
        .max(MOST_CONDITIONS, `There can be at most ${MOST_CONDITIONS} conditions.`)
        .default([]),
      pictureConditions: z
        .enum(['file', 'folders'], 'pictureConditions must be file or folders.')
        .optional()
        .describe('Where the conditions of pictures stand: conditions.csv, or their folders.'),
      pool: z
        .literal('detections', 'pool must be "detections".')
        .optional()
        .describe('One figure of all detections, in place of the mean over the conditions.'),
      figures: z
        .array(name('figures'), 'figures must be a list of names.')
        .max(MOST_FIGURES, `figures can name at most ${MOST_FIGURES}.`)
        .optional()
        .describe('Those that the answer compares, such as map and mar100.'),
      ladder: z
        .union([z.boolean(), z.literal('shapley')], 'ladder must be true, false or "shapley".')
        .default(false),
      bootstrap: z
        .strictObject(
          {
            draws: whole('draws', 0, MOST_DRAWS).default(1000),
            seed: whole('seed', 0, LARGEST_SEED).default(1),
          },
          keysOf('the bootstrap of an evaluation'),
        )
        .default({ draws: 1000, seed: 1 }),
    },
    keysOf('an evaluation'),
  )
  .superRefine(({ conditions, figures = [] }, context) => {
    for (const [at, one] of figures.entries())
      if (!isDatasetFigure(figureKey(one)))
        context.addIssue({
          code: 'custom',
          path: ['figures', at],
          message: `There is no figure ${one}${didYouMean(one, [...DATASET_FIGURES.keys()].map(plainFigure)) || '.'}`,
        });
    for (const [at, condition] of conditions.entries())
      if (conditions.findIndex((other) => other.name === condition.name) < at)
        context.addIssue({
          code: 'custom',
          path: ['conditions', at, 'name'],
          message: `Two conditions are called ${condition.name}.`,
        });
  })
  .describe('An evaluation: a network on a labelled data set through cameras.');

/** A checked evaluation, with its defaults. */
export type EvaluationDocument = z.output<typeof evaluationDocumentSchema>;

/** Checks the form of an evaluation; its files and cameras are checked where it is planned. */
export function readEvaluationDocument(content: unknown): Decoded<EvaluationDocument> {
  const read = evaluationDocumentSchema.safeParse(content);
  return read.success
    ? { ok: true, value: read.data }
    : { ok: false, problems: problemsOf(read.error) };
}
