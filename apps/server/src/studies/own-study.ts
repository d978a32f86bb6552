import {
  evaluationDocumentSchema,
  sweepEvaluationSchema,
  type OwnParts,
  type StudyDocument,
} from '@lumenloom/contract';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import {
  descriptorProblems,
  filesOf,
  type EvaluationFiles,
} from '../evaluations/evaluation-files.ts';
import { HttpProblem } from '../http-problem.ts';
import { libraryFolder } from '../library/library-files.ts';
import { recipeInDocument } from '../sweeps/own-document.ts';

/** File of the runs in their order, a line each, as they are taken; clients follow it. */
export const STREAM = 'results.ndjson';

/** A study whose recipe names no files, what those files hold, and what `evaluate` names. */
export interface StoredStudy {
  readonly content: unknown;
  readonly own: OwnParts;
  /** The files of `evaluate`; absent without it, and where its form is wrong. */
  readonly files?: EvaluationFiles;
}

type OfServer = Pick<Config, 'dataFolder' | 'models'>;

/**
 * Takes the files that the recipe of a study and its `evaluate` name from the account's library.
 *
 * @throws HttpProblem 422 at the places that name no such file.
 */
export async function ownStudy(
  database: Database,
  config: OfServer,
  userId: string,
  content: unknown,
): Promise<StoredStudy> {
  const { recipe, evaluate } = (content ?? {}) as {
    readonly recipe?: unknown;
    readonly evaluate?: unknown;
  };
  const files = await evaluatedFiles(database, config, userId, evaluate);
  const found = files && { files };
  if (recipe === undefined) return { content, own: {}, ...found };
  const stored = { database, library: libraryFolder(config.dataFolder) };
  const { body, own } = await recipeInDocument(stored, userId, recipe);
  const plain = body === recipe ? content : { ...(content as object), recipe: body };
  return { content: plain, own, ...found };
}

async function evaluatedFiles(
  database: Database,
  config: OfServer,
  userId: string,
  evaluate: unknown,
): Promise<EvaluationFiles | undefined> {
  const { success, data } = sweepEvaluationSchema.safeParse(evaluate);
  if (!success) return undefined;
  const [problem] = descriptorProblems(data);
  try {
    if (problem) throw new HttpProblem(422, [problem]);
    const document = evaluationDocumentSchema.parse(data);
    return await filesOf({ database, config, userId }, document);
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    const { field, message } = error.problems[0]!;
    throw new HttpProblem(error.status, [{ field: `evaluate.${field}`, message }]);
  }
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
