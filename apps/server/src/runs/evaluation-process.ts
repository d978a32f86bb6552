/**
 * A process that computes one evaluation, with threads of its own; scores and intervals take
 * seconds in which a server must answer others. It goes on where its folder ends.
 */
import { createHash } from 'node:crypto';
import { messages } from '@lumenloom/contract';
import { SimulationError, type DeviceFacts } from '@lumenloom/engine';
import { evaluate, type PictureOrder, type PicturesElsewhere } from '@lumenloom/experiment/dataset';
import {
  MOST_ASKED,
  computeWork,
  sendProgress,
  type ConductorTask,
  type Turn,
} from './work-process.ts';
import { evaluationOf, type StoredEvaluation } from './plan-stored.ts';

/** What the process is to compute. */
export type EvaluationTask = ConductorTask & StoredEvaluation;

async function compute(
  task: EvaluationTask,
  turn: Turn,
  device: DeviceFacts | undefined,
): Promise<string | undefined> {
  const { folder, jobs, hasOurBits = false } = task;
  const planned = await evaluationOf(task, device);
  if (!planned.ok) return planned.problems[0]!.message;
  const results = await evaluate(planned.value, {
    folder,
    jobs,
    resume: hasOurBits ? 'of our bits' : true,
    say: () => undefined,
    signal: new AbortController().signal,
    pause: turn.over,
    elsewhere: elsewhere(turn, Math.max(1, planned.value.setups.length)),
    progressOf: (left) => {
      let done = 0;
      sendProgress(left, done);
      return () => {
        done += 1;
        sendProgress(left, done);
        turn.step();
      };
    },
  });
  return results && '';
}

/** Has pictures evaluated in turns with the runs of others. */
const elsewhere = ({ ask, withdraw }: Turn, setups: number): PicturesElsewhere => ({
  most: MOST_ASKED,
  withdraw,
  evaluate: async (images) => {
    const names = createHash('sha256').update(JSON.stringify(images.map(({ name }) => name)));
    const answer = await ask({
      key: `pictures-${names.digest('hex')}`,
      task: { images } satisfies PictureOrder,
      runs: images.length * setups,
    });
    if ('value' in answer)
      return answer.value as Awaited<ReturnType<PicturesElsewhere['evaluate']>>;
    throw new SimulationError('bad-parameter', answer.message);
  },
});

computeWork(messages.evaluationOfOtherPrograms, compute);
