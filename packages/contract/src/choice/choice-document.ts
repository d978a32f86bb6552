import { z } from 'zod';
import { problemsOf, type Decoded } from '../simulation/decoded.ts';
import { LARGEST_SEED } from '../simulation/recipe-numbers.ts';
import { strictSentences } from '../text-fields.ts';
import { requirementsSchema } from './requirements.ts';

/** Cameras of one plan. */
export const MOST_CANDIDATES = 20_000;
/** Pictures of a race, and noises of each. */
const [MOST_PICTURES, MOST_SEEDS] = [100_000, 100];
const MOST_CONDITIONS = 32;
const MOST_ENTRIES = 20_000;
const MOST_DRAWS = 100_000;
const LONGEST_NAME = 200;
/** Lists of parts, the slowest first, and the choice of a recipe that each is. */
export const PART_LISTS = {
  lens: 'optics',
  sensor: 'sensor',
  isp: 'isp',
  light: 'illuminant',
} as const;
export type PartList = keyof typeof PART_LISTS;

const keysOf = (what: string) => strictSentences(`There must be ${what}, as a JSON object.`, what);
const between = (low: number, high: number, sentence: string) =>
  z.number(sentence).min(low, sentence).max(high, sentence);
const whole = (low: number, high: number, sentence = `A whole number from ${low} to ${high}.`) =>
  z.number(sentence).int(sentence).min(low, sentence).max(high, sentence);
const name = z
  .string('A name is text.')
  .trim()
  .min(1, 'A name must not be empty.')
  .max(LONGEST_NAME, `At most ${LONGEST_NAME} letters.`);
const expression = z
  .string('An expression is text.')
  .trim()
  .min(1, 'An expression must not be empty.')
  .max(1000, 'At most 1,000 characters.');
const recipe = z.record(z.string(), z.unknown(), 'A recipe is an object.');
const above0 = z.number('Above 0.').refine((value) => value > 0, 'Above 0.');

const entrySchema = z.union(
  [
    name,
    z
      .strictObject(
        { name, file: name.optional(), set: recipe.optional() },
        keysOf('an entry of parts'),
      )
      .refine((one) => (one.file === undefined) !== (one.set === undefined), 'Give file or set.'),
  ],
  'A name of lumenloom list, published:NAME, published:*, mine:ID, or an object with name and file or set.',
);
const entries = z
  .array(entrySchema, 'A list of parts.')
  .min(1, 'At least one.')
  .max(MOST_ENTRIES, `At most ${MOST_ENTRIES} entries.`)
  .optional();

const goalSchema = z
  .strictObject(
    {
      figure: name,
      goal: z
        .enum(['maximise', 'minimise', 'target'], 'maximise, minimise or target.')
        .default('maximise'),
      value: z.number('A number.').optional(),
      range: z
        .tuple([z.number(), z.number()], 'From low to high.')
        .refine(([low, high]) => low < high, 'From low to high.')
        .optional(),
    },
    {
      error: (issue) =>
        issue.input === undefined
          ? 'Missing.'
          : issue.code === 'unrecognized_keys'
            ? `${issue.keys.join(', ').slice(0, 80)} means nothing in a goal.`
            : 'An object with figure and goal.',
    },
  )
  .superRefine((goal, context) => {
    if ((goal.goal === 'target') === (goal.value === undefined))
      context.addIssue({
        code: 'custom',
        path: ['value'],
        message: goal.goal === 'target' ? 'Give the number that is wanted.' : 'Only of a target.',
      });
  });

const budgetSchema = z
  .strictObject(
    {
      pictures: whole(2, MOST_PICTURES).optional(),
      runs: whole(1, 1e9).optional(),
      minutes: above0.optional(),
    },
    keysOf('the budget of a race'),
  )
  .default({});

const windowSchema = z.strictObject(
  { rows: whole(2, 100_000), cols: whole(2, 100_000) },
  keysOf('a window'),
);

