import { compileKernel, placeBlocks, type Host, type KernelExports } from '@lumenloom/engine';
import type { Mesh } from './mesh.ts';
import type { Meeting } from './meet.ts';
import type { Ray } from './ray.ts';
import { MOST_DEPTH, buildTree, type Tree } from './tree.ts';

/** Children of a node; a node has 32 words. */
const WIDE = 4;
const WORDS = 32;
/** Words of a node: bounds of the children, low x first, then what is in them. */
const LINKS = 24;
const COUNTS = 28;
/** The count of a place in a node that has no child. */
const NOTHING = -1;
/** Numbers of a triangle: a corner and two sides. */
const NUMBERS = 9;
/** Triangles are wider by this share: no ray slips through the edge between two of them. */
const EDGE = 1e-10;
/** Boxes are longer by this share along a ray, against rounding. */
const WIDER = 1 + 1e-12;
/** Meshes with fewer triangles are walked by the plain twin: a call costs as much. */
const WORTH_A_CALL = 32;

interface MeshExports extends KernelExports {
  readonly rayAddress: () => number;
  readonly meet: (nodes: number, triangles: number, isAnyEnough: number) => number;
}

let compiled: WebAssembly.Module | undefined;

/**
 * Loads the kernel for the meshes of this thread that are read from now on; without it, or where
 * there is none, the plain twin walks.
 */
export async function loadMeshKernel(loadKernel: Host['loadKernel']): Promise<void> {
  compiled = await compileKernel(loadKernel, 'mesh-hits');
}

/** The kernel with a mesh in its memory. */
interface InKernel {
  readonly meet: MeshExports['meet'];
  readonly ray: Float64Array;
  readonly nodesAt: number;
  readonly trianglesAt: number;
}

const floats = new Float32Array(1);
const bits = new Int32Array(floats.buffer);

/** The largest single float that is not above a number. */
function below(value: number): number {
  const near = Math.fround(value);
  if (!(near > value)) return near;
  floats[0] = near;
  if (near > 0) bits[0]! -= 1;
  else if (near < 0) bits[0]! += 1;
  else return -(2 ** -149);
  return floats[0];
}

/**
 * A tree of the triangles of a mesh with four boxes in a node, and what a ray meets in it. Words of
 * a node: low x of the four, low y, low z, high x, high y, high z as single floats, rounded
 * outwards, then links and counts: the first triangle of a leaf and how many, or a node and 0.
 *
 * @see assembly/mesh-hits.ts, its fast twin, which gives the same bits.
 */
export class MeshTree {
  /** What the last ray met. */
  readonly meeting: Meeting = { triangle: -1, a: 0, b: 0 };
  private readonly nodes: Float32Array;
  private readonly links: Int32Array;
  private readonly triangles: Float64Array;
  private readonly order: Uint32Array;
  private readonly kernel: InKernel | undefined;
  private readonly stack = new Float64Array(WIDE * MOST_DEPTH);
  private readonly waiting = new Int32Array(2 * WIDE * MOST_DEPTH);

  /** @param isPlain without the kernel, even where it is loaded. */
  constructor(mesh: Mesh, isPlain = false) {
    const tree = buildTree(triangleBounds(mesh));
    this.order = tree.order;
    const nodes = widened(tree);
    const count = tree.order.length;
    const bytes = [nodes.byteLength, 8 * NUMBERS * count] as const;
    const kernel = isPlain || count < WORTH_A_CALL ? undefined : instanceOf(bytes);
    const [buffer, at] = kernel
      ? [kernel.exports.memory.buffer, kernel.addresses]
      : [new ArrayBuffer(bytes[0] + bytes[1]), [0, bytes[0]] as const];
    this.nodes = new Float32Array(buffer, at[0], nodes.length);
    this.nodes.set(nodes);
    this.links = new Int32Array(buffer, at[0], nodes.length);
    this.triangles = new Float64Array(buffer, at[1], NUMBERS * count);
    fillTriangles(this.triangles, mesh, tree.order);
    this.kernel = kernel && {
      meet: kernel.exports.meet,
      ray: new Float64Array(buffer, kernel.exports.rayAddress(), 11),
      nodesAt: at[0],
      trianglesAt: at[1],
    };
  }

  /**
   * Meets a triangle, the nearest one, and shortens the ray to it.
   *
   * @param isAnyEnough any triangle will do, and ends the ray: for shadows.
   */
  meet(ray: Ray, isAnyEnough: boolean): boolean {
    const { kernel, meeting } = this;
    if (!kernel) return this.walk(ray, isAnyEnough);
    const own = kernel.ray;
    for (let i = 0; i < 8; i += 1) own[i] = ray[i]!;
    const found = kernel.meet(kernel.nodesAt, kernel.trianglesAt, isAnyEnough ? 1 : 0);
    if (found < 0) return false;
    ray[7] = own[8]!;
    meeting.triangle = this.order[found]!;
    meeting.a = own[9]!;
    meeting.b = own[10]!;
    return true;
  }

