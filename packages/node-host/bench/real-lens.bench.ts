import {
  findLensFile,
  jobs,
  lensDesign,
  newRay,
  readLensFile,
  simulate,
  traceRay,
  tracedLens,
  WAVELENGTHS,
  type Host,
  type LensFile,
  type SimulationResult,
} from '@lumenloom/engine';
import { nodeHost } from '../src/index.ts';
import type { Benchmark } from './benchmark.ts';
import { plainHost } from './plain-host.ts';
import { plainLens, plainTrace } from './plain-trace.ts';
import { planOf, quiet } from './recipes.ts';

const TRACED_RAYS = 200_000;
/** Records of surfaces may cost a trace that much of the time that it takes without them. */
const LEAST_RATIO = 0.97;

/** A lens with small aspheric terms on its first and its last surface. */
const withAspheres = (surfaces: LensFile['surfaces']): LensFile['surfaces'] =>
  surfaces.map((row, at) =>
    at === 0 || at === surfaces.length - 1
      ? { ...row, conic: 0.1, aspheric: [0, 1e-8, -1e-10, 1e-13] }
      : row,
  );

/**
 * Traces rays that start on a grid over the front of the lens; reports ray-surfaces per second of
 * one core. Its twin has the shapes of the surfaces in its loop. In a process of its own: how V8
 * compiles a trace depends on the lenses before.
 */
async function trace(name: string, isAspheric = false): Promise<Benchmark> {
  const file = (await findLensFile(name))!;
  const design = lensDesign(
    isAspheric ? readLensFile({ ...file, surfaces: withAspheres(file.surfaces) }) : file,
  );
  const lens = tracedLens(design, 550);
  const plain = plainLens(lens);
  const half = design.surfaces[0]!.semiDiameterMm * 0.3;
  const rays = (take: (ray: ReturnType<typeof newRay>) => void) => () => {
    const ray = newRay();
    let sum = 0;
    for (let i = 0; i < TRACED_RAYS; i += 1) {
      ray.xMm = half * ((i % 447) / 223 - 1);
      ray.yMm = half * (Math.floor(i / 447) / 223 - 1);
      ray.zMm = -1;
      ray.L = 0;
      ray.M = 0;
      ray.N = 1;
      ray.opticalPathMm = 0;
      take(ray);
      sum += ray.xMm + ray.opticalPathMm;
    }
    return sum;
  };
  const [fast, twin] = [rays((ray) => traceRay(lens, ray)), rays((ray) => plainTrace(plain, ray))];
  return {
    name: `trace ${TRACED_RAYS} rays x ${design.surfaces.length} surfaces, ${name}${isAspheric ? ' with two aspheres' : ''}, 1 thread`,
    runs: 31,
    work: { amount: TRACED_RAYS * design.surfaces.length, unit: 'ray-surfaces' },
    limit: { ratio: LEAST_RATIO },
    ownProcess: true,
    fast: () => {
      if (fast() !== twin()) throw new Error(`The twin traces other rays through ${name}.`);
      return fast;
    },
    plain: () => twin,
  };
}

/**
 * Kernels of 31 wavelengths and 8 fields, 33 x 33 pixels of 2.2 um and 4 phases: what a picture
 * through a new lens waits for.
 */
async function pointSpreads(threads: number): Promise<Benchmark> {
  const design = lensDesign((await findLensFile('double-gauss'))!);
  const [reach, oversampling] = [16, 2];
  const whole = { share: 1, spread: 0 };
  const length = WAVELENGTHS.length * (oversampling * (2 * reach + 1)) ** 2;
  const out = new Float32Array(new SharedArrayBuffer(8 * (length + WAVELENGTHS.length) * 4));
  const parts = Array.from(
    { length: 8 },
    (_, field): Parameters<typeof jobs.tracePointSpreads>[0] => ({
      design,
      reach,
      oversampling,
      pitchMm: 1.1e-3,
      sides: [whole, whole],
      out,
      at: field * length,
      lostAt: 8 * length + field * WAVELENGTHS.length,
      wavelengths: [...WAVELENGTHS],
      angles: WAVELENGTHS.map(() => (design.halfField * field) / 7),
      shiftsMm: WAVELENGTHS.map(() => 0),
      towards: [0, 1],
    }),
  );
  const host = nodeHost(threads);
  const run = (on: Host) => () => on.parallel(jobs.tracePointSpreads, parts, quiet);
  return {
    name: `point spreads 31 x 8 fields, double-gauss, ${threadsOf(threads)}`,
    runs: 7,
    fast: () => run(host),
    ...(threads === 1 && { plain: () => run(plainHost(host)) }),
  };
}

