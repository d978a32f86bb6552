import { messages, type OwnParts, type SweepDocument } from '@lumenloom/contract';
import { replanSweep, type PlannedSweep } from '@lumenloom/sweep';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { filesOfEvaluate, type EvaluationFiles } from '../evaluations/evaluation-files.ts';
import { HttpProblem } from '../http-problem.ts';
import { libraryFolder } from '../library/library-files.ts';
import { ownRecipe } from '../library/own-parts.ts';
import { refuseSwitchedOffSweep } from '../plugins/switched-off.ts';
import { SweepEvaluator } from './sweep-evaluator.ts';

/** A sweep or study whose recipe names no files, what those hold, and what `evaluate` names. */
export interface OwnDocument {
  readonly content: unknown;
  readonly own: OwnParts;
  /** The files of `evaluate`; absent without it, and where its form is wrong. */
  readonly files?: EvaluationFiles;
}

/**
 * Takes the files that the recipe of a sweep or study and its `evaluate` name from the account's
 * library.
 *
 * @throws HttpProblem 422 at the places that name no such file.
 */
export async function ownDocument(
  database: Database,
  config: Pick<Config, 'dataFolder' | 'models'>,
  userId: string,
  content: unknown,
): Promise<OwnDocument> {
  const { recipe, evaluate } = (content ?? {}) as {
    readonly recipe?: unknown;
    readonly evaluate?: unknown;
  };
  const files = await filesOfEvaluate({ database, config, userId }, evaluate);
  const found = files && { files };
  if (recipe === undefined) return { content, own: {}, ...found };
  const stored = { database, library: libraryFolder(config.dataFolder) };
  const { body, own } = await recipeInDocument(stored, userId, recipe);
  const plain = body === recipe ? content : { ...(content as object), recipe: body };
  return { content: plain, own, ...found };
}

/** @throws HttpProblem 422 at what is switched off, and for a study. */
export function refuseNoSweep(
  config: Parameters<typeof refuseSwitchedOffSweep>[0],
  content: unknown,
): void {
  refuseSwitchedOffSweep(config, content);
  if ((content as { readonly objectives?: unknown } | undefined)?.objectives !== undefined)
    throw new HttpProblem(422, [{ field: 'objectives', message: messages.sweepWithObjectives }]);
}

/**
 * The recipe of a document, with what the files hold that it names.
 *
 * @throws HttpProblem 422 at the choices that name no such file.
 */
const recipeInDocument = (
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

/** The runs of a stored sweep, and what gives them figures of a data set. */
export interface StoredSweep extends PlannedSweep {
  readonly evaluator?: SweepEvaluator;
}

/** The runs of a stored sweep, with the files of its account that it names. */
export async function replanOwn(
  { database, config }: { readonly database: Database; readonly config: Config },
  { userId, document }: { readonly userId: string; readonly document: SweepDocument },
): Promise<StoredSweep> {
  const { content, own, files } = await ownDocument(database, config, userId, document);
  const plain = content as SweepDocument;
  const planned = await replanSweep(plain, own);
  return files
    ? { ...planned, evaluator: new SweepEvaluator(config, { document: plain, own, files }) }
    : planned;
}
