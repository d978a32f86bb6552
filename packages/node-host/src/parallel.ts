import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { Piscina } from 'piscina';
import { shareParts, type Host } from '@lumenloom/engine';

/**
 * The compiled program, because threads run JavaScript, even where this file runs as TypeScript
 * from src.
 */
const workerFile = fileURLToPath(new URL('../dist/part-worker.js', import.meta.url));

/**
 * Options of Node for threads, in place of those of the process: Node starts no thread with options
 * of V8, `--max-old-space-size` say, which hold for the whole process anyway.
 *
 * The pool tries `require` before `import`, and Node 20 can abort the whole process when a thread
 * ends while `require` loads an ES module. With this option `require` refuses ES modules.
 */
export const THREAD_ARGUMENTS: readonly string[] = ['--no-experimental-require-module'];

/**
 * Size of the heap in MiB, pictures outside it included, at which V8 begins to mark live objects;
 * it applies to threads that begin after this line. A run of 2 megapixels exceeds V8's default, and
 * marking in every run took a fifth of its processor time (docs/scale.md).
 */
setFlagsFromString('--initial-heap-size=256');

/**
 * V8 optimizes a function after about four times as many calls and loops as it would by itself, and
 * inlines less into it. Optimizing took 45 % of the processor time of a first run, of functions
 * that then ran for milliseconds; longer commands gain less, and none was found that loses
 * (docs/validation.md#speed). The V8 of Node 22 and later has no such budget, and a count of
 * calls in its place gains nothing there.
 */
if (Number.parseInt(process.versions.v8, 10) < 12) setFlagsFromString('--interrupt-budget=300000');
setFlagsFromString('--max-inlined-bytecode-size-cumulative=300');

/**
 * The pool of helper threads for all runs of this thread; they are started when they are first
 * needed.
 */
let pool: { readonly piscina: Promise<Piscina>; readonly threads: number } | undefined;

function helpers(threads: number): Promise<Piscina> {
  if (pool?.threads !== threads) {
    void endParallel();
    pool = { threads, piscina: startPool(threads) };
  }
  return pool.piscina;
}

async function startPool(threads: number): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  return new Piscina({
    filename: workerFile,
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: 60_000,
    execArgv: [...THREAD_ARGUMENTS],
  });
}

/** Ends the helper threads, so that the program can exit. */
export async function endParallel(): Promise<void> {
  const ended = pool;
  pool = undefined;
  await (await ended?.piscina)?.destroy();
}

/**
 * Work on the other threads of `threads`: one function for each, which posts tasks to part-worker.
 */
export const onHelpers = <Work>(
  threads: number,
  work: (run: <Result>(task: object) => Promise<Result>) => Work,
): readonly Work[] =>
  Array.from({ length: threads - 1 }, () =>
    work(async <Result>(task: object) => (await helpers(threads - 1)).run(task) as Promise<Result>),
  );

/** Runs the parts of a job on `threads` threads, including this one. */
export const parallelOn = (threads: number, host: Pick<Host, 'loadKernel'>): Host['parallel'] =>
  shareParts({
    host,
    helpers: Array.from({ length: threads - 1 }, () => async (name, parts) => {
      const piscina = await helpers(threads - 1);
      await piscina.run({ name, parts });
    }),
    pause: () =>
      new Promise<void>((resolve) => {
        setImmediate(resolve);
      }),
  });
