import type { OwnParts, StudyDocument } from '@lumenloom/contract';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { HttpProblem } from '../http-problem.ts';
import { libraryFolder } from '../library/library-files.ts';
import { recipeInDocument } from '../sweeps/own-document.ts';

/** File of the runs in their order, a line each, as they are taken; clients follow it. */
export const STREAM = 'results.ndjson';

/** A study whose recipe names no files, and what those files hold. */
export interface StoredStudy {
  readonly content: unknown;
  readonly own: OwnParts;
}

/**
 * Takes the files that the recipe of a study names from the account's library.
 *
 * @throws HttpProblem 422 at the choices that name no such file, and at `evaluate`.
 */
export async function ownStudy(
  database: Database,
  config: Pick<Config, 'dataFolder'>,
  userId: string,
  content: unknown,
): Promise<StoredStudy> {
  const { recipe, evaluate } = (content ?? {}) as {
    readonly recipe?: unknown;
    readonly evaluate?: unknown;
  };
  if (evaluate !== undefined)
    throw new HttpProblem(422, [
      {
        field: 'evaluate',
        message: 'Studies with evaluate are computed by lumenloom optimise on a machine of yours.',
      },
    ]);
  if (recipe === undefined) return { content, own: {} };
  const stored = { database, library: libraryFolder(config.dataFolder) };
  const { body, own } = await recipeInDocument(stored, userId, recipe);
  return { content: body === recipe ? content : { ...(content as object), recipe: body }, own };
}

/** A recipe that a study has found, with the names of the account's files again. */
export function withOwnNames(
  found: Readonly<Record<string, unknown>>,
  { recipe, vary }: StudyDocument,
): Readonly<Record<string, unknown>> {
  const isVaried = (key: string): boolean => vary.some(({ path }) => path === key);
  const named = Object.entries(recipe ?? {}).filter(
    ([key, value]) =>
      typeof value === 'string' && /^(mine|published):/.test(value) && !isVaried(key),
  );
  return { ...found, ...Object.fromEntries(named) };
}
