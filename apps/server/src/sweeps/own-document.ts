import { messages, type OwnParts, type SweepDocument } from '@lumenloom/contract';
import { replanSweep, type PlannedSweep } from '@lumenloom/sweep';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { HttpProblem } from '../http-problem.ts';
import { libraryFolder } from '../library/library-files.ts';
import { ownRecipe } from '../library/own-parts.ts';
import { refuseSwitchedOffSweep } from '../plugins/switched-off.ts';
import type { CheckedSweep } from './sweep-rows.ts';

/**
 * A document whose recipe names no files, what those files hold, and the document with the names
 * again, once it is checked.
 */
interface OwnDocument {
  readonly content: unknown;
  readonly own: OwnParts;
  readonly named: (checked: CheckedSweep) => CheckedSweep;
}

/**
 * Takes the files that the recipe of a sweep names from the account's library.
 * @throws HttpProblem 422 at the choices that name no such file, and at what is switched off.
 */
export async function ownDocument(
  { database }: Pick<FastifyInstance, 'database'>,
  config: Pick<Config, 'dataFolder' | 'workbenchFeatures' | 'workbenchOffers'>,
  userId: string,
  content: unknown,
): Promise<OwnDocument> {
  refuseSwitchedOffSweep(config, content);
  const { recipe, evaluate, objectives } = (content ?? {}) as {
    readonly recipe?: Readonly<Record<string, unknown>>;
    readonly evaluate?: unknown;
    readonly objectives?: unknown;
  };
  if (objectives !== undefined)
    throw new HttpProblem(422, [{ field: 'objectives', message: messages.sweepWithObjectives }]);
  if (evaluate !== undefined)
    throw new HttpProblem(422, [
      {
        field: 'evaluate',
        message: 'Sweeps with evaluate are computed by lumenloom sweep on a machine of yours.',
      },
    ]);
  const stored = { database, library: libraryFolder(config.dataFolder) };
  const { body, own } = await recipeInDocument(stored, userId, recipe);
  if (body === recipe) return { content, own, named: (checked) => checked };
  return {
    content: { ...(content as object), recipe: body },
    own,
    named: ({ document, ...checked }) => ({
      ...checked,
      document: { ...document, recipe: recipe! },
    }),
  };
}

/**
 * The recipe of a document, with what the files hold that it names.
 *
 * @throws HttpProblem 422 at the choices that name no such file.
 */
export const recipeInDocument = (
  stored: { readonly database: Database; readonly library: string },
  userId: string,
  recipe: unknown,
): ReturnType<typeof ownRecipe> =>
  ownRecipe(stored, userId, recipe).catch((error: unknown) => {
    if (!(error instanceof HttpProblem)) throw error;
    const [first, ...others] = error.problems.map(({ field, message }) => ({
      field: `recipe.${field}`,
      message,
    }));
    throw new HttpProblem(error.status, [first!, ...others]);
  });

/** The runs of a stored sweep, with the files of its account that it names. */
export async function replanOwn(
  stored: { readonly database: Database; readonly library: string },
  { userId, document }: { readonly userId: string; readonly document: SweepDocument },
): Promise<PlannedSweep> {
  const { body, own } = await ownRecipe(stored, userId, document.recipe);
  return replanSweep({ ...document, recipe: body as SweepDocument['recipe'] }, own);
}
