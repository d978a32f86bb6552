import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The built server. */
export const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** The built worker. */
export const WORKER = fileURLToPath(new URL('../dist/worker/main.js', import.meta.url));

/** An option that Node refuses for threads; people set it on servers with much memory. */
const HEAP = '--max-old-space-size=4096';

/** A server as a process of its own. */
export interface ServerProcess {
  readonly pid: number;
  /** Its address, once it listens. @throws with all that it said when it ends before that. */
  listening(): Promise<string>;
  /** Resolves when it has said so. @throws with all that it said when it ends before that. */
  saying(text: string): Promise<void>;
  /** Its exit status; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** What it has said, on both streams. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Starts the program on a free port; `environment` comes on top of ours, and undefined takes a
 * variable away.
 */
export function startProcess(
  environment: Readonly<Record<string, string | undefined>>,
  {
    program = MAIN,
    args = [],
    preload,
    node = process.execPath,
  }: {
    readonly program?: string;
    readonly args?: readonly string[];
    /** Module that its threads, and the processes it starts, load before anything else. */
    readonly preload?: URL | undefined;
    /** Path of the Node that runs it. */
    readonly node?: string;
  } = {},
): ServerProcess {
  const options = preload && { NODE_OPTIONS: `--import=${preload.href}` };
  const child = spawn(node, [HEAP, program, ...args], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', ...options, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const saying = async (text: string): Promise<void> => {
    while (!output.includes(text))
      await Promise.race([
        once(child.stdout, 'data'),
        ended.then(() => {
          throw new Error(output);
        }),
      ]);
  };
  return {
    pid: child.pid!,
    ended,
    saying,
    listening: async () => {
      await saying('Ctrl+C');
      return /http:\/\/localhost:\d+/.exec(output)![0];
    },
    output: () => output,
    kill: (signal) => {
      child.kill(signal);
    },
  };
}