  private walk(ray: Ray, isAnyEnough: boolean): boolean {
    const { stack, waiting } = this;
    let isMet = false;
    let top = 1;
    stack[0] = ray[6]!;
    waiting[0] = 0;
    waiting[1] = 0;
    while (top > 0) {
      top -= 1;
      if (stack[top]! > ray[7]!) continue;
      const link = waiting[2 * top]!;
      const count = waiting[2 * top + 1]!;
      if (count === 0) top = this.enter(link, ray, top);
      else if (this.meetTriangles(link, link + count, ray, isAnyEnough)) {
        isMet = true;
        if (isAnyEnough) break;
      }
    }
    return isMet;
  }

  /** Lays the children that a ray meets on the stack, the nearest last. */
  private enter(node: number, ray: Ray, base: number): number {
    const { nodes, links, stack, waiting } = this;
    const [ox, oy, oz] = [ray[0]!, ray[1]!, ray[2]!];
    const [ix, iy, iz] = [1 / ray[3]!, 1 / ray[4]!, 1 / ray[5]!];
    const first = WORDS * node;
    const nearX = ix < 0 ? first + 12 : first;
    const farX = 2 * first + 12 - nearX;
    const nearY = iy < 0 ? first + 16 : first + 4;
    const farY = 2 * first + 20 - nearY;
    const nearZ = iz < 0 ? first + 20 : first + 8;
    const farZ = 2 * first + 28 - nearZ;
    let top = base;
    for (let child = 0; child < WIDE; child += 1) {
      let near = ray[6]!;
      let far = ray[7]!;
      // A ray in the plane of a side gives NaN, which comparisons pass over.
      const x = (nodes[nearX + child]! - ox) * ix;
      if (near < x) near = x;
      const y = (nodes[nearY + child]! - oy) * iy;
      if (near < y) near = y;
      const z = (nodes[nearZ + child]! - oz) * iz;
      if (near < z) near = z;
      const farAtX = (nodes[farX + child]! - ox) * ix;
      if (farAtX < far) far = farAtX;
      const farAtY = (nodes[farY + child]! - oy) * iy;
      if (farAtY < far) far = farAtY;
      const farAtZ = (nodes[farZ + child]! - oz) * iz;
      if (farAtZ < far) far = farAtZ;
      if (!(near <= far * WIDER)) continue;
      let at = top;
      for (; at > base && stack[at - 1]! <= near; at -= 1) {
        stack[at] = stack[at - 1]!;
        waiting[2 * at] = waiting[2 * at - 2]!;
        waiting[2 * at + 1] = waiting[2 * at - 1]!;
      }
      stack[at] = near;
      waiting[2 * at] = links[first + LINKS + child]!;
      waiting[2 * at + 1] = links[first + COUNTS + child]!;
      top += 1;
    }
    return top;
  }

  /** @see Möller, Trumbore: Fast, minimum storage ray/triangle intersection. */
  private meetTriangles(first: number, last: number, ray: Ray, isAnyEnough: boolean): boolean {
    const { triangles, meeting } = this;
    const [ox, oy, oz] = [ray[0]!, ray[1]!, ray[2]!];
    const [dx, dy, dz] = [ray[3]!, ray[4]!, ray[5]!];
    let isMet = false;
    for (let triangle = first; triangle < last; triangle += 1) {
      const t = NUMBERS * triangle;
      const [ax, ay, az] = [triangles[t + 3]!, triangles[t + 4]!, triangles[t + 5]!];
      const [bx, by, bz] = [triangles[t + 6]!, triangles[t + 7]!, triangles[t + 8]!];
      const [hx, hy, hz] = [dy * bz - dz * by, dz * bx - dx * bz, dx * by - dy * bx];
      const determinant = ax * hx + ay * hy + az * hz;
      if (determinant === 0) continue;
      const inverse = 1 / determinant;
      const sx = ox - triangles[t]!;
      const sy = oy - triangles[t + 1]!;
      const sz = oz - triangles[t + 2]!;
      const a = (sx * hx + sy * hy + sz * hz) * inverse;
      if (!(a >= -EDGE && a <= 1 + EDGE)) continue;
      const [qx, qy, qz] = [sy * az - sz * ay, sz * ax - sx * az, sx * ay - sy * ax];
      const b = (dx * qx + dy * qy + dz * qz) * inverse;
      if (!(b >= -EDGE && a + b <= 1 + EDGE)) continue;
      const distance = (bx * qx + by * qy + bz * qz) * inverse;
      if (!(distance > ray[6]! && distance < ray[7]!)) continue;
      ray[7] = distance;
      isMet = true;
      meeting.triangle = this.order[triangle]!;
      meeting.a = a;
      meeting.b = b;
      if (isAnyEnough) break;
    }
    return isMet;
  }
}

