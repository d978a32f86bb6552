/**
 * A process that gives runs of one sweep their figures of a data set, one run after the other, with
 * threads of its own. It ends with the server or worker that started it.
 */
import { setPriority } from 'node:os';
import { SimulationError } from '@lumenloom/engine';
import { openRunEvaluator, type RunEvaluator } from '@lumenloom/evaluation';
import { findDevice } from '@lumenloom/node-host';
import { replanSweep } from '@lumenloom/sweep';
import { withFiles, withNames } from '../evaluations/evaluation-files.ts';
import { PRIORITY, watchWork } from '../folder-work/work-process.ts';
import type {
  Evaluated,
  EvaluatorAnswer,
  EvaluatorRequest,
  EvaluatorTask,
} from './sweep-evaluator.ts';

/** Gives the figures of runs by their numbers. */
async function evaluatorOf(task: EvaluatorTask): Promise<(run: number) => Promise<Evaluated>> {
  const { document, own, files, jobs, maximumSeconds } = task;
  const { runAt } = await replanSweep(document, own);
  const device = await findDevice(task.device, () => undefined);
  const how = {
    jobs,
    signal: new AbortController().signal,
    own: files.parts,
    device: device?.name,
    maximumSeconds,
  };
  const opened = await openRunEvaluator(withFiles(document.evaluate!, files), '/', how);
  if (!opened.ok) {
    const message = withNames(opened.problems[0]!.message, files);
    return async () => ({ message });
  }
  return (run) => evaluated(opened.value, runAt(run), task);
}

async function evaluated(
  { figuresOf }: RunEvaluator,
  camera: Parameters<RunEvaluator['figuresOf']>[0],
  { own, files }: EvaluatorTask,
): Promise<Evaluated> {
  try {
    const { figures } = await figuresOf(camera, { own });
    return { figures };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return { message: withNames(error.message, files) };
  }
}

process.once('message', (task: EvaluatorTask) => {
  setPriority(PRIORITY);
  const evaluator = watchWork().then(() => evaluatorOf(task));
  let last: Promise<unknown> = Promise.resolve();
  process.on('message', ({ id, run }: EvaluatorRequest) => {
    last = last.then(async () => {
      const answer = { id, evaluated: await (await evaluator)(run) } satisfies EvaluatorAnswer;
      process.send!(answer);
    });
    last.catch(() => process.exit(1));
  });
});
