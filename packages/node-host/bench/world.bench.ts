import { setImmediate } from 'node:timers/promises';
import { BufferAttribute, BufferGeometry, DoubleSide, Ray, Vector3 } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import {
  LitWorld,
  MeshTree,
  cameraOf,
  loadMeshKernel,
  renderPicture,
  type Mesh,
} from '@lumenloom/world';
import { exampleWorld, openedWorld, renderHelpers } from '../src/index.ts';
import { loadKernel } from '../src/kernels.ts';
import type { Benchmark } from './benchmark.ts';

/** Turns and rings of a ball of 1e5 triangles. */
const TURNS = 224;
const RAYS = 100_000;
/** Theirs are single floats. */
const SAME = 1e-5;

/** A bumpy ball in a box of 4 m. */
function ballInBox(turns = TURNS): Mesh {
  const positions: number[] = [];
  const indices: number[] = [];
  const quad = (a: number, b: number, c: number, d: number): void => {
    indices.push(a, b, c, c, b, d);
  };
  for (let i = 0; i <= turns; i += 1)
    for (let j = 0; j <= turns; j += 1) {
      const [down, round] = [(Math.PI * i) / turns, (2 * Math.PI * j) / turns];
      const radius = 1 + 0.05 * Math.sin(20 * down) * Math.sin(20 * round);
      positions.push(
        radius * Math.sin(down) * Math.cos(round),
        radius * Math.cos(down),
        radius * Math.sin(down) * Math.sin(round),
      );
    }
  for (let i = 0; i < turns; i += 1)
    for (let j = 0; j < turns; j += 1) {
      const at = i * (turns + 1) + j;
      quad(at, at + 1, at + turns + 1, at + turns + 2);
    }
  const first = positions.length / 3;
  for (const x of [-2, 2])
    for (const y of [-2, 2]) for (const z of [-2, 2]) positions.push(x, y, z);
  for (const [a, b, c, d] of [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [0, 1, 4, 5],
    [2, 3, 6, 7],
    [0, 2, 4, 6],
    [1, 3, 5, 7],
  ] as const)
    quad(first + a, first + b, first + c, first + d);
  return {
    kind: 'mesh',
    positions: Float64Array.from(positions),
    indices: Uint32Array.from(indices),
  };
}

/** Origin and direction of each ray. */
function raysOf(kind: 'camera' | 'random'): Float64Array {
  const rays = new Float64Array(6 * RAYS);
  let state = 1;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const side = Math.ceil(Math.sqrt(RAYS));
  for (let at = 0; at < RAYS; at += 1) {
    const way =
      kind === 'camera'
        ? [(at % side) / side - 0.5, Math.floor(at / side) / side - 0.5, -0.7]
        : [random() - 0.5, random() - 0.5, random() - 0.5];
    const length = Math.hypot(...way);
    const origin = kind === 'camera' ? [0, 0, 1.95] : [0, 0, 0].map(() => 3.8 * (random() - 0.5));
    rays.set([...origin, ...way.map((part) => part / length)], 6 * at);
  }
  return rays;
}

/** Sums of distances: what both sides must agree in. */
function ours(tree: MeshTree, rays: Float64Array): () => number {
  const ray = new Float64Array(8);
  return () => {
    let sum = 0;
    for (let at = 0; at < rays.length; at += 6) {
      for (let i = 0; i < 6; i += 1) ray[i] = rays[at + i]!;
      ray[6] = 0;
      ray[7] = Infinity;
      if (tree.meet(ray, false)) sum += ray[7];
    }
    return sum;
  };
}

function geometryOf({ positions, indices }: Mesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(new BufferAttribute(indices.slice(), 1));
  return geometry;
}

function theirs(mesh: Mesh, rays: Float64Array): () => number {
  const tree = new MeshBVH(geometryOf(mesh), { strategy: SAH });
  const ray = new Ray(new Vector3(), new Vector3());
  return () => {
    let sum = 0;
    for (let at = 0; at < rays.length; at += 6) {
      ray.origin.fromArray(rays, at);
      ray.direction.fromArray(rays, at + 3);
      const hit = tree.raycastFirst(ray, DoubleSide);
      if (hit) sum += hit.distance;
    }
    return sum;
  };
}

const hits = (kind: 'camera' | 'random', isPlain: boolean, ratio: number): Benchmark => ({
  name: `world, ${kind} rays, three-mesh-bvh by our ${isPlain ? 'plain twin' : 'kernel'}`,
  runs: 10,
  fast: async () => {
    await loadMeshKernel(loadKernel);
    const [mesh, rays] = [ballInBox(), raysOf(kind)];
    const run = ours(new MeshTree(mesh, isPlain), rays);
    const [own, other] = [run(), theirs(mesh, rays)()];
    if (!(Math.abs(own / other - 1) < SAME))
      throw new Error(`The rays go ${own} m here and ${other} m in three-mesh-bvh.`);
    return run;
  },
  plain: () => theirs(ballInBox(), raysOf(kind)),
  work: { amount: RAYS, unit: 'rays' },
  limit: { ratio },
});

/** The desk through its pinhole. */
async function desk(threads: number, columns: number, rows: number, samples: number) {
  const { world, folder } = (await exampleWorld('example:desk'))!;
  const opened = { document: world as object, folder };
  const light = await openedWorld(opened);
  const lit = new LitWorld(light);
  const camera = cameraOf(light.world, lit.posed.poses, { columns, rows });
  return () =>
    renderPicture(lit, camera, {
      samples,
      seed: 1,
      rate: 1,
      helpers: renderHelpers(opened, threads),
      stopped: () => false,
      pause: () => setImmediate(),
      reach: () => undefined,
    });
}

/** Limits: docs/reference/world.md and the reference of worlds, W14. */
export const worlds: readonly Benchmark[] = [
  hits('camera', false, 5),
  hits('random', false, 4),
  hits('camera', true, 0.8),
  hits('random', true, 0.8),
  {
    name: 'world, tree of 1e5 triangles, three-mesh-bvh by ours',
    runs: 3,
    fast: () => {
      const mesh = ballInBox();
      return () => new MeshTree(mesh, true);
    },
    plain: () => {
      const geometry = geometryOf(ballInBox());
      return () => new MeshBVH(geometry.clone(), { strategy: SAH });
    },
    limit: { ratio: 1 / 0.3 },
  },
  {
    name: 'world, tree of 1e6 triangles',
    runs: 1,
    ownProcess: true,
    cold: true,
    fast: () => {
      const mesh = ballInBox(707);
      return () => new MeshTree(mesh, true);
    },
  },
  {
    name: 'world, desk, one thread by two',
    runs: 3,
    fast: () => desk(2, 160, 112, 16),
    plain: () => desk(1, 160, 112, 16),
    work: { amount: 160 * 112 * 16, unit: 'paths' },
    limit: { ratio: 1.8 },
  },
  {
    name: 'world, desk, 650 x 450, 64 samples, 2 threads',
    runs: 1,
    ownProcess: true,
    cold: true,
    fast: () => desk(2, 650, 450, 64),
    work: { amount: 650 * 450 * 64, unit: 'paths' },
    limit: { ms: 90_000 },
  },
];
