import { join } from 'node:path';
import {
  ownIdOf,
  type Decoded,
  type EvaluationDocument,
  type EvaluationStatus,
  type Problem,
} from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine';
import { openedWorld } from '@lumenloom/node-host';
import type { ComputeServer } from './compute-server.ts';
import {
  callRemote,
  fetchFiles,
  followRemote,
  resumeRemote,
  startRemote,
} from './remote-experiment.ts';
import { withNumbersOf } from '../document/recipe-path.ts';
import type { EvaluateOptions } from '../evaluate/dataset/evaluate.ts';
import { readHeader, writeHeader } from '../folder/evaluation-folder.ts';
import { jsonText, replaceFile } from '../folder/journal.ts';
import { findFile, partKey, partNames, readParts } from '../plan/named-parts.ts';
import {
  RECOGNISER_REFUSED,
  inEvaluate,
  setupsOf,
  withAllChanged,
  type InAllCameras,
} from '../plan/plan-evaluation.ts';
import { refuseTroubles } from '../evaluate/dataset/open-ground.ts';
import { MARKS, readPlan, type ReadPlan, type Recipe } from '../plan/read-plan.ts';
import type { EvaluationResults } from '../evaluate/dataset/evaluation-results.ts';
import { WORLDSET, isOfLibrary, type Worldset } from '../worlds/read-worldset.ts';
import { datasetOnServer, networkOnServer } from './send-files.ts';

type RemoteOptions = Omit<EvaluateOptions, 'jobs'>;

/** An evaluation as a server is to compute it. */
interface PlanForServer extends ReadPlan {
  /** In place of those of the document. */
  readonly sent: Pick<EvaluationDocument, 'cameras' | 'conditions'>;
}

/**
 * Checks an evaluation for a server as far as this machine can; the server checks what its library
 * has.
 *
 * @param planFolder of the document, from which the names of files go.
 * @param inAll what every camera gets, without parts.
 */
export async function planForServer(
  content: unknown,
  planFolder: string,
  inAll: InAllCameras = { changed: (recipe) => recipe },
): Promise<Decoded<PlanForServer>> {
  const read = await readPlan(content, planFolder, true);
  if (!read.ok) return read;
  if (read.value.recogniser) return { ok: false, problems: [RECOGNISER_REFUSED] };
  const plan = withAllChanged(read.value, inAll);
  const { document } = plan;
  const problems: Problem[] = [];
  for (const { field, name } of partNames(document))
    if (ownIdOf(name) === undefined && (await findFile(name, planFolder)) !== undefined)
      problems.push({
        field,
        message: `${name} is a file of this machine: add it to the library of the server, and name it mine:<id> here.`,
      });
  if (problems.length > 0) return { ok: false, problems };
  const setups = await setupsOf(plan, { isForServer: true });
  return setups.ok
    ? { ok: true, value: { ...plan, sent: await withNumbers(plan, inAll) } }
    : setups;
}

/**
 * The cameras and conditions of a plan with the numbers of the published sensors that they name:
 * over HTTP those of a recipe win.
 */
async function withNumbers(
  { document }: ReadPlan,
  { changed }: InAllCameras,
): Promise<PlanForServer['sent']> {
  const { parts } = await readParts(partNames(document), undefined, {});
  const sensorOf = ({ sensor }: Recipe) =>
    parts[partKey({ choice: 'sensor', name: String(sensor) })]?.sensor;
  const { cameras, conditions } = document;
  return {
    cameras: Object.fromEntries(
      Object.entries(cameras).map(([name, camera]) => [
        name,
        changed(withNumbersOf(sensorOf(camera), camera)),
      ]),
    ),
    conditions: conditions.map(({ set, ...condition }) => {
      const { sensorParams } = changed(withNumbersOf(sensorOf(set), {}));
      const numbers = sensorOf(set) ? Object.entries(sensorParams as Recipe) : [];
      const paths = numbers.map(([key, value]) => [`sensorParams.${key}`, value] as const);
      return { ...condition, set: { ...Object.fromEntries(paths), ...set } };
    }),
  };
}

