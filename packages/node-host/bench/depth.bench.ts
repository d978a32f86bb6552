import { simulate, type SimulationPlan, type SimulationResult } from '@lumenloom/engine';
import { nodeHost } from '../src/index.ts';
import type { Benchmark } from './benchmark.ts';
import { planOf, quiet } from './recipes.ts';

/** A grey-green picture with detail, rows x columns, and distances that run from near to far. */
function sceneWithDepth(
  columns: number,
  rows: number,
  near: number,
  far: number,
): Pick<SimulationPlan, 'scene' | 'depth'> {
  const samples = columns * rows;
  const planes = [0, 1, 2].map((channel) => {
    const plane = new Float32Array(new SharedArrayBuffer(4 * samples));
    for (let at = 0; at < samples; at += 1) plane[at] = ((at * (7919 + channel)) % 997) / 997;
    return plane;
  });
  const distances = new Float32Array(new SharedArrayBuffer(4 * samples));
  for (let row = 0, at = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, at += 1) {
      // Discs stand before the far part of a wall that comes nearer from left to right.
      const isDisc = Math.hypot((column % 160) - 80, (row % 150) - 75) < 40;
      const share = isDisc ? 1 : (0.8 * column) / columns;
      distances[at] = 1 / (1 / far + share * (1 / near - 1 / far));
    }
  const digest = `${columns} ${rows} ${near} ${far}`;
  const size = { rows, columns };
  return {
    scene: {
      id: 'own',
      label: 'bench',
      digest,
      nativeIlluminant: 'd65',
      parameters: { hfov: (10 * Math.PI * columns) / 650 / 180 },
      data: { ...size, planes, spectra: undefined },
    },
    depth: { label: 'bench', digest, ...size, kind: 'z', distances, unknownShare: 0 },
  };
}

interface Choice {
  readonly optics: string;
  readonly focusDistance: number;
  readonly near: number;
  readonly far: number;
}
/** Distances that make 16 layers of each lens on pixels of 2.2 um. */
const IDEAL: Choice = { optics: '', focusDistance: 0.8, near: 0.4, far: 4 };
const COOKE: Choice = { optics: 'Cooke Triplet', focusDistance: 0.6, near: 0.38, far: 5 };
const LAYERS = 16;

/** Plans of a picture with distances, and of the same picture in the plane of focus. */
function plansOf({ optics, focusDistance, near, far }: Choice, columns: number, rows: number) {
  const plan = planOf({ scene: 'Macbeth', optics }, columns, rows, 10);
  const lens = optics === '' ? undefined : plan.optics;
  const { scene, depth } = sceneWithDepth(columns, rows, near, far);
  const focus = { objectDistance: focusDistance, focusDistance };
  const flat = { ...plan, scene, optics: { lens, focus } } as SimulationPlan;
  return { flat, deep: { ...flat, ...(depth && { depth }) }, plain: { ...plan, scene } };
}

/** Runs whose optics stage counts, each with tables in the cache but without kept results. */
const runOf = (plan: SimulationPlan) => () => () =>
  simulate(plan, nodeHost(2), { ...quiet, measures: false });
const opticsMs = (outcome: unknown): number =>
  (outcome as SimulationResult).report.stages.find(({ name }) => name === 'optics')!.ms;

/** The same as `runOf`, which makes sure that the scene has as many layers as the name says. */
const deepRun = (plan: SimulationPlan) => async () => {
  const { report } = await runOf(plan)()();
  const { layers } = report.optics.depth!;
  if (layers !== LAYERS) throw new Error(`the scene has ${layers} layers, not ${LAYERS}`);
  return runOf(plan)();
};

const [ideal, cooke] = [plansOf(IDEAL, 650, 450), plansOf(COOKE, 650, 450)];
export const depth: readonly Benchmark[] = [
  {
    name: 'depth: flat, Cooke at infinity; beside it at .6 m',
    runs: 5,
    fast: runOf(cooke.plain),
    plain: runOf(cooke.flat),
    ms: opticsMs,
  },
  {
    name: 'depth: 16 layers 650x450, ideal',
    runs: 3,
    fast: deepRun(ideal.deep),
    ms: opticsMs,
  },
  {
    name: 'depth: flat 650x450, Cooke; beside it 16 layers',
    runs: 3,
    fast: runOf(cooke.flat),
    plain: deepRun(cooke.deep),
    ms: opticsMs,
  },
  {
    name: 'depth: 16 layers 4000x3000, ideal',
    runs: 1,
    ownProcess: true,
    cold: true,
    fast: () => runOf(plansOf(IDEAL, 4000, 3000).deep)(),
  },
];
