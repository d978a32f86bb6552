/**
 * `npm run bench -- gpu`: pictures on the processor's two threads and on a GPU, side by side in one
 * run, stage by stage and with all transfers; and many pictures by two processes at once, as
 * `--jobs 2` computes a data set. Where there is no GPU it says so.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  simulate,
  type Device,
  type Host,
  type SimulationPlan,
  type SimulationResult,
} from '@lumenloom/engine';
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

/** A device that adds up how long each kind of its work takes, until this thread goes on. */
function timedDevice(device: Device, times: Record<string, number>): Device {
  return {
    ...device,
    compute: (work, data, watch) => {
      const began = performance.now();
      return device.compute(work, data, watch)?.then((result) => {
        const name = `… ${work.name}`;
        times[name] = (times[name] ?? 0) + performance.now() - began;
        return result;
      });
    },
  };
}

/**
 * Times of the stages of a run, and of the whole; on a device, of its works too: forming tiles and
 * veil ends with the last command, "end picture" waits until the device has done them.
 */
async function timesOf(
  plan: SimulationPlan,
  { device, ...rest }: Host,
  measures = true,
): Promise<Readonly<Record<string, number>>> {
  const works: Record<string, number> = {};
  const host = { ...rest, ...(device && { device: timedDevice(device, works) }) };
  const began = performance.now();
  let shown = 0;
  const result: SimulationResult = await simulate(plan, host, {
    ...quiet,
    measures,
    picture: () => {
      shown = performance.now() - began;
    },
  });
  const stages = result.report.stages.map(({ name, ms }) => [name, ms] as const);
  return {
    ...Object.fromEntries(stages),
    ...works,
    'before, between and after the stages':
      shown - stages.reduce((sum, [, milliseconds]) => sum + milliseconds, 0),
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
  for (const part of Object.keys((times.gpu[0] ?? times.processor[0])!)) {
    const [slow, fast] = [times.processor, times.gpu].map((all) =>
      all[0]?.[part] === undefined ? undefined : median(all.map((one) => one[part]!)),
    );
    printRow(part, slow, fast);
  }
}

/** The processor has no works of the device; without a device nothing of it is measured. */
function printRow(part: string, slow: number | undefined, fast: number | undefined): void {
  const cell = (value: number | undefined, without: string) =>
    (value === undefined ? without : `${value.toFixed(1)} ms`).padStart(14);
  const isBoth = slow !== undefined && fast !== undefined;
  const ratio = isBoth ? `${(slow / fast).toFixed(1)} ×`.padStart(10) : '';
  console.log(`  ${part.padEnd(38)}${cell(slow, '')}${cell(fast, 'not measured')}${ratio}`);
}

/** One picture of a data set; another seed has other noise, and the same scene and lens. */
const ofDataSet = pictures[2]!;

/** Computes pictures of a data set, when the process that started this one says so. */
async function job(choice: 'cpu' | 'auto'): Promise<void> {
  const host = { ...nodeHost(1), device: await openDevice(choice) };
  // As a data set is computed, without measurements.
  await timesOf(ofDataSet.plan, host, false);
  console.log('ready');
  await once(process.stdin, 'data');
  for (let i = 0; i < PICTURES; i += 1) await timesOf(ofDataSet.plan, host, false);
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
console.log(`${' '.repeat(40)}${'processor'.padStart(14)}${'GPU'.padStart(14)}`);
for (const picture of pictures) await compare(picture, device);
console.log(`\n${ofDataSet.name}, ${JOBS} jobs of one thread, per picture`);
printRow('whole run', await dataSet('cpu'), device && (await dataSet('auto')));
await closeDevice();
await endParallel();
