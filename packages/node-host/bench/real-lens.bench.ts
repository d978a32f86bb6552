import { findLensFile, lensDesign, newRay, simulate, traceRay, tracedLens, type SimulationResult } from '@lumenloom/engine';
import { nodeHost } from '../src/index.ts';
import type { Benchmark } from './benchmark.ts';
import { plainHost } from './plain-host.ts';
import { planOf, quiet } from './recipes.ts';

const TRACED_RAYS = 200_000;

/** Rays through the whole lens, starting on a grid over its front: how many ray-surfaces a core traces. */
function trace(name: string): Benchmark {
  const design = lensDesign(findLensFile(name)!);
  const lens = tracedLens(design, 550);
  const half = design.surfaces[0]!.semiDiameter * 0.3;
  return {
    name: `trace ${TRACED_RAYS} rays x ${design.surfaces.length} surfaces, ${name}, 1 thread`, runs: 9,
    fast: () => () => {
      const ray = newRay();
      for (let i = 0; i < TRACED_RAYS; i += 1) {
        ray.x = half * ((i % 447) / 223 - 1);
        ray.y = half * (Math.floor(i / 447) / 223 - 1);
        ray.z = -1;
        ray.L = 0;
        ray.M = 0;
        ray.N = 1;
        ray.opticalPath = 0;
        traceRay(lens, ray);
      }
    },
  };
}

/** A whole run through a lens, tables warm; its stages as parts. */
const throughLens = (scene: string, optics: string, columns: number, rows: number, threads: number, hfov = 10): Benchmark => {
  const plan = planOf({ scene, optics, isp: 'Fast-openISP' }, columns, rows, hfov);
  const host = nodeHost(threads);
  return {
    name: `run ${columns}x${rows} ${scene}, ${optics}, ${threads} thread${threads === 1 ? '' : 's'}`, runs: columns > 1000 ? 3 : 9,
    fast: () => () => simulate(plan, host, quiet),
    ...(threads === 1 && { plain: () => () => simulate(plan, plainHost(host), quiet) }),
    parts: (outcome) => (outcome as SimulationResult).report.stages.map(({ name, ms }) => ({ name, ms })),
    ...(columns > 1000 && { ownProcess: true }),
  };
};

/** Tracing, and whole runs through real lenses (issues 'Optics' and 'Fast-openISP'). */
export const realLens: readonly Benchmark[] = [
  trace('cooke-triplet'), trace('double-gauss'), trace('fisheye'),
  ...['Slanted Edge', 'Macbeth', 'apple.jpg'].map((scene) => throughLens(scene, 'Double-Gauss', 650, 450, 2)),
  throughLens('Macbeth', 'Double-Gauss', 650, 450, 1),
  throughLens('Macbeth', 'Double-Gauss', 4000, 3000, 2, 28),
];
