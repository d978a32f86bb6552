import { z } from 'zod';
import { simulationRequestSchema } from './simulation/request-schema.ts';
import { requiredText } from './text-fields.ts';

/** Largest recipe of a project as JSON, characters; the workbench's own has about 3,000. */
const LONGEST_RECIPE = 32_768;

const PARTS = new Set(Object.keys(simulationRequestSchema.shape));

/** A single value, a list of values, and a table of them: no recipe is deeper. */
const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const values = z.union([value, z.array(z.union([value, z.array(value)]))]);
const part = z.union(
  [values, z.record(z.string(), values)],
  'This is no value of a recipe: give text, a number, a list, or an object of these.',
);

/**
 * A recipe as a project keeps it: with the parts of the body of POST /simulate; the run checks
 * whether it can be computed.
 */
const recipeSchema = z
  .record(z.string(), part, 'recipe must be an object, the body of POST /simulate.')
  .superRefine((recipe, context) => {
    for (const key of Object.keys(recipe))
      if (!PARTS.has(key))
        context.addIssue({
          code: 'custom',
          path: [key],
          message: `${key.slice(0, 40)} means nothing in a recipe.`,
        });
    if (JSON.stringify(recipe).length > LONGEST_RECIPE)
      context.addIssue({
        code: 'custom',
        message: `A recipe has at most ${LONGEST_RECIPE} characters as JSON.`,
      });
  })
  .describe('A recipe: the body of POST /simulate.');

const name = requiredText('Name', 100);

/** The body of POST /api/projects. */
export const newProjectSchema = z.strictObject({ name, recipe: recipeSchema });
/** The body of PUT /api/projects/<id>. */
export const savedRecipeSchema = z.strictObject({
  recipe: recipeSchema,
  version: z
    .int('version must be the number that the project had when it was read.')
    .describe('The version that the recipe was made from: another one in between is a conflict.'),
});
/** The body of PATCH /api/projects/<id>. */
export const projectNameSchema = z.strictObject({ name });

export const projectSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number().describe('Counts the recipes that were saved under it, from 1.'),
  createdAt: z.string().describe('ISO 8601.'),
  changedAt: z.string().describe('ISO 8601: when the last recipe was saved.'),
});
/** A project of an account, without its recipe. */
export type Project = z.infer<typeof projectSchema>;

export const projectsAnswerSchema = z.object({ projects: z.array(projectSchema) });
export const wholeProjectSchema = projectSchema.extend({ recipe: recipeSchema });
export type WholeProject = z.infer<typeof wholeProjectSchema>;
