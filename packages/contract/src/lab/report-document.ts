import { z } from 'zod';
import { problemsOf, type Decoded } from '../simulation/decoded.ts';
import { LARGEST_SEED } from '../simulation/recipe-numbers.ts';
import { count, keysOf } from '../sweep/document-fields.ts';
import { LAB_PROFILES } from './lab-report.ts';

/** Readings of each section, each with noise of its own. */
export const LAB_SEEDS = { usual: 5, most: 50 } as const;

/** Keys of the recipes of a document. */
export const REPORT_RECIPES = ['recipe', 'recipe2'] as const;

const LONGEST = { name: 100, date: 40 } as const;

const recipe = (key: string) =>
  z.record(z.string(), z.unknown(), `${key} must be an object, the body of POST /simulate.`);
const seedSentence = `seed must be a whole number from 0 to ${LARGEST_SEED}.`;

/** A report of a lab as it is asked of a server (docs/the-lab.md). */
export const reportDocumentSchema = z
  .strictObject(
    {
      name: z
        .string('name must be text.')
        .trim()
        .min(1, 'name must not be empty.')
        .max(LONGEST.name, `name must be at most ${LONGEST.name} characters long.`)
        .default('camera')
        .describe('Of the camera.'),
      recipe: recipe('recipe').describe('The camera; its scene is not photographed.'),
      recipe2: recipe('recipe2')
        .optional()
        .describe('A second camera, measured with the same seeds.'),
      profile: z
        .enum(LAB_PROFILES, `profile must be one of ${LAB_PROFILES.join(', ')}.`)
        .default(LAB_PROFILES[0]),
      draft: z
        .boolean('draft must be true or false.')
        .default(false)
        .describe('One seed, one field, charts of at most 240 × 320 pixels, few frames.'),
      seeds: count('seeds', LAB_SEEDS.most)
        .optional()
        .describe(`Readings of each section; ${LAB_SEEDS.usual} without it, a draft has one.`),
      seed: z
        .number(seedSentence)
        .int(seedSentence)
        .min(0, seedSentence)
        .max(LARGEST_SEED, seedSentence)
        .optional()
        .describe('Of the first frame; without it the seed of the recipe.'),
      date: z
        .string('date must be text.')
        .trim()
        .max(LONGEST.date, `date must be at most ${LONGEST.date} characters long.`)
        .optional()
        .describe('Stands in the report; the clock is not asked.'),
    },
    keysOf('a report'),
  )
  .superRefine(({ draft, seeds = 1 }, context) => {
    if (draft && seeds > 1)
      context.addIssue({
        code: 'custom',
        path: ['seeds'],
        message: 'seeds: a draft has one seed; leave out seeds, or draft.',
      });
  })
  .describe('The report of a lab: what it reads of one camera, or of two side by side.');

/** A checked document, with its defaults. */
export type ReportDocument = z.output<typeof reportDocumentSchema>;

/** Checks the form; recipes are checked where they are planned. */
export function readReportDocument(content: unknown): Decoded<ReportDocument> {
  const read = reportDocumentSchema.safeParse(content);
  return read.success
    ? { ok: true, value: read.data }
    : { ok: false, problems: problemsOf(read.error) };
}
