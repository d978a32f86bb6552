import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';
import { SimulationError } from '@lumenloom/engine';
import { OutputCommand, type CommandQuestion, type OutputReader } from './output-command.ts';

/** A question of another thread. */
interface Asked {
  readonly id: string;
  readonly question: CommandQuestion;
}

type Answered = { readonly answer: unknown } | { readonly problem: string };

/** Milliseconds between looks whether it was stopped. */
const LOOK_MS = 50;

/** A channel as Node has it, which hands out messages alone. */
const listen = (name: string, take: (message: unknown) => void): BroadcastChannel => {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event) => {
    take((event as unknown as { readonly data: unknown }).data);
  };
  // It alone does not keep a program alive.
  channel.unref();
  return channel;
};

/** What is posted before a channel is closed arrives; one that is open would collect all others. */
function post(name: string, message: unknown): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(message);
  channel.close();
}

/**
 * Starts a command at the first question, which all threads ask by the name of a channel: one
 * process for all of them.
 */
export function shareCommand(command: readonly string[]): {
  readonly channel: string;
  readonly close: () => void;
} {
  const name = `command-${randomUUID()}`;
  const reader = new OutputCommand(command);
  const channel = listen(name, (message) => {
    const { id, question } = message as Asked;
    reader.ask(question, { stopped: () => false }).then(
      (answer) => post(id, { answer } satisfies Answered),
      (error: unknown) => post(id, { problem: (error as Error).message } satisfies Answered),
    );
  });
  return {
    channel: name,
    close: () => {
      channel.close();
      reader.close();
    },
  };
}

/** Asks the command that another thread shares. */
export const sharedCommand = (channel: string): OutputReader => ({
  ask: (question, watch) =>
    new Promise((resolve, reject) => {
      const id = `${channel}-${randomUUID()}`;
      const end = (): void => {
        clearInterval(timer);
        answers.close();
      };
      const answers = listen(id, (message) => {
        const answered = message as Answered;
        end();
        if ('answer' in answered) resolve(answered.answer);
        else reject(new SimulationError('bad-model', answered.problem));
      });
      const timer = setInterval(() => {
        if (!watch.stopped()) return;
        end();
        reject(new SimulationError('cancelled', 'Simulation terminated.'));
      }, LOOK_MS);
      post(channel, { id, question } satisfies Asked);
    }),
  close: () => undefined,
});