/**
 * Has a server evaluate, and writes the files that `evaluate` writes. A data set and a network that
 * the server has already, by their digests, are not sent again.
 *
 * @returns undefined when it was stopped: the server goes on, and the folder can be resumed.
 * @throws SimulationError with the sentence of the server, or naming the place in the evaluation.
 */
export async function evaluateOnServer(
  server: ComputeServer,
  plan: PlanForServer,
  { folder, resume, strict = false, signal, say, progressOf }: RemoteOptions,
): Promise<EvaluationResults | undefined> {
  const { document, descriptor, dataset, worldset } = plan;
  if (strict && (ownIdOf(dataset) !== undefined || (worldset && isOfLibrary(worldset.set))))
    throw new SimulationError(
      'bad-parameter',
      'A data set of the library is checked by the server: evaluate without --strict, or name its folder.',
      'dataset',
    );
  if (strict && dataset !== MARKS) await refuseTroubles(plan);
  // With the cameras and the descriptor that its files hold.
  const evaluation = { ...document, ...(descriptor && { descriptor }) };
  const header = { evaluation, server: server.url };
  const isKnown = (await readHeader(folder, header, resume)) !== undefined;
  const sent = async (): Promise<object> => ({
    ...document,
    ...plan.sent,
    ...(await filesOnServer(server, plan, say)),
  });
  const how = { folder, resume: resume !== false };
  const experiment = await startRemote(server, 'evaluation', sent, how);
  await writeHeader(folder, header);
  say(`"${document.name}" at ${server.url}, evaluation ${experiment.id}.`);
  if (isKnown) await resumeRemote(experiment);
  let progress: ReturnType<RemoteOptions['progressOf']> | undefined;
  let shown = 0;
  const onStatus = ({ images, done }: EvaluationStatus): void => {
    if (images === 0) return;
    progress ??= progressOf(images);
    for (; shown < done; shown += 1) progress({ run: '', status: 'done', message: '' });
  };
  if (!(await followRemote(experiment, { signal, tell: say, onStatus }))) return undefined;
  await fetchFiles(experiment, folder, ['images.ndjson', 'report.html', 'galleries.json']);
  const answer = await callRemote(experiment, '/results.json');
  // The server knows data set and network by other names.
  const results = { ...((await answer.json()) as EvaluationResults), document };
  await replaceFile(join(folder, 'results.json'), jsonText(results));
  return results;
}

const filesOnServer = async (server: ComputeServer, plan: ReadPlan, say: RemoteOptions['say']) => ({
  ...(await networkOnServer(server, plan, say)),
  dataset: plan.worldset
    ? { worldset: await worldsetForServer(plan.worldset) }
    : await datasetOnServer(server, plan.dataset, say),
});

/**
 * A set of worlds as a server takes it: with the document of its world, or the name of that there.
 *
 * @throws SimulationError for a world with files, which a server takes from its library alone.
 */
async function worldsetForServer({ set: { recipe: _, ...set }, base }: Worldset): Promise<object> {
  const { world } = set;
  const isExample = typeof world === 'string' && world.startsWith('example:');
  if (isExample || isOfLibrary(set)) return set;
  const { document } = base;
  try {
    await openedWorld({ document });
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    throw new SimulationError(
      'bad-parameter',
      `${error.message} Add the world with its files, as a .zip with world.json, to the library of the server, and name it mine:<id> here.`,
      `${WORLDSET}.world`,
    );
  }
  return { ...set, world: document };
}

/**
 * The data set and the network of a study as its server knows them; what is not there yet is sent.
 *
 * @param folder of the study, in which names of files are looked for.
 */
export async function runEvaluationForServer<Evaluate extends object>(
  server: ComputeServer,
  evaluate: Evaluate,
  folder: string,
  say: RemoteOptions['say'],
): Promise<Decoded<Evaluate>> {
  const read = await planForServer(evaluate, folder);
  return read.ok
    ? { ok: true, value: { ...evaluate, ...(await filesOnServer(server, read.value, say)) } }
    : inEvaluate(read);
}
