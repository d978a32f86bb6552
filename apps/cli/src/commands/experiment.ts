import { dirname, resolve } from 'node:path';
import type { StudyDocument, SweepDocument } from '@lumenloom/contract';
import type { DeviceFacts } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';
import type { RunEvaluator } from '@lumenloom/experiment/dataset';
import type { ComputeServer } from '@lumenloom/experiment';
import { findDevice } from '@lumenloom/node-host';
import { sayOn } from '@lumenloom/node-host/command-line';
import { DEVICE, accept, deviceOption, jobsOf, jobsOption } from '../arguments.ts';
import type { CommandTerminal } from './command.ts';
import { partFileOptions, partsHere } from './own-files.ts';
import { changesOf, readDocument, recipeOptions } from './read-recipe.ts';
import { withWorldOf } from './recipe-world.ts';
import { readServer, serverOptions } from './server-option.ts';

/**
 * Options of every command that computes many runs of a document.
 *
 * @param what is computed: 'Runs'. @param own options of this command alone.
 */
export const experimentOptions = <Own extends object>(
  { out, what, resume, prints }: Readonly<Record<'out' | 'what' | 'resume' | 'prints', string>>,
  own: Own,
) =>
  ({
    out: { value: 'DIR', default: out, output: 'folder', says: 'Where the files go.' },
    jobs: jobsOf(`${what} that are computed at the same time`),
    device: DEVICE,
    resume: { says: resume },
    ...own,
    ...serverOptions,
    ...recipeOptions,
    ...partFileOptions,
    json: { says: `Prints ${prints} for programs; lines go to stderr.` },
  }) as const;

type Values = Parameters<typeof partsHere>[0] &
  Parameters<typeof readServer>[0] &
  Parameters<typeof changesOf>[0] &
  Readonly<Record<'jobs' | 'device', string | undefined>> & {
    readonly out: string;
    readonly resume: boolean;
    readonly json: boolean;
  };

/** What the command line asks for: the document with all that goes with it. */
export type Experiment = Awaited<ReturnType<typeof readExperiment>>;

/** Reads the options, the document and the files of the command line. */
export async function readExperiment(
  { out, resume, ...values }: Values,
  [file]: readonly string[],
  streams: CommandTerminal,
) {
  const terminal = values.json ? { ...streams, stdout: streams.stderr } : streams;
  const say = sayOn(terminal.stdout);
  const jobs = jobsOption(values.jobs);
  const server = readServer(values, terminal);
  const parts = await partsHere(values, server, say);
  const { content, own: world } = await withWorldInside(
    await readDocument(file!, terminal),
    folderOf(file!),
  );
  const own = { ...parts, ...world };
  return {
    ...{ file: file!, content, own, out, resume, jobs, server, terminal, say },
    changes: changesOf(values),
    /** The GPU of this program; undefined: the processor, or a server. */
    device: async () =>
      server ? undefined : findDevice(deviceOption(values.device, terminal.env), say),
    /** Where a program reads how it ended. */
    json: values.json ? streams.stdout : undefined,
  };
}

/** A document with the world of its recipe. */
async function withWorldInside(content: unknown, folder: string) {
  if (!isObject(content)) return { content, own: {} };
  const { recipe, own } = await withWorldOf(content['recipe'], folder);
  return { content: recipe === content['recipe'] ? content : { ...content, recipe }, own };
}

/** The folder of a document, in which names of files are looked for. */
export const folderOf = (file: string): string =>
  file === '-' ? process.cwd() : dirname(resolve(file));

/** How the runs of a sweep or study are computed. */
interface RunsHow {
  /** At the same time: pictures of a data set are computed side by side instead of runs. */
  readonly jobs: number;
  readonly device: 'webgpu' | 'cpu';
  readonly folder: string;
  readonly signal: AbortSignal;
  /** What gives them figures of a data set. */
  readonly evaluate?: RunEvaluator['figuresOf'];
}

/** Computes the runs of a sweep or study here, with the data set that it names. */
export async function withDataset<Result>(
  { evaluate }: Pick<SweepDocument | StudyDocument, 'evaluate'>,
  { file, out, jobs, terminal: { signal }, say }: Experiment,
  device: DeviceFacts | undefined,
  compute: (how: RunsHow) => Promise<Result>,
): Promise<Result> {
  const how = { jobs, device: device ? 'webgpu' : 'cpu', folder: out, signal } as const;
  if (!evaluate) return compute(how);
  const { openRunEvaluator } = await import('@lumenloom/experiment/dataset');
  const options = { jobs, signal, device: device?.name, say, allowsCommand: true };
  const evaluator = accept(await openRunEvaluator(evaluate, folderOf(file), options));
  for (const note of evaluator.notes) say(`Note: ${note}`);
  try {
    return await compute({ ...how, jobs: 1, evaluate: evaluator.figuresOf });
  } finally {
    await evaluator.end();
  }
}

/**
 * A sweep, a study or the like with the names that its data set and its network have on a server,
 * which gets them.
 */
export async function forServer<Document extends { readonly evaluate?: object | undefined }>(
  document: Document,
  { file, say }: Pick<Experiment, 'file' | 'say'>,
  server: ComputeServer,
): Promise<Document> {
  const { evaluate } = document;
  if (!evaluate) return document;
  const { runEvaluationForServer } = await import('@lumenloom/experiment/dataset');
  return {
    ...document,
    evaluate: accept(await runEvaluationForServer(server, evaluate, folderOf(file), say)),
  };
}
