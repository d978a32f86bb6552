import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { WAVELENGTHS } from '@lumenloom/engine/catalogue';
import { run } from '../dist/run.js';

/** The compiled program. */
export const mainFile = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/**
 * Path of the machine's own Node, which runs npm, and which users of the programs have. The tests
 * themselves run under the Node that npm has installed (docs/decisions/037).
 */
export const MACHINES_NODE = process.env['npm_node_execpath'] ?? process.execPath;

/** What a command printed, but for how far it was after each minute, and how it ended. */
export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `progressOn` says each minute, which is no problem of a command on a busy machine. */
const MINUTE = /^[A-Z][\w ]*: \d+ %\.\n/gm;

/** Runs a command of the compiled program in this process. */
export const lumenloom = (...args: readonly string[]): Promise<Outcome> =>
  lumenloomWith({}, ...args);

/** The same with a standard input, a terminal of a width, or a signal as of Ctrl+C. */
export async function lumenloomWith(
  {
    input = '',
    columns,
    signal = new AbortController().signal,
  }: { readonly input?: string; readonly columns?: number; readonly signal?: AbortSignal },
  ...args: readonly string[]
): Promise<Outcome> {
  const stream = () => ({ ...collector(), ...(columns !== undefined && { columns, isTTY: true }) });
  const [stdout, stderr] = [stream(), stream()];
  const stdin = Readable.from([Buffer.from(input)]);
  const terminal = { stdout, stderr, env: process.env, signal, stdin };
  const status = await onOneProcessor(() => run(args, terminal));
  return { status, stdout: stdout.text(), stderr: stderr.text().replace(MINUTE, '') };
}

const { availableParallelism } = os;
let atWork = 0;

/**
 * Commands take as many threads and jobs as there are processors, unless they are told how many.
 * Each thread compiles the program for itself, which takes longer here than what it computes.
 */
async function onOneProcessor<Result>(work: () => Promise<Result>): Promise<Result> {
  const set = (processors: typeof availableParallelism): void => {
    os.availableParallelism = processors;
    syncBuiltinESMExports();
  };
  if ((atWork += 1) === 1) set(() => 1);
  try {
    return await work();
  } finally {
    if ((atWork -= 1) === 0) set(availableParallelism);
  }
}

function collector() {
  const pieces: string[] = [];
  return {
    write: (content: string | Uint8Array) => pieces.push(String(content)),
    text: () => pieces.join(''),
  };
}

/** An option that Node refuses for threads; people set it to compute large pictures. */
const HEAP = '--max-old-space-size=4096';

/** Runs the compiled program in a process of its own, under the machine's Node. */
export const spawned = (...args: readonly string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(
      MACHINES_NODE,
      [HEAP, mainFile, ...args],
      { maxBuffer: 1e8 },
      (error, stdout, stderr) => {
        resolve({
          status: typeof error?.code === 'number' ? error.code : 0,
          stdout,
          stderr: stderr.replace(MINUTE, ''),
        });
      },
    );
  });

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'lumenloom-cli-'));

/** Writes a JSON file and returns its path. */
export async function jsonFile(folder: string, name: string, value: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

/**
 * Of a recipe: a sensor each of whose colours sees one band. Fewer than eight bands have a lens
 * table of their own, which takes a tenth of the time.
 */
export const THREE_BANDS = {
  sensorFile: {
    quantumEfficiency: {
      nm: WAVELENGTHS,
      ...Object.fromEntries(
        Object.entries({ red: 600, green: 550, blue: 450 }).map(([colour, nm]) => [
          colour,
          WAVELENGTHS.map((one) => (one === nm ? 0.5 : 0)),
        ]),
      ),
    },
  },
};