/** Size of the picture, and field of view of the scene, degrees. */
interface Shot {
  readonly columns: number;
  readonly rows: number;
  readonly hfov: number;
}
const smallShot: Shot = { columns: 650, rows: 450, hfov: 10 };
const largeShot: Shot = { columns: 4000, rows: 3000, hfov: 28 };

/**
 * Image formation alone, tables warm; against the plain twin on one thread, whose ratio holds per
 * pixel for larger pictures too.
 */
function imageFormation(
  scene: string,
  optics: string,
  { columns, rows, hfov }: Shot,
  threads: number,
): Benchmark {
  const plan = planOf({ scene, optics }, columns, rows, hfov);
  const host = nodeHost(threads);
  const run = (on: Host) => () => simulate(plan, on, quiet);
  return {
    name: `form image ${columns}x${rows} ${scene}, ${optics}, ${threadsOf(threads)}`,
    runs: columns > 1000 ? 3 : 7,
    fast: () => run(host),
    ms: (outcome) =>
      (outcome as SimulationResult).report.stages.find(({ name }) => name === 'optics')!.ms,
    ...(threads === 1 && { plain: () => run(plainHost(host)) }),
    ...(columns > 1000 && { ownProcess: true }),
  };
}

const threadsOf = (threads: number): string => `${threads} thread${threads === 1 ? '' : 's'}`;

/** A whole run through a lens with tables in memory; its stages are parts. */
const throughLens = (
  scene: string,
  optics: string,
  { columns, rows, hfov }: Shot,
  threads: number,
): Benchmark => {
  const plan = planOf({ scene, optics, isp: 'Fast-openISP' }, columns, rows, hfov);
  const host = nodeHost(threads);
  return {
    name: `run ${columns}x${rows} ${scene}, ${optics}, ${threadsOf(threads)}`,
    runs: columns > 1000 ? 3 : 9,
    fast: () => () => simulate(plan, host, quiet),
    ...(threads === 1 && { plain: () => () => simulate(plan, plainHost(host), quiet) }),
    parts: (outcome) =>
      (outcome as SimulationResult).report.stages.map(({ name, ms }) => ({ name, ms })),
    ...(columns > 1000 && { ownProcess: true }),
  };
};

/**
 * Tracing, image formation, and whole runs through real lenses (issues 'Optics' and
 * 'Fast-openISP').
 */
const ofLenses: readonly Benchmark[] = [
  await trace('cooke-triplet'),
  await trace('double-gauss'),
  await trace('double-gauss', true),
  await trace('fisheye'),
  await pointSpreads(2),
  await pointSpreads(1),
  ...['Slanted Edge', 'Macbeth', 'apple.jpg'].flatMap((scene) =>
    [2, 1].map((threads) => imageFormation(scene, 'Double-Gauss', smallShot, threads)),
  ),
  imageFormation('Macbeth', 'Double-Gauss', largeShot, 2),
  imageFormation('Macbeth', 'Fisheye', { ...largeShot, hfov: 150 }, 2),
  ...['Slanted Edge', 'Macbeth', 'apple.jpg'].map((scene) =>
    throughLens(scene, 'Double-Gauss', smallShot, 2),
  ),
  throughLens('Macbeth', 'Double-Gauss', smallShot, 1),
  throughLens('Macbeth', 'Double-Gauss', largeShot, 2),
];

export const realLens: readonly Benchmark[] = ofLenses.map((benchmark) => ({
  ...benchmark,
  name: `real-lens: ${benchmark.name}`,
}));
