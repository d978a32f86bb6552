import { Poses } from '../document/poses.ts';
import type { NamedMaterial, World, WorldObject } from '../document/read-world.ts';
import type { Vector } from '../document/world-document.ts';
import {
  determinant,
  direction,
  inverseOf,
  normalBy,
  point,
  times,
  type Matrix,
} from '../pose/matrix.ts';
import { poseMatrix } from '../pose/pose.ts';
import { along, unit } from '../pose/vector.ts';
import { meetShape, type Meeting } from './meet.ts';
import { MeshTree } from './mesh-tree.ts';
import { noBounds, widen, type Bounds, type ExactShape, type Geometry, type Mesh } from './mesh.ts';
import { newRay, newStack, setRay, walk, type Ray, type Visitor } from './ray.ts';
import { localPoint } from './surface-point.ts';
import { buildTree, type Tree } from './tree.ts';

/** A part of an instance of an object, where it stands. */
export interface Placed {
  readonly geometry: Geometry;
  readonly matrix: Matrix;
  readonly inverse: Matrix;
  /** Mirrored by its pose: triangles turn the other way round. */
  readonly isMirrored: boolean;
  readonly object: WorldObject;
  readonly id: number;
  readonly instance: number;
  readonly material: NamedMaterial;
  readonly castsShadow: boolean;
}

/** Where a ray meets a world. */
export interface WorldHit extends Meeting {
  distance: number;
  /** Index in `placed`; -1 for nothing. */
  placed: number;
}

/** A point of a surface in the world. */
export interface SurfacePoint {
  readonly position: Vector;
  readonly geometric: Vector;
  readonly shading: Vector;
  readonly tangent: Vector;
  readonly handed: number;
  readonly uv: readonly [number, number];
  readonly otherUv: readonly [number, number];
  readonly colour: readonly [number, number, number, number] | undefined;
}

/** Trees of meshes; instances and poses of other times share them. */
const trees = new WeakMap<Mesh, MeshTree>();
function treeOf(mesh: Mesh): MeshTree {
  const tree = trees.get(mesh) ?? new MeshTree(mesh);
  trees.set(mesh, tree);
  return tree;
}

/** A world at a time: everything at its place, ready for rays. */
export class PosedWorld implements Visitor {
  readonly world: World;
  readonly seconds: number;
  readonly poses: Poses;
  readonly placed: readonly Placed[];
  readonly bounds: Bounds;
  /** Diagonal of all things, m; 1 where there are none. */
  readonly size: number;
  private readonly tree: Tree;
  /** Of each placed part what a ray needs. */
  private readonly standing: readonly {
    readonly geometry: Geometry;
    readonly inverse: Float64Array;
    readonly castsShadow: boolean;
    readonly tree: MeshTree | undefined;
  }[];
  private readonly stack = newStack();
  private readonly local = newRay();
  private readonly ray = newRay();
  private readonly hit: WorldHit = { distance: Infinity, placed: -1, triangle: -1, a: 0, b: 0 };
  /** Which placed parts a ray for shadows asks for; undefined for other rays. */
  private opaque: Uint8Array | undefined;
  private onlyShadows = false;

  constructor(world: World, seconds = 0) {
    this.world = world;
    this.seconds = seconds;
    this.poses = new Poses(world.document, seconds);
    this.placed = world.objects.flatMap((object) => placedOf(object, this.poses));
    this.standing = this.placed.map(({ geometry, inverse, castsShadow }) => ({
      geometry,
      inverse: Float64Array.from(inverse),
      castsShadow,
      tree: geometry.kind === 'mesh' ? treeOf(geometry) : undefined,
    }));
    const bounds = this.placed.map(boundsOf);
    this.tree = buildTree(Float64Array.from(bounds.flatMap(({ low, high }) => [...low, ...high])));
    this.bounds = noBounds();
    for (const { low, high } of bounds) {
      widen(this.bounds, low);
      widen(this.bounds, high);
    }
    const { low, high } = this.bounds;
    this.size =
      bounds.length === 0 ? 1 : Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  }

  /** The nearest meeting, or undefined. The answer is overwritten by the next one. */
  meet(
    origin: Vector,
    towards: Vector,
    from: number,
    to = Infinity,
    onlyShadows = false,
  ): WorldHit | undefined {
    this.onlyShadows = onlyShadows;
    this.opaque = undefined;
    return this.find(origin, towards, from, to);
  }

  /**
   * Whether something that casts shadows stands in the way; any such thing ends the search.
   *
   * @param opaque not 0 for the placed parts that let nothing through; others are passed over.
   */
  isBlocked(
    origin: Vector,
    towards: Vector,
    from: number,
    to: number,
    opaque: Uint8Array,
  ): boolean {
    this.onlyShadows = true;
    this.opaque = opaque;
    return this.find(origin, towards, from, to) !== undefined;
  }

