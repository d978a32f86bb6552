import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  fieldPath,
  ownIdOf,
  readChoiceDocument,
  type ChoiceDocument,
  type ChoiceDryRun,
  type Decoded,
  type Problem,
} from '@lumenloom/contract';
import { decodeText } from '@lumenloom/engine';
import type { ChoiceResults } from '../choose/choice-results.ts';
import { jsonText, replaceFile } from '../folder/journal.ts';
import { findFile } from '../plan/named-parts.ts';
import { callServer, type ComputeServer } from './compute-server.ts';
import { runRemoteGoal } from './remote-goal.ts';

/** A plan for a server, with the prices in it. */
export interface RemoteChoice {
  readonly document: ChoiceDocument;
  readonly sent: ChoiceDocument;
}

/** Checks a plan for a server as far as this machine can; the server checks its parts. */
export async function choiceForServer(
  content: unknown,
  folder: string,
): Promise<Decoded<RemoteChoice>> {
  const read = readChoiceDocument(content);
  if (!read.ok) return read;
  const document = read.value;
  const problems: Problem[] = Object.entries(document.parts).flatMap(([list, entries]) =>
    (entries ?? []).flatMap((entry, at) =>
      typeof entry === 'string' || entry.file === undefined || ownIdOf(entry.file) !== undefined
        ? []
        : [
            {
              field: `${fieldPath(['parts', list, at])}.file`,
              message: `${entry.file} is a file of this machine: add it to the library of the server, and name it mine:<id> here.`,
            },
          ],
    ),
  );
  const { table } = document;
  const path = typeof table === 'string' ? await findFile(table, folder) : undefined;
  if (typeof table === 'string' && path === undefined)
    problems.push({ field: 'table', message: `There is no file ${table.slice(0, 100)}.` });
  if (problems.length > 0) return { ok: false, problems };
  if (path === undefined) return { ok: true, value: { document, sent: document } };
  const csv = decodeText(await readFile(path));
  return {
    ok: true,
    value: { document, sent: { ...document, table: { csv, name: basename(path) } } },
  };
}

/** No camera meets the requirements. */
class NothingLeft extends Error {
  readonly answer: ChoiceDryRun;

  constructor(answer: ChoiceDryRun) {
    super(answer.sentence);
    this.answer = answer;
  }
}

/** What the requirements of a plan leave, as the server finds it. */
async function lookAtServer(server: ComputeServer, document: object): Promise<ChoiceDryRun> {
  const body = JSON.stringify({ document });
  const answer = await callServer(server, '/api/studies/dry-run', { method: 'POST', body });
  return (await answer.json()) as ChoiceDryRun;
}

/**
 * Has a server choose, and writes the files that `choose` writes.
 *
 * @param sent the plan, when the server has the files that it names.
 * @returns undefined when it was stopped: the server goes on, and the folder can be resumed; what
 * refuses all cameras where nothing is left to be raced.
 */
export async function chooseOnServer(
  server: ComputeServer,
  document: ChoiceDocument,
  sent: () => Promise<object>,
  options: Parameters<typeof runRemoteGoal>[2],
): Promise<ChoiceResults | ChoiceDryRun | undefined> {
  const about = { name: document.name, content: document };
  const looked = async (): Promise<object> => {
    const plan = await sent();
    const left = await lookAtServer(server, plan);
    if (left.candidates.raced === 0) throw new NothingLeft(left);
    return plan;
  };
  const asked = { goal: 'choose', document: about, sent: looked } as const;
  const results = await runRemoteGoal<ChoiceResults>(server, asked, options).catch(
    (error: unknown) => {
      if (error instanceof NothingLeft) return error.answer;
      throw error;
    },
  );
  if (!results || 'reasons' in results) return results;
  // The server knows data set, network and table by other names.
  const own = { ...results, document };
  await replaceFile(join(options.folder, 'results.json'), jsonText(own));
  return own;
}
