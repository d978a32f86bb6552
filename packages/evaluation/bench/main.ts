/**
 * `npm run bench -- evaluation [--pictures N]`: what an evaluation costs beside the runs that it
 * consists of: pictures of 640 x 480 through a real lens, with the network of the example, on one
 * thread.
 */
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SimulationError, simulate, toRgb } from '@lumenloom/engine';
import { encodePng, endParallel, nodeHost, openNetwork } from '@lumenloom/node-host';
import { numberOption, readArguments } from '@lumenloom/node-host/command-line';
import { sceneOf } from '../src/evaluate-picture.ts';
import { openBench } from '../src/open-bench.ts';
import { planEvaluation, planFor } from '../src/plan-evaluation.ts';

const [ROWS, COLUMNS] = [480, 640];
const WARM_RUNS = 20;
const watch = { stopped: () => false };
const network = fileURLToPath(new URL('../../../examples/marks.onnx', import.meta.url));
const program = fileURLToPath(new URL('../../../apps/cli/dist/main.js', import.meta.url));
const { values } = readArguments(
  process.argv.slice(3),
  { pictures: { value: 'N', default: '100', says: 'Pictures.' } },
  { min: 0, max: 0, are: 'no words but options' },
);
const pictures = numberOption('pictures', values.pictures, { whole: true, min: 2, max: 5000 });

/** Pictures with a mark each. */
async function writeSet(folder: string): Promise<void> {
  await mkdir(join(folder, 'images'), { recursive: true });
  const images = Array.from({ length: pictures }, (_, id) => ({ id, file_name: `${id}.png` }));
  for (const { id, file_name: name } of images) {
    const data = new Uint8Array(ROWS * COLUMNS);
    for (const pixel of data.keys()) {
      const [x, y] = [(pixel % COLUMNS) - 100 - (id % 400), Math.floor(pixel / COLUMNS) - 200];
      data[pixel] = Math.round(127 + 90 * Math.exp(-(x * x + y * y) / 32) + ((pixel * 7919) % 5));
    }
    const png = await encodePng({ rows: ROWS, columns: COLUMNS, channels: 1, data });
    await writeFile(join(folder, 'images', name), png);
  }
  const set = {
    images: images.map((image) => ({ ...image, width: COLUMNS, height: ROWS })),
    categories: [
      { id: 1, name: 'bright mark' },
      { id: 2, name: 'dark mark' },
    ],
    annotations: images.map(({ id }) => ({
      ...{ id, image_id: id, category_id: 1, area: 400, iscrowd: 0 },
      bbox: [90.5 + (id % 400), 190.5, 20, 20],
    })),
  };
  await writeFile(join(folder, 'annotations.json'), JSON.stringify(set));
}

const folder = await mkdtemp(join(tmpdir(), 'lumenloom-bench-'));
try {
  await writeSet(join(folder, 'set'));
  const document = {
    dataset: join(folder, 'set'),
    network,
    scene: { hfov: 20, luminance: 100, illuminant: 'D65' },
    cameras: {
      camera: {
        optics: 'Double-Gauss',
        sensor: 'Bayer-grbg',
        sensorParams: { rows: ROWS, cols: COLUMNS, pixel_size: 4.5 },
        isp: 'Fast-openISP',
      },
    },
  };
  const planned = await planEvaluation(document, folder);
  if (!planned.ok) throw new SimulationError('bad-parameter', planned.problems[0]!.message);
  const opened = await openBench(planned.value);
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
  // The built program, because its threads are compiled.
  const child = spawnSync(
    process.execPath,
    [program, 'evaluate', file, '--out', join(folder, 'out'), '--jobs', '1', '--json'],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  if (child.status !== 0) throw new Error(child.stderr);
  const total = performance.now() - start;
  await warmUp();
  const one = warm.toSorted((a, b) => a - b)[warm.length >> 1]!;
  found.close();
  bench.network.close();
  await bench.dataset.close();
  console.error(
    `${pictures} pictures in ${(total / 1000).toFixed(1)} s; one warm run with its network ${one.toFixed(0)} ms: ${(total / pictures / one).toFixed(2)} runs per picture.`,
  );
} finally {
  await endParallel();
  await rm(folder, { recursive: true });
}
