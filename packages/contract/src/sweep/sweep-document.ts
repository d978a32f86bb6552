import { z } from 'zod';
import { sweepEvaluationSchema } from '../evaluation/evaluation-document.ts';
import { problemsOf, stepsOfIssue, type Decoded } from '../simulation/decoded.ts';
import { holdProblems, holdSchema } from './hold.ts';
import { count, finite, keysOf, lensGroups, oneSentence, variedPath } from './document-fields.ts';

/** The ways in which the values of a sweep are combined. */
export const SWEEP_MODES = ['grid', 'zip', 'random', 'latin-hypercube'] as const;
/** What is kept of each run beside its figures. */
export const SWEEP_KEEPS = ['figures', 'pictures', 'stages'] as const;

const MOST_VALUES = 10_000;
/** Largest number of runs of a sweep; a document can lower it with `budget`. */
export const MOST_SWEEP_RUNS = 100_000;

const entry = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject({ path: variedPath, ...shape }, keysOf('an entry of vary of this kind'));
const listSchema = entry({
  values: z
    .array(z.json(), 'values must be a list.')
    .min(1, 'values must have at least one value.')
    .max(MOST_VALUES, `values must have at most ${MOST_VALUES} values.`),
});
const stepsSchema = entry({
  from: finite('from'),
  to: finite('to'),
  steps: count('steps', MOST_VALUES),
  scale: z.enum(['linear', 'log'], 'scale must be linear or log.').default('linear'),
}).refine(({ scale, from, to }) => scale !== 'log' || from * to > 0, {
  path: ['from'],
  message: 'from and to must both be above 0, or both below, on a log scale.',
});
const uniformSchema = entry({
  distribution: z.literal('uniform'),
  from: finite('from'),
  to: finite('to'),
}).refine(({ from, to }) => to >= from, { path: ['to'], message: 'to must not be below from.' });
const normalSchema = entry({
  distribution: z.literal('normal'),
  mean: finite('mean'),
  standardDeviation: finite('standardDeviation').min(0, 'standardDeviation must be at least 0.'),
});

/** Characters of the name of a sweep. */
export const LONGEST_SWEEP_NAME = 100;

/** One field of the recipe, and the values that it takes. */
export type Variation =
  | z.output<typeof listSchema>
  | z.output<typeof stepsSchema>
  | z.output<typeof uniformSchema>
  | z.output<typeof normalSchema>;

/**
 * The form that an entry of `vary` means, by the keys that it has, so that a mistake is told in
 * terms of that form.
 */
function variationForm(entry: Readonly<Record<string, unknown>>): z.ZodType<Variation> {
  if ('values' in entry) return listSchema;
  if (entry['distribution'] === 'normal') return normalSchema;
  if ('distribution' in entry) return uniformSchema;
  return stepsSchema;
}

const FORMS = [listSchema, stepsSchema, uniformSchema, normalSchema];
const variationSchema = z
  .record(
    z.string(),
    z.unknown(),
    'An entry of vary must be an object: a path with values, with from, to and steps, or with a distribution.',
  )
  .transform((entry, context): Variation => {
    if ('distribution' in entry && !['uniform', 'normal'].includes(String(entry['distribution'])))
      context.addIssue({
        code: 'custom',
        path: ['distribution'],
        message: 'distribution must be uniform or normal.',
      });
    const read = variationForm(entry).safeParse(entry);
    if (read.success) return read.data;
    for (const issue of read.error.issues)
      context.addIssue({
        code: 'custom',
        path: [...stepsOfIssue(issue)],
        message: oneSentence(issue.message),
      });
    return z.NEVER;
  })
  .meta({ anyOf: FORMS.map((form) => z.toJSONSchema(form, { io: 'input' })) });

