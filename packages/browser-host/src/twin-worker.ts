/**
 * The entry of the worker that measures twins; as `worker.ts`, it has nothing to import and brings
 * the rest.
 */
import type { FromTwinWorker, TwinQuestion } from './twin-messages.ts';

const outside = globalThis as unknown as MessagePort;
const say = (message: FromTwinWorker): void => {
  outside.postMessage(message);
};
globalThis.onmessage = ({ data }: MessageEvent<TwinQuestion>) => {
  answerTo(data).then(say, (error: unknown) => {
    // The page hears of it by `onerror`.
    reportError(error);
  });
};

async function answerTo(question: TwinQuestion): Promise<FromTwinWorker> {
  if (question.kind === 'measure') {
    const { measureFrames } = await import('./measure-frames.ts');
    return measureFrames(question);
  }
  const { planFrames, practiseFrames } = await import('./practise-frames.ts');
  return question.kind === 'plan'
    ? planFrames(question)
    : practiseFrames(question, (share) => say({ kind: 'progress', share }));
}
