/**
 * `npm run bench -- optimise`: what studies cost. 10,000 runs of an expression study shall take at
 * most 10 s with all files, and a study at most 2 % beside the runs of its camera.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readModelSettings } from '@lumenloom/node-host';
import { openStudy } from '../src/folder/study-folder.ts';
import { planStudy } from '../src/plan/plan-study.ts';
import { runStudy } from '../src/evaluate/run/run-study.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const names = Array.from({ length: 10 }, (_, at) => `x${at + 1}`);
const EXPRESSIONS = {
  name: 'Rosenbrock of 10',
  vary: names.map((name) => ({ name, from: -5, to: 5 })),
  objectives: [
    {
      expression: names
        .slice(1)
        .map((name, at) => `100*(${name} - ${names[at]!}**2)**2 + (1 - ${names[at]!})**2`)
        .join(' + '),
      goal: 'minimise',
    },
  ],
  budget: { runs: 10_000 },
};
const CAMERA = {
  name: 'Pixels',
  recipe: {
    scene: 'Macbeth',
    sensor: 'Bayer-grbg',
    sensorParams: { rows: 900, cols: 1350, pixel_size: 1.6 },
    isp: 'Fast-openISP',
    illuminant: 'D65',
  },
  vary: [
    { path: 'sensorParams.read_noise', name: 'noise', from: 0.5, to: 8, scale: 'log' },
    { path: 'sensorParams.analog_gain', name: 'gain', from: 0.5, to: 4, scale: 'log' },
  ],
  definitions: { cost: '3*gain + noise' },
  objectives: [{ expression: 'measurements.colour.mean + cost/10', goal: 'minimise' }],
  algorithm: { name: 'cma-es' },
};
/** Runs of a camera, of a megapixel. */
const [FEW, MANY] = [4, 24];

/** Seconds of a whole study on one thread, and those that its runs took. */
async function timed(
  document: object,
): Promise<{ readonly seconds: number; readonly runs: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-bench-'));
  try {
    const read = await planStudy(document);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const planned = read.value;
    const began = performance.now();
    const study = await openStudy(join(folder, 'out'), planned, false);
    let loopEnded = began;
    const ended = await runStudy(planned, {
      jobs: 1,
      models: readModelSettings(process.env),
      folder: join(folder, 'out'),
      signal: new AbortController().signal,
      before: [],
      keep: study.add,
      now: () => performance.now(),
      progress: () => {
        loopEnded = performance.now();
      },
    });
    const looped = loopEnded - began;
    await study.finish(ended);
    const whole = performance.now() - began;
    return planned.camera
      ? { seconds: looped / 1000, runs: ended.computingMs / 1000 }
      : { seconds: whole / 1000, runs: 0 };
  } finally {
    await rm(folder, { recursive: true });
  }
}

for (const algorithm of ['cma-es', 'de']) {
  const { seconds } = await timed({ ...EXPRESSIONS, algorithm: { name: algorithm } });
  say(`optimise, 10,000 runs of an expression study with ${algorithm}: ${seconds.toFixed(2)} s`);
}
// The difference of two studies has no start of a thread in it.
const [few, many] = [
  await timed({ ...CAMERA, budget: { runs: FEW } }),
  await timed({ ...CAMERA, budget: { runs: FEW + MANY } }),
];
const [seconds, runs] = [many.seconds - few.seconds, many.runs - few.runs];
const share = (100 * (seconds - runs)) / runs;
say(`optimise, ${MANY} runs of a camera: ${runs.toFixed(2)} s, ${share.toFixed(2)} % beside them`);