/** A sweep as its author writes it (docs/sweeps.md). */
export const sweepDocumentSchema = z
  .strictObject(
    {
      name: z
        .string('name must be text.')
        .trim()
        .min(1, 'The sweep needs a name.')
        .max(LONGEST_SWEEP_NAME, `name must be at most ${LONGEST_SWEEP_NAME} characters long.`),
      recipe: z.record(
        z.string(),
        z.unknown(),
        'recipe must be an object, the body of POST /simulate.',
      ),
      vary: z
        .array(variationSchema, 'vary must be a list.')
        .max(20, 'vary must have at most 20 entries.'),
      groups: lensGroups.optional(),
      mode: z.enum(SWEEP_MODES, `mode must be ${SWEEP_MODES.join(', ')}.`).default('grid'),
      samples: count('samples', MOST_SWEEP_RUNS).optional(),
      repeats: count('repeats', MOST_SWEEP_RUNS).default(1),
      measure: z
        .array(
          z.string('A figure is text: a dotted name in report.json.'),
          'measure must be a list.',
        )
        .min(1, 'measure must name at least one figure of report.json.')
        .max(40, 'measure must have at most 40 figures.'),
      hold: holdSchema.optional(),
      evaluate: sweepEvaluationSchema.optional(),
      keep: z.enum(SWEEP_KEEPS, `keep must be ${SWEEP_KEEPS.join(', ')}.`).default('figures'),
      budget: z
        .strictObject({ runs: count('runs', MOST_SWEEP_RUNS) }, keysOf('a budget'))
        .optional(),
    },
    keysOf('a sweep'),
  )
  .superRefine(({ vary, mode, samples, hold, recipe }, context) => {
    const draws = mode === 'random' || mode === 'latin-hypercube';
    const refuse = (at: (string | number)[], message: string): void => {
      context.addIssue({ code: 'custom', path: at, message });
    };
    const paths = vary.map(({ path }) => path);
    for (const { path, message } of holdProblems(hold, { recipe, paths }))
      refuse([...path], message);
    if (draws && samples === undefined)
      refuse(['samples'], `samples must be given with mode ${mode}: how many points are drawn.`);
    if (!draws && samples !== undefined)
      refuse(['samples'], 'samples belongs to the modes random and latin-hypercube.');
    const lengths = vary.map((entry) => lengthOf(entry));
    for (const [index, entry] of vary.entries()) {
      if (vary.findIndex((other) => other.path === entry.path) < index)
        refuse(['vary', index, 'path'], `${entry.path} is varied twice.`);
      if (!draws && lengths[index] === undefined)
        refuse(
          ['vary', index, 'distribution'],
          `A distribution is drawn from, which needs mode random or latin-hypercube, not ${mode}.`,
        );
      if (mode === 'zip' && lengths[index] !== lengths[0])
        refuse(
          ['vary', index],
          `In mode zip all entries have the same number of values: ${lengths[0]} in the first, ${lengths[index]} here.`,
        );
    }
  })
  .describe(
    'A sweep: a recipe, the fields of it that vary, and the figures of report.json that are wanted.',
  );

/** A checked sweep document, with its defaults. */
export type SweepDocument = z.output<typeof sweepDocumentSchema>;

/** How many values an entry lists; undefined for a distribution. */
export function lengthOf(entry: Variation): number | undefined {
  if ('values' in entry) return entry.values.length;
  return 'steps' in entry ? entry.steps : undefined;
}

/** How many runs a document asks for. */
export function countRuns({ vary, mode, samples = 0, repeats }: SweepDocument): number {
  const lengths = vary.map((entry) => lengthOf(entry) ?? 1);
  if (mode === 'grid') return repeats * lengths.reduce((product, length) => product * length, 1);
  return repeats * (mode === 'zip' ? (lengths[0] ?? 1) : samples);
}

/**
 * Checks the form of a sweep document and its number of runs; its recipe, paths and figures are
 * checked where runs are planned.
 */
export function readSweepDocument(content: unknown): Decoded<SweepDocument> {
  const read = sweepDocumentSchema.safeParse(content);
  if (!read.success)
    return {
      ok: false,
      problems: problemsOf(read.error).map(({ field, message }) => ({
        field,
        message: oneSentence(message),
      })),
    };
  const document = read.data;
  const runs = countRuns(document);
  const most = Math.min(document.budget?.runs ?? MOST_SWEEP_RUNS, MOST_SWEEP_RUNS);
  if (runs <= most) return { ok: true, value: document };
  const field = document.budget && runs <= MOST_SWEEP_RUNS ? 'budget.runs' : 'vary';
  return {
    ok: false,
    problems: [
      {
        field,
        message: `The sweep has ${runs} runs; ${field === 'vary' ? `at most ${most} are computed` : `its budget allows ${most}`}.`,
      },
    ],
  };
}