const raceSchema = z
  .strictObject(
    {
      method: z
        .enum(['betting', 'student', 'halving'], 'One of betting, student, halving.')
        .optional(),
      alpha: between(1e-4, 0.5, 'From .0001 to .5.').default(0.05),
      first: whole(8, MOST_PICTURES, 'At least 8 pictures.').default(20),
      growth: between(1.1, 4, 'From 1.1 to 4.').default(1.5),
      indifference: between(0, 1e12, 'From 0.').default(0),
      seeds: whole(1, MOST_SEEDS).default(1),
      specimen: z.enum(['each', 'one'], 'each or one.').default('each'),
      draws: whole(100, MOST_DRAWS).default(1000),
      seed: whole(0, LARGEST_SEED).default(1),
      preview: z
        .strictObject(
          {
            pictures: whole(1, MOST_PICTURES),
            share: between(1e-6, 1, 'Above 0, at most 1.'),
            window: windowSchema.optional(),
          },
          keysOf('a preview'),
        )
        .optional(),
      budget: budgetSchema,
    },
    keysOf('a race'),
  )
  .prefault({});

/** What of `hold` compares parts as they are. */
const HELD = 'parts are compared as they are.';
const holdSchema = z
  .looseObject(
    {
      exposure: z
        .union([z.literal('each'), z.strictObject({ seconds: above0 })], 'each or {"seconds": s}.')
        .default('each'),
    },
    'hold must be an object.',
  )
  .superRefine((hold, context) => {
    for (const key of Object.keys(hold))
      if (key !== 'exposure') context.addIssue({ code: 'custom', path: [key], message: HELD });
  });

/** A choice of a camera as its author writes it (docs/reference/choose.md#plan). */
export const choiceDocumentSchema = z
  .strictObject(
    {
      version: z.literal(1, 'Must be 1.'),
      name: name.default('Choice'),
      recipe: recipe.default({}),
      parts: z
        .strictObject(
          { lens: entries, sensor: entries, isp: entries, light: entries },
          keysOf('parts'),
        )
        .default({}),
      cameras: z.record(name, recipe, 'cameras must be an object of recipes by name.').default({}),
      table: z
        .union(
          [
            name,
            z.strictObject({
              csv: z.string('The text of a CSV file.'),
              name: name.default('the table'),
            }),
          ],
          'The name of a CSV file.',
        )
        .optional(),
      constants: z.record(z.string(), z.number('A number.')).default({}),
      definitions: z.record(z.string(), expression).default({}),
      cost: expression.optional(),
      requirements: requirementsSchema.default({}),
      requirementsOf: z.enum(['sensor', 'window'], 'sensor or window.').default('sensor'),
      evaluate: z.record(z.string(), z.unknown(), 'evaluate must be an object.').optional(),
      goal: goalSchema,
      conditions: z
        .array(
          z.strictObject(
            { name, weight: above0.default(1), set: recipe.default({}) },
            keysOf('a condition'),
          ),
          'A list of {name, weight, set}.',
        )
        .max(MOST_CONDITIONS, `At most ${MOST_CONDITIONS} conditions.`)
        .default([]),
      over: z.enum(['mean', 'worst'], 'mean or worst.').default('mean'),
      front: z.array(name, 'A list of names.').max(8, 'At most 8 columns.').default([]),
      window: windowSchema.optional(),
      hold: holdSchema.optional(),
      race: raceSchema,
      seed: whole(0, LARGEST_SEED).default(1),
    },
    keysOf('a plan'),
  )
  .superRefine(({ conditions, window, requirementsOf }, context) => {
    for (const [at, condition] of conditions.entries())
      if (conditions.findIndex((other) => other.name === condition.name) < at)
        context.addIssue({
          code: 'custom',
          path: ['conditions', at, 'name'],
          message: `There are two called ${condition.name}.`,
        });
    if (requirementsOf === 'window' && !window)
      context.addIssue({ code: 'custom', path: ['requirementsOf'], message: 'Give window too.' });
  })
  .describe('A choice: which of many cameras is the best for a task.');

/** A checked plan, with its defaults. */
export type ChoiceDocument = z.output<typeof choiceDocumentSchema>;

/** Checks the form of a plan; its parts and figures are checked where it is planned. */
export function readChoiceDocument(content: unknown): Decoded<ChoiceDocument> {
  const read = choiceDocumentSchema.safeParse(content);
  return read.success
    ? { ok: true, value: read.data }
    : { ok: false, problems: problemsOf(read.error) };
}