  private find(origin: Vector, towards: Vector, from: number, to: number): WorldHit | undefined {
    this.hit.placed = -1;
    setRay(this.ray, origin, towards, from, to);
    walk(this.tree, this.ray, this.stack, this);
    this.hit.distance = this.ray[7]!;
    return this.hit.placed < 0 ? undefined : this.hit;
  }

  visit(entry: number): void {
    const { geometry, inverse, castsShadow, tree } = this.standing[entry]!;
    const { opaque, ray } = this;
    if (this.onlyShadows && !castsShadow) return;
    if (opaque && opaque[entry]! === 0) return;
    const local = this.toLocal(inverse);
    if (tree) {
      if (!tree.meet(local, opaque !== undefined)) return;
      const { triangle, a, b } = tree.meeting;
      this.hit.triangle = triangle;
      this.hit.a = a;
      this.hit.b = b;
      ray[7] = opaque ? -Infinity : local[7]!;
    } else {
      const distance = meetShape(geometry as ExactShape, local);
      if (distance === undefined) return;
      ray[7] = opaque ? -Infinity : distance;
    }
    this.hit.placed = entry;
  }

  private toLocal(m: Float64Array): Ray {
    const [ray, local] = [this.ray, this.local];
    const [x, y, z] = [ray[0]!, ray[1]!, ray[2]!];
    const [dx, dy, dz] = [ray[3]!, ray[4]!, ray[5]!];
    local[0] = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!;
    local[1] = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!;
    local[2] = m[2]! * x + m[6]! * y + m[10]! * z + m[14]!;
    local[3] = m[0]! * dx + m[4]! * dy + m[8]! * dz;
    local[4] = m[1]! * dx + m[5]! * dy + m[9]! * dz;
    local[5] = m[2]! * dx + m[6]! * dy + m[10]! * dz;
    local[6] = ray[6]!;
    local[7] = ray[7]!;
    return local;
  }

  /** The surface where a ray met it. */
  surfaceAt(hit: WorldHit, origin: Vector, towards: Vector): SurfacePoint {
    const { geometry, matrix, inverse, isMirrored } = this.placed[hit.placed]!;
    const { distance } = hit;
    // Triangles know their point by the weights of their corners.
    const inside =
      geometry.kind === 'mesh'
        ? origin
        : along(point(inverse, origin), direction(inverse, towards), distance);
    const local = localPoint(geometry, hit, inside);
    const turn = isMirrored ? -1 : 1;
    const geometric = unit(normalBy(inverse, local.geometric));
    return {
      uv: local.uv,
      otherUv: local.otherUv,
      colour: local.colour,
      position: along(origin, towards, distance),
      geometric,
      shading:
        local.shading === local.geometric ? geometric : unit(normalBy(inverse, local.shading)),
      tangent: unit(direction(matrix, local.tangent)),
      handed: turn * local.handed,
    };
  }
}

function placedOf(object: WorldObject, poses: Poses): readonly Placed[] {
  const { keys, parts, id } = object;
  if (keys.visible === false) return [];
  const own = poses.ofObject(keys.name);
  const instances = keys.instances ?? [{}];
  return instances.flatMap((pose, instance) => {
    const stands = times(own, poseMatrix(pose, `objects.${keys.name}.instances[${instance}]`));
    return parts.map((part): Placed => {
      const matrix = times(stands, part.matrix);
      return {
        geometry: part.geometry,
        matrix,
        inverse: inverseOf(matrix),
        isMirrored: determinant(matrix) < 0,
        object,
        id: id + instance,
        instance,
        material: part.material,
        castsShadow: keys.castsShadow ?? true,
      };
    });
  });
}

/** In the world: of every vertex, or of what holds an exact shape. */
export function boundsOf({ geometry, matrix }: Pick<Placed, 'geometry' | 'matrix'>): Bounds {
  const bounds = noBounds();
  if (geometry.kind === 'mesh') {
    const { positions } = geometry;
    for (let i = 0; i < positions.length; i += 3)
      widen(bounds, point(matrix, [positions[i]!, positions[i + 1]!, positions[i + 2]!]));
    return bounds;
  }
  const { radius } = geometry;
  // Along each axis of the world, the farthest point of a ball, a disc or a rod with ends.
  for (let axis = 0; axis < 3; axis += 1) {
    const [x, y, z] = [matrix[axis]!, matrix[4 + axis]!, matrix[8 + axis]!];
    const reach =
      geometry.kind === 'sphere'
        ? radius * Math.hypot(x, y, z)
        : geometry.kind === 'disc'
          ? radius * Math.hypot(x, y)
          : radius * Math.hypot(x, z) + (geometry.height / 2) * Math.abs(y);
    bounds.low[axis] = matrix[12 + axis]! - reach;
    bounds.high[axis] = matrix[12 + axis]! + reach;
  }
  return bounds;
}
