/**
 * `npm run bench -- gpu`: pictures on the processor's two threads and on a GPU, side by side in one
 * run, stage by stage and with all transfers; and many pictures by two processes at once, as
 * `--jobs 2` computes a data set. Where there is no GPU it says so.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { simulate, type Host, type SimulationPlan, type SimulationResult } from '@lumenloom/engine';
import { closeDevice, endParallel, nodeHost, openDevice } from '../src/index.ts';
import { planOf, quiet } from './recipes.ts';

const THREADS = 2;
/** Processes that share a data set, and pictures of each. */
const [JOBS, PICTURES] = [2, 24];
const camera = { optics: 'Double-Gauss', isp: 'Fast-openISP' };

interface Picture {
  readonly name: string;
  readonly plan: SimulationPlan;
  readonly runs: number;
}

const pictures: readonly Picture[] = [
  {
    name: '1920 × 1080, Macbeth, Double-Gauss, Fast-openISP',
    plan: planOf({ scene: 'Macbeth', ...camera }, 1920, 1080, 28),
    runs: 7,
  },
  {
    name: '1920 × 1080, Slanted Edge, Double-Gauss, Fast-openISP',
    plan: planOf({ scene: 'Slanted Edge', ...camera }, 1920, 1080, 28),
    runs: 7,
  },
  {
    name: '640 × 480, Macbeth, Double-Gauss, Fast-openISP: a picture of a data set',
    plan: planOf({ scene: 'Macbeth', ...camera }, 640, 480, 10),
    runs: 15,
  },
  {
    name: '480 × 270, Macbeth, Double-Gauss, Fast-openISP: a preview',
    plan: planOf({ scene: 'Macbeth', ...camera }, 480, 270, 7),
    runs: 21,
  },
];

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1]!;

/** Times of the stages of a run, and of the whole. */
async function timesOf(
  plan: SimulationPlan,
  host: Host,
): Promise<Readonly<Record<string, number>>> {
  const began = performance.now();
  let shown = 0;
  const result: SimulationResult = await simulate(plan, host, {
    ...quiet,
    picture: () => {
      shown = performance.now() - began;
    },
  });
  return {
    ...Object.fromEntries(result.report.stages.map(({ name, ms }) => [name, ms])),
    'until the picture is there': shown,
    'with its measurements': performance.now() - began,
  };
}

async function compare({ name, plan, runs }: Picture, device: Host['device']): Promise<void> {
  const host = nodeHost(THREADS);
  const onGpu = device && { ...host, device };
  const times: Record<'processor' | 'gpu', Record<string, number>[]> = { processor: [], gpu: [] };
  for (let run = -1; run < runs; run += 1) {
    const processor = await timesOf(plan, host);
    const gpu = onGpu && (await timesOf(plan, onGpu));
    // The first run compiles shaders and traces the tables of the lens.
    if (run < 0) continue;
    times.processor.push(processor);
    if (gpu) times.gpu.push(gpu);
  }
  console.log(`\n${name}`);
  for (const part of Object.keys(times.processor[0]!)) {
    const [slow, fast] = [times.processor, times.gpu].map((all) =>
      all.length > 0 ? median(all.map((one) => one[part]!)) : undefined,
    );
    printRow(part, slow!, fast);
  }
}

function printRow(part: string, slow: number, fast: number | undefined): void {
  const cell = (value: number | undefined) =>
    (value === undefined ? 'not measured' : `${value.toFixed(1)} ms`).padStart(14);
  const ratio = fast === undefined ? '' : `${(slow / fast).toFixed(1)} ×`.padStart(10);
  console.log(`  ${part.padEnd(28)}${cell(slow)}${cell(fast)}${ratio}`);
}

/** One picture of a data set; another seed has other noise, and the same scene and lens. */
const ofDataSet = pictures[2]!;

/** Computes pictures of a data set, when the process that started this one says so. */
async function job(choice: 'cpu' | 'auto'): Promise<void> {
  const host = { ...nodeHost(1), device: await openDevice(choice) };
  await timesOf(ofDataSet.plan, host);
  console.log('ready');
  await once(process.stdin, 'data');
  for (let i = 0; i < PICTURES; i += 1) await timesOf(ofDataSet.plan, host);
  process.stdin.destroy();
  await closeDevice();
}

/** Milliseconds per picture of jobs that run at once. */
async function dataSet(choice: 'cpu' | 'auto'): Promise<number> {
  const jobs = Array.from({ length: JOBS }, () =>
    spawn(
      process.execPath,
      [...process.execArgv, fileURLToPath(import.meta.url), '--job', choice],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    ),
  );
  await Promise.all(jobs.map(({ stdout }) => once(stdout, 'data')));
  const began = performance.now();
  for (const { stdin } of jobs) stdin.write('go');
  await Promise.all(jobs.map((one) => once(one, 'exit')));
  return (performance.now() - began) / (JOBS * PICTURES);
}

const asked = process.argv.indexOf('--job');
if (asked >= 0) {
  await job(process.argv[asked + 1] === 'auto' ? 'auto' : 'cpu');
  process.exit();
}

const device = await openDevice('auto', (sentence) => {
  console.log(sentence);
});
console.log(
  device
    ? `GPU: ${device.facts.name}. Processor: ${THREADS} threads.`
    : `GPU: not measured, none was found. Processor: ${THREADS} threads.`,
);
console.log(`${' '.repeat(30)}${'processor'.padStart(14)}${'GPU'.padStart(14)}`);
for (const picture of pictures) await compare(picture, device);
console.log(`\n${ofDataSet.name}, ${JOBS} jobs of one thread, per picture`);
printRow('whole run', await dataSet('cpu'), device && (await dataSet('auto')));
await closeDevice();
await endParallel();