/** A kernel with room for blocks; undefined where there is no kernel or no memory for it. */
function instanceOf(bytes: readonly [number, number]) {
  if (!compiled) return undefined;
  try {
    const exports = new WebAssembly.Instance(compiled).exports as unknown as MeshExports;
    return { exports, addresses: placeBlocks(exports, bytes) };
  } catch (error) {
    // Thousands of meshes take more address space than a process has.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function triangleBounds({ positions, indices }: Mesh): Float64Array {
  const bounds = new Float64Array(2 * indices.length);
  for (let triangle = 0; triangle < indices.length / 3; triangle += 1) {
    const i = 3 * indices[3 * triangle]!;
    const j = 3 * indices[3 * triangle + 1]!;
    const k = 3 * indices[3 * triangle + 2]!;
    for (let axis = 0; axis < 3; axis += 1) {
      const a = positions[i + axis]!;
      const b = positions[j + axis]!;
      const c = positions[k + axis]!;
      bounds[6 * triangle + axis] = Math.min(a, b, c);
      bounds[6 * triangle + 3 + axis] = Math.max(a, b, c);
    }
  }
  return bounds;
}

function fillTriangles(out: Float64Array, { positions, indices }: Mesh, order: Uint32Array): void {
  for (let at = 0; at < order.length; at += 1) {
    const entry = order[at]!;
    const i = 3 * indices[3 * entry]!;
    const j = 3 * indices[3 * entry + 1]!;
    const k = 3 * indices[3 * entry + 2]!;
    for (let axis = 0; axis < 3; axis += 1) {
      const corner = positions[i + axis]!;
      out[NUMBERS * at + axis] = corner;
      out[NUMBERS * at + 3 + axis] = positions[j + axis]! - corner;
      out[NUMBERS * at + 6 + axis] = positions[k + axis]! - corner;
    }
  }
}

/** Nodes with four children, of a tree with two. */
function widened({ boxes, links }: Tree): Float32Array {
  const isLeaf = (node: number): boolean => links[2 * node + 1]! > 0 || links[2 * node]! === 0;
  let inner = 1;
  for (let node = 0; node < links.length / 2; node += 1) if (!isLeaf(node)) inner += 1;
  const out = new Float32Array(WORDS * inner);
  const words = new Int32Array(out.buffer);
  let made = 0;
  const make = (node: number): number => {
    const own = made;
    made += 1;
    const first = WORDS * own;
    for (let i = 0; i < 12; i += 1) {
      out[first + i] = Infinity;
      out[first + 12 + i] = -Infinity;
    }
    words.fill(NOTHING, first + COUNTS, first + WORDS);
    for (const [child, at] of childrenOf(node, boxes, links, isLeaf).entries()) {
      for (let axis = 0; axis < 3; axis += 1) {
        out[first + WIDE * axis + child] = below(boxes[6 * at + axis]!);
        out[first + 12 + WIDE * axis + child] = -below(-boxes[6 * at + 3 + axis]!);
      }
      const leaf = isLeaf(at);
      words[first + LINKS + child] = leaf ? links[2 * at]! : make(at);
      words[first + COUNTS + child] = leaf ? links[2 * at + 1]! : 0;
    }
    return own;
  };
  make(0);
  return out.slice(0, WORDS * made);
}

/** Up to four nodes below a node: those with the largest boxes are opened first. */
function childrenOf(
  node: number,
  boxes: Float64Array,
  links: Int32Array,
  isLeaf: (node: number) => boolean,
): readonly number[] {
  if (isLeaf(node)) return links[2 * node + 1]! > 0 ? [node] : [];
  const children = [node + 1, links[2 * node]!];
  while (children.length < WIDE) {
    let [widest, at] = [-1, -1];
    for (const [i, child] of children.entries()) {
      const area = isLeaf(child) ? -1 : halfAreaOf(boxes, 6 * child);
      if (area > widest) [widest, at] = [area, i];
    }
    if (at < 0) break;
    const opened = children[at]!;
    children.splice(at, 1, opened + 1, links[2 * opened]!);
  }
  return children;
}

function halfAreaOf(boxes: Float64Array, at: number): number {
  const x = boxes[at + 3]! - boxes[at]!;
  const y = boxes[at + 4]! - boxes[at + 1]!;
  const z = boxes[at + 5]! - boxes[at + 2]!;
  return x * y + y * z + z * x;
}
