import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { MeshTree, loadMeshKernel } from './mesh-tree.ts';
import type { Mesh } from './mesh.ts';

const kernel = new URL('../../../engine/wasm/mesh-hits.wasm', import.meta.url);
beforeAll(() => loadMeshKernel(() => readFile(kernel)));

let state = 7;
const random = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32 - 0.5;
};

/** Triangles of size 0.2 in a cube of side 1. */
function soup(triangles: number): Mesh {
  const positions = new Float64Array(9 * triangles);
  for (let at = 0; at < positions.length; at += 9) {
    const middle = [random(), random(), random()];
    for (let i = 0; i < 9; i += 1) positions[at + i] = middle[i % 3]! + 0.2 * random();
  }
  const indices = Uint32Array.from({ length: 3 * triangles }, (_, at) => at);
  return { kind: 'mesh', positions, indices };
}

/** Where a ray meets one triangle, by a rule that shares nothing with the tree. */
function distanceTo({ positions: p }: Mesh, triangle: number, ray: Float64Array): number {
  const corner = (k: number) => [0, 1, 2].map((i) => p[9 * triangle + 3 * k + i]! - ray[i]!);
  const way = [ray[3]!, ray[4]!, ray[5]!];
  const det = ([a, b, c]: number[][]): number =>
    a![0]! * (b![1]! * c![2]! - b![2]! * c![1]!) -
    a![1]! * (b![0]! * c![2]! - b![2]! * c![0]!) +
    a![2]! * (b![0]! * c![1]! - b![1]! * c![0]!);
  const [a, b, c] = [corner(0), corner(1), corner(2)];
  // Volumes on the three edges have one sign where the ray goes through.
  const [u, v, w] = [det([way, b, c]), det([way, c, a]), det([way, a, b])];
  if (!((u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0))) return Infinity;
  const distance = det([a, b, c]) / (u + v + w);
  return distance > 0 ? distance : Infinity;
}

const newRay = (from = 0): Float64Array =>
  Float64Array.of(random(), random(), random(), random(), random(), random(), from, Infinity);

test('the kernel and its plain twin meet the same triangle with the same bits', () => {
  const mesh = soup(500);
  const [fast, plain] = [new MeshTree(mesh), new MeshTree(mesh, true)];
  let met = 0;
  for (let i = 0; i < 2000; i += 1) {
    const one = newRay(i % 3 === 0 ? 0.1 : 0);
    if (i % 5 === 0) one[3 + (i % 3)] = 0;
    const other = one.slice();
    const isAny = i % 2 === 1;
    const found = fast.meet(one, isAny);
    expect(plain.meet(other, isAny)).toBe(found);
    expect(other).toEqual(one);
    if (!found) continue;
    met += 1;
    expect(plain.meeting).toEqual(fast.meeting);
  }
  expect(met).toBeGreaterThan(500);
});

test('the tree finds the nearest of all triangles', () => {
  const mesh = soup(300);
  const tree = new MeshTree(mesh);
  let met = 0;
  for (let i = 0; i < 300; i += 1) {
    const ray = newRay();
    const nearest = Math.min(...Array.from({ length: 300 }, (_, at) => distanceTo(mesh, at, ray)));
    const found = tree.meet(ray, false);
    expect(found).toBe(nearest < Infinity);
    if (!found) continue;
    met += 1;
    expect(ray[7]).toBeCloseTo(nearest, 9);
    expect(distanceTo(mesh, tree.meeting.triangle, ray)).toBeCloseTo(nearest, 9);
  }
  expect(met).toBeGreaterThan(50);
});

test('a ray in the plane between two boxes meets what lies there', () => {
  // Triangles on both sides of x = 0, with their lower side on it.
  const corners: number[] = [];
  for (let x = -20; x < 20; x += 1) corners.push(x, 0, -1, x + 1, 0, -1, x, 1, -1);
  const mesh: Mesh = {
    kind: 'mesh',
    positions: Float64Array.from(corners),
    indices: Uint32Array.from({ length: corners.length / 3 }, (_, at) => at),
  };
  for (const tree of [new MeshTree(mesh), new MeshTree(mesh, true)]) {
    const ray = Float64Array.of(0, 0.25, 1, 0, 0, -1, 0, Infinity);
    expect(tree.meet(ray, false)).toBe(true);
    expect(ray[7]).toBe(2);
  }
});

test('a ray that is no number meets nothing', () => {
  for (const isPlain of [false, true])
    expect(new MeshTree(soup(50), isPlain).meet(new Float64Array(8).fill(NaN), false)).toBe(false);
});
