/**
 * `npm run bench -- evaluation [--pictures N]`: what an evaluation costs beside the runs that it
 * consists of, in time and memory: pictures of 640 x 480 through a real lens, with the network of
 * the example, on one thread.
 */
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import marks from '../../../examples/marks.json' with { type: 'json' };
import { SimulationError, simulate, toRgb } from '@lumenloom/engine';
import { encodePng, endParallel, nodeHost, openNetwork } from '@lumenloom/node-host';
import { numberOption, readArguments } from '@lumenloom/node-host/command-line';
import { CATEGORIES, annotationsOf, drawMarks, marksOf } from '../src/evaluate/dataset/marks.ts';
import { sceneOf } from '../src/evaluate/dataset/evaluate-picture.ts';
import { openBench } from '../src/evaluate/dataset/open-bench.ts';
import { planEvaluation, planFor } from '../src/plan/plan-evaluation.ts';
import type { EvaluationResults } from '../src/evaluate/dataset/evaluation-results.ts';

const [ROWS, COLUMNS] = [480, 640];
const WARM_RUNS = 20;
const SEED = 2;
const watch = { stopped: () => false };
const network = fileURLToPath(new URL('../../../examples/marks.onnx', import.meta.url));
const program = fileURLToPath(new URL('../../../apps/cli/dist/main.js', import.meta.url));
const { values } = readArguments(
  process.argv.slice(3),
  { pictures: { value: 'N', default: '100', says: 'Pictures.' } },
  { min: 0, max: 0, are: 'no words but options' },
);
const pictures = numberOption('pictures', values.pictures, { whole: true, min: 2, max: 5000 });

/** Pictures that are four of the example, which are half as wide and high. */
async function writeSet(folder: string): Promise<void> {
  await mkdir(join(folder, 'images'), { recursive: true });
  const images = Array.from({ length: pictures }, (_, id) => ({ id, file_name: `${id}.png` }));
  const annotations: object[] = [];
  for (const { id, file_name: name } of images) {
    const data = new Uint8Array(ROWS * COLUMNS);
    for (const quarter of [0, 1, 2, 3]) {
      const marks = marksOf(SEED, 4 * id + quarter);
      const [top, left] = [Math.floor(quarter / 2) * (ROWS / 2), (quarter % 2) * (COLUMNS / 2)];
      const drawn = drawMarks(marks);
      for (let row = 0; row < ROWS / 2; row += 1)
        data.set(
          drawn.subarray((row * COLUMNS) / 2, ((row + 1) * COLUMNS) / 2),
          (top + row) * COLUMNS + left,
        );
      const placed = marks.map((mark) => ({ ...mark, x: mark.x + left, y: mark.y + top }));
      for (const one of annotationsOf(placed, id))
        annotations.push({ ...one, id: annotations.length });
    }
    const png = await encodePng({ rows: ROWS, columns: COLUMNS, channels: 1, data });
    await writeFile(join(folder, 'images', name), png);
  }
  const set = {
    images: images.map((image) => ({ ...image, width: COLUMNS, height: ROWS })),
    categories: CATEGORIES,
    annotations,
  };
  await writeFile(join(folder, 'annotations.json'), JSON.stringify(set));
}

/** Runs the built program, whose threads are compiled. @returns its peak of resident memory. */
async function runProgram(words: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const ended = once(child, 'exit');
  let peak = NaN;
  // The peak of a process is known while it runs.
  const looking = setInterval(() => {
    readFile(`/proc/${child.pid!}/status`, 'latin1').then(
      (status) => (peak = 1024 * Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? peak / 1024)),
      () => undefined,
    );
  }, 100);
  const [status] = (await ended) as unknown as readonly [number | null];
  clearInterval(looking);
  if (status !== 0) throw new Error(`The program ended with ${status}.`);
  return peak;
}

const folder = await mkdtemp(join(tmpdir(), 'lumenloom-bench-'));
try {
  await writeSet(join(folder, 'set'));
  const document = {
    dataset: join(folder, 'set'),
    network,
    scene: marks.scene,
    cameras: {
      camera: {
        ...marks.cameras['one stop less'],
        sensorParams: { rows: ROWS, cols: COLUMNS, pixel_size: 4.5 },
      },
    },
  };
  const planned = await planEvaluation(document, folder);
  if (!planned.ok) throw new SimulationError('bad-parameter', planned.problems[0]!.message);
  const opened = await openBench(planned.value, () => false);
  if (!opened.ok) throw new SimulationError('bad-parameter', opened.problems[0]!.message);
  const bench = opened.value;
  const [image] = bench.dataset.images;
  const plan = planFor(
    planned.value,
    planned.value.setups[0]!,
    await sceneOf(bench, image!),
    image!.name,
  );
  const found = await openNetwork(network, { watch });
  const host = nodeHost(1);
  const quiet = { log: () => undefined, progress: () => undefined, stage: () => undefined };
  const run = async (): Promise<number> => {
    const start = performance.now();
    const result = await simulate(plan, host, { ...watch, ...quiet, measures: false });
    await found.find(toRgb(result.image), watch, { threshold: 'scoring' });
    return performance.now() - start;
  };
  const warm: number[] = [];
  const warmUp = async (): Promise<void> => {
    for (let i = 0; i < WARM_RUNS; i += 1) warm.push(await run());
  };
  // Half before and half after, because the machine may change its pace.
  await warmUp();
  warm.splice(0, 3);
  const file = join(folder, 'plan.json');
  await writeFile(file, JSON.stringify(document));
  const start = performance.now();
  const out = join(folder, 'out');
  const peak = await runProgram(['evaluate', file, '--out', out, '--jobs', '1']);
  const total = performance.now() - start;
  await warmUp();
  const one = warm.toSorted((a, b) => a - b)[warm.length >> 1]!;
  found.close();
  bench.network.close();
  await bench.dataset.close();
  const { source, cameras } = JSON.parse(
    await readFile(join(out, 'results.json'), 'utf8'),
  ) as EvaluationResults;
  const map = (column: { readonly figures: object }): number =>
    (column.figures as Readonly<Record<string, number>>)['dataset.map']!;
  const scores = `mAP ${map(source).toFixed(3)} of the pictures, ${map(cameras[0]!).toFixed(3)} through the camera`;
  console.error(
    `${pictures} pictures in ${(total / 1000).toFixed(1)} s; one warm run with its network ${one.toFixed(0)} ms: ${(total / pictures / one).toFixed(2)} runs per picture; peak memory ${(peak / 1e6).toFixed(0)} MB; ${scores}.`,
  );
} finally {
  await endParallel();
  await rm(folder, { recursive: true });
}
