import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ownIdOf,
  type Decoded,
  type EvaluationDocument,
  type EvaluationStatus,
  type Problem,
  type SweepEvaluation,
} from '@lumenloom/contract';
import { SimulationError, VERSION } from '@lumenloom/engine';
import { ASK_MS, callServer, reasonTeller, type ComputeServer } from '@lumenloom/sweep';
import { withNumbersOf } from '@lumenloom/sweep/recipe-path';
import type { EvaluateOptions } from './evaluate.ts';
import {
  HEADER,
  RESULTS,
  readHeader,
  replaceFile,
  resultsText,
  type Header,
} from './evaluation-folder.ts';
import { partKey, partNames, readParts } from './named-parts.ts';
import { inEvaluate, setupsOf, withAllChanged, type InAllCameras } from './plan-evaluation.ts';
import { refuseTroubles } from './open-ground.ts';
import { MARKS, findFile, readPlan, type ReadPlan, type Recipe } from './read-plan.ts';
import type { EvaluationResults } from './evaluation-results.ts';
import { datasetOnServer, networkOnServer } from './send-files.ts';

/** The header of a folder whose evaluation a server computes. */
interface RemoteHeader extends Header {
  /** The document with the cameras and the descriptor that its files hold. */
  readonly evaluation: EvaluationDocument;
  readonly server: string;
  readonly id: string;
}

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
  const { document, descriptor, dataset } = plan;
  if (strict && ownIdOf(dataset) !== undefined)
    throw new SimulationError(
      'bad-parameter',
      'A data set of the library is checked by the server: evaluate without --strict, or name its folder.',
      'dataset',
    );
  if (strict && dataset !== MARKS) await refuseTroubles(plan);
  const evaluation = { ...document, ...(descriptor && { descriptor }) };
  const header = { version: VERSION, node: process.version, evaluation, server: server.url };
  const known = await readHeader<RemoteHeader>(folder, header, resume);
  const id = known?.id ?? (await start(server, plan, say));
  await mkdir(folder, { recursive: true });
  await replaceFile(
    join(folder, HEADER),
    `${JSON.stringify({ ...header, id } satisfies RemoteHeader, undefined, 1)}\n`,
  );
  say(`"${document.name}" at ${server.url}, evaluation ${id}.`);
  const path = `/api/evaluations/${id}`;
  if (!(await hasEnded(server, path, { signal, progressOf, say }))) return undefined;
  for (const name of ['images.ndjson', 'report.html', 'galleries.json']) {
    const { body } = await callServer(server, `${path}/${name}`);
    await replaceFile(join(folder, name), body!);
  }
  const answer = await callServer(server, `${path}/results.json`);
  // The server knows data set and network by other names.
  const results = { ...((await answer.json()) as EvaluationResults), document };
  await replaceFile(join(folder, RESULTS), resultsText(results));
  return results;
}

/** Sends what the server lacks and starts the evaluation. @returns its id. */
async function start(
  server: ComputeServer,
  plan: PlanForServer,
  say: RemoteOptions['say'],
): Promise<string> {
  const body = {
    ...plan.document,
    ...plan.sent,
    ...(await filesOnServer(server, plan, say)),
  };
  const response = await callServer(server, '/api/evaluations', {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { readonly id: string }).id;
}

const filesOnServer = async (server: ComputeServer, plan: ReadPlan, say: RemoteOptions['say']) => ({
  ...(await networkOnServer(server, plan, say)),
  dataset: await datasetOnServer(server, plan.dataset, say),
});

/**
 * The data set and the network of a study as its server knows them; what is not there yet is sent.
 *
 * @param folder of the study, in which names of files are looked for.
 */
export async function runEvaluationForServer(
  server: ComputeServer,
  evaluate: SweepEvaluation,
  folder: string,
  say: RemoteOptions['say'],
): Promise<Decoded<SweepEvaluation>> {
  const read = await planForServer(evaluate, folder);
  return read.ok
    ? { ok: true, value: { ...evaluate, ...(await filesOnServer(server, read.value, say)) } }
    : inEvaluate(read);
}

/**
 * Waits for the end of an evaluation.
 *
 * @returns false when it was stopped.
 * @throws SimulationError where the evaluation failed or was cancelled.
 */
async function hasEnded(
  server: ComputeServer,
  path: string,
  { signal, progressOf, say }: Pick<RemoteOptions, 'signal' | 'progressOf' | 'say'>,
): Promise<boolean> {
  let tell: ReturnType<RemoteOptions['progressOf']> | undefined;
  let shown = 0;
  const note = reasonTeller(say);
  while (!signal.aborted) {
    const answer = await callServer(server, path);
    const { state, message, images, done } = (await answer.json()) as EvaluationStatus;
    note({ state, message });
    if (images > 0) {
      tell ??= progressOf(images);
      for (; shown < done; shown += 1) tell({ run: '', status: 'done', message: '' });
    }
    if (state === 'done') return true;
    if (state === 'failed') throw new SimulationError('bad-parameter', message);
    if (state === 'cancelled')
      throw new SimulationError('bad-parameter', 'The evaluation was cancelled on the server.');
    await sleep(ASK_MS, undefined, { signal }).catch(() => undefined);
  }
  return false;
}
