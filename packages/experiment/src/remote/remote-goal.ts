import { join } from 'node:path';
import type { GoalOfStudies, StudyStatus } from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine';
import { headerOf, jsonText, readKnown, replaceFile, type Programs } from '../folder/journal.ts';
import type { ComputeServer } from './compute-server.ts';
import {
  callRemote,
  fetchFiles,
  followRemote,
  resumeRemote,
  startRemote,
  type RemoteExperiment,
} from './remote-experiment.ts';

/** What a folder of each goal is called, and the files that it gets. */
const GOALS = {
  choose: {
    noun: 'choice',
    files: ['runs.ndjson', 'candidates.csv', 'best-recipe.json', 'report.html'],
    maybe: [],
  },
  yield: {
    noun: 'yield',
    files: ['runs.ndjson', 'report.html'],
    maybe: ['worst-recipe.json', 'worst-lens.json'],
  },
} as const;

/** What is asked of a server. */
export interface RemoteGoal {
  readonly goal: GoalOfStudies;
  /** As its author has written it. */
  readonly document: { readonly name: string; readonly content: unknown };
  /** As it is sent, when the server has the files that it names. */
  readonly sent: () => Promise<unknown>;
}

/** What the folder keeps; a server says which programs compute. */
type Header = Partial<Programs> & { readonly server: string } & Pick<RemoteGoal, 'document'>;

interface FollowOptions {
  readonly folder: string;
  readonly resume: boolean;
  /** Leaves it to the server. */
  readonly signal: AbortSignal;
  /** Takes why it does not go on. */
  readonly tell: (reason: string) => void;
  readonly onStatus: (status: StudyStatus) => void;
}

/**
 * Has a server choose or find a yield, follows it and fetches its files but results.json.
 *
 * @returns what results.json holds there; undefined where `signal` came before its end.
 * @throws SimulationError with the sentence of the server.
 */
export async function runRemoteGoal<Results>(
  server: ComputeServer,
  { goal, document, sent }: RemoteGoal,
  { folder, resume, signal, tell, onStatus }: FollowOptions,
): Promise<Results | undefined> {
  const { noun, files, maybe } = GOALS[goal];
  const header: Header = { server: server.url, document };
  const known = await readKnown(folder, noun, header, resume, (one) => ({
    name: one.document?.name,
    parts: one.document,
    device: undefined,
  }));
  const content = async (): Promise<object> => ({ goal, document: await sent() });
  const experiment = await startRemote(server, noun, content, { folder, resume });
  await replaceFile(join(folder, headerOf(noun)), jsonText(header, 2));
  if (known) await resumeRemote(experiment);
  if (!(await followRemote(experiment, { signal, tell, onStatus }))) return undefined;
  await fetchFiles(experiment, folder, files);
  for (const name of maybe) await fetchIfThere(experiment, folder, name);
  return (await (await callRemote(experiment, '/results.json')).json()) as Results;
}

/** Not every yield has changed the lens of a camera. */
async function fetchIfThere(
  experiment: RemoteExperiment,
  folder: string,
  name: string,
): Promise<void> {
  await fetchFiles(experiment, folder, [name]).catch((error: unknown) => {
    if (!(error instanceof SimulationError) || error.code === 'unavailable') throw error;
  });
}
