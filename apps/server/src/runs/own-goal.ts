import {
  problemsOf,
  sweepEvaluationSchema,
  type GoalDocument,
  type Problem,
} from '@lumenloom/contract';
import { isObject } from '@lumenloom/engine/quick';
import { namesInPlan } from '@lumenloom/experiment/choice';
import type { NamedParts } from '@lumenloom/experiment/dataset';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { picturesOf } from '../datasets/dataset-rows.ts';
import { HttpProblem } from '../http-problem.ts';
import { libraryFolder } from '../library/library-files.ts';
import { filesOfEvaluate, libraryParts, type EvaluationFiles } from './evaluation-files.ts';
import { ownDocument, type OwnDocument } from './own-document.ts';

/** A plan of an account, and what it names in the account's library. */
interface OwnPlan {
  readonly kind: 'choose';
  readonly content: unknown;
  readonly named: NamedParts;
  readonly files?: EvaluationFiles;
  /** Of the data set; undefined without one. */
  readonly pictures: number | undefined;
}

/** A choice or a yield of an account, with what it names. */
export type OwnGoal = OwnPlan | (OwnDocument & { readonly kind: 'yield' });

interface Stored {
  readonly database: Database;
  readonly config: Pick<Config, 'dataFolder' | 'models'>;
}

/**
 * Takes what a choice or a yield names from the account's library.
 *
 * @throws HttpProblem 422 at the places that name no such file.
 */
export async function ownGoal(
  stored: Stored,
  userId: string,
  { goal, document }: Pick<GoalDocument, 'goal' | 'document'>,
): Promise<OwnGoal> {
  if (goal === 'choose') return ownPlan(stored, userId, document);
  const { database, config } = stored;
  return { kind: 'yield', ...(await ownDocument(database, config, userId, document)) };
}

/** The same for a choice. */
export async function ownPlan(
  { database, config }: Stored,
  userId: string,
  content: GoalDocument['document'],
): Promise<OwnPlan> {
  requireNoFiles(content);
  const { evaluate } = content;
  const form = evaluate === undefined ? undefined : sweepEvaluationSchema.safeParse(evaluate);
  if (form?.error) throw refusedAt('evaluate.', problemsOf(form.error));
  const files = await filesOfEvaluate({ database, config, userId }, evaluate);
  const stored = { database, library: libraryFolder(config.dataFolder) };
  const own = await libraryParts(stored, userId, await namesInPlan(content));
  const { dataset, images = Infinity } = form?.data ?? {};
  const pictures =
    dataset === undefined
      ? undefined
      : Math.min(images, await picturesOf(database, userId, dataset));
  const named = { ...files?.parts, ...own };
  return { kind: 'choose', content, named, pictures, ...(files && { files }) };
}

/** @throws HttpProblem 422 at names of files, which a server does not read. */
function requireNoFiles({ parts, table }: GoalDocument['document']): void {
  const problems: Problem[] = Object.entries(isObject(parts) ? parts : {}).flatMap(
    ([list, entries]) =>
      (Array.isArray(entries) ? (entries as unknown[]) : []).flatMap((entry, at) =>
        isObject(entry) && typeof entry['file'] === 'string' && !entry['file'].startsWith('mine:')
          ? [
              {
                field: `parts.${list}[${at}].file`,
                message: 'A server reads no files: add it to the library, and name it mine:<id>.',
              },
            ]
          : [],
      ),
  );
  if (typeof table === 'string')
    problems.push({
      field: 'table',
      message: 'A server reads no files: send the table as {"csv": "its text"}.',
    });
  if (problems.length > 0) throw refusedAt('', problems);
}

const refusedAt = (place: string, problems: readonly Problem[]): HttpProblem =>
  new HttpProblem(
    422,
    problems.map(({ field, message }) => ({ field: `${place}${field}`, message })) as [
      Problem,
      ...Problem[],
    ],
  );
