import {
  REPORT_RECIPES,
  messages,
  type OwnParts,
  type ReportDocument,
  type SweepDocument,
} from '@lumenloom/contract';
import { isObject } from '@lumenloom/engine/quick';
import { namesInDocument, replanSweep, type PlannedSweep } from '@lumenloom/experiment';
import type { NamedParts, PartName } from '@lumenloom/experiment/dataset';
import type { OwnCamera } from '@lumenloom/experiment/lab';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { filesOfEvaluate, libraryParts, type EvaluationFiles } from './evaluation-files.ts';
import { HttpProblem } from '../http-problem.ts';
import { libraryFolder } from '../library/library-files.ts';
import { ownRecipe } from '../library/own-parts.ts';
import { refuseSwitchedOffSweep } from '../plugins/switched-off.ts';
import { deviceOfWork } from '../simulation/compute-device.ts';
import { RunChild } from './run-child.ts';
import type { OwnReport } from './report-process.ts';
import type { RunsOf } from './run-order.ts';
import type { Computing } from './work-process.ts';

/** A sweep or study whose recipe names no files, what those hold, and what `evaluate` names. */
export interface OwnDocument {
  readonly content: unknown;
  readonly own: OwnParts;
  /** What the parts of the account's library hold that values and cases name; absent: none. */
  readonly named?: NamedParts | undefined;
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
  const stored = { database, library: libraryFolder(config.dataFolder) };
  const named = await libraryParts(stored, userId, namesOfValues(content));
  if (recipe === undefined) return { content, own: {}, named, ...found };
  const { body, own } = await recipeInDocument(stored, userId, 'recipe', recipe);
  const plain = body === recipe ? content : { ...(content as object), recipe: body };
  return { content: plain, own, named, ...found };
}

/** Parts that the values and cases of a document name, whatever else is wrong with it. */
function namesOfValues(content: unknown): readonly PartName[] {
  const { vary, cases } = (content ?? {}) as Readonly<Record<string, unknown>>;
  const objects = (list: unknown): readonly object[] =>
    Array.isArray(list) ? (list as unknown[]).filter(isObject) : [];
  const sets = objects(cases).filter((one) => isObject((one as { readonly set?: unknown }).set));
  return namesInDocument({
    vary: objects(vary),
    cases: sets as { readonly set: Readonly<Record<string, unknown>> }[],
  });
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
  key: string,
  recipe: unknown,
): ReturnType<typeof ownRecipe> =>
  ownRecipe(stored, userId, recipe).catch((error: unknown) => {
    if (!(error instanceof HttpProblem)) throw error;
    const [first, ...others] = error.problems.map(({ field, message }) => ({
      field: `${key}.${field}`,
      message,
    }));
    throw new HttpProblem(error.status, [first!, ...others]);
  });

/**
 * Takes the files that the recipes of a report name from the account's library.
 *
 * @throws HttpProblem 422 at the choices that name no such file.
 */
export async function ownReport(
  database: Database,
  { dataFolder }: Pick<Config, 'dataFolder'>,
  userId: string,
  document: ReportDocument,
): Promise<OwnReport> {
  const stored = { database, library: libraryFolder(dataFolder) };
  const cameras: OwnCamera[] = [];
  for (const key of REPORT_RECIPES)
    if (document[key]) {
      const { body, own } = await recipeInDocument(stored, userId, key, document[key]);
      cameras.push({ body, own });
    }
  return { document, cameras };
}

/** The data set of a sweep, with a recipe that names no files. */
export interface SweepTask extends Computing {
  readonly document: SweepDocument;
  readonly own: OwnParts;
  readonly named: NamedParts | undefined;
  readonly files: EvaluationFiles;
}

/** The runs of a stored sweep, and what gives them figures of a data set. */
export interface StoredSweep extends PlannedSweep {
  readonly evaluator?: RunChild;
  /** Exposures that its runs hold. */
  readonly metered: Map<string, Promise<number>>;
}

/** The runs of a stored sweep, with the files of its account that it names. */
export async function replanOwn(
  { database, config }: { readonly database: Database; readonly config: Config },
  { userId, document }: { readonly userId: string; readonly document: SweepDocument },
): Promise<StoredSweep> {
  const { content, own, named, files } = await ownDocument(database, config, userId, document);
  const plain = content as SweepDocument;
  const sweep = await replanSweep(plain, own, { named });
  const planned = { ...sweep, metered: new Map<string, Promise<number>>() };
  if (!files) return planned;
  const evaluator = new RunChild(config, {
    goal: 'sweeps',
    document: plain,
    own,
    named,
    files,
    jobs: config.maximumRunningRuns,
    device: deviceOfWork(config),
    maximumSeconds: config.maximumRunSeconds,
  } satisfies RunsOf & SweepTask);
  return { ...planned, evaluator };
}
