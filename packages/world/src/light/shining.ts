import { luminanceOf } from '@lumenloom/engine/quick';
import type { Vector } from '../document/world-document.ts';
import type { Mesh } from '../geometry/mesh.ts';
import type { Placed, SurfacePoint } from '../geometry/posed-world.ts';
import { localPoint } from '../geometry/surface-point.ts';
import type { LampSample, Source } from '../lamps/lamp.ts';
import { USUAL_GROUP } from '../lamps/make-lamps.ts';
import type { Surface } from '../materials/surface-type.ts';
import { normalBy, point } from '../pose/matrix.ts';
import { add, cross, dot, lengthOf, scaled, subtract, unit } from '../pose/vector.ts';

/** Triangles whose material shines: one source, sampled by area. */
export class ShiningMesh implements Source {
  readonly group = USUAL_GROUP;
  private readonly placed: Placed;
  private readonly surface: Surface;
  /** Corners of each triangle in the world, 9 numbers each. */
  private readonly corners: Float64Array;
  private readonly sums: Float64Array;
  private readonly area: number;
  private readonly centre: Vector;
  private readonly radius: number;
  private readonly luminance: number;

  constructor(placed: Placed, surface: Surface) {
    this.placed = placed;
    this.surface = surface;
    const { indices, positions } = placed.geometry as Mesh;
    this.corners = new Float64Array(3 * indices.length);
    for (let i = 0; i < indices.length; i += 1) {
      const at = 3 * indices[i]!;
      const corner: Vector = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
      this.corners.set(point(placed.matrix, corner), 3 * i);
    }
    this.sums = new Float64Array(indices.length / 3 + 1);
    let middle: Vector = [0, 0, 0];
    for (let triangle = 0; triangle < this.sums.length - 1; triangle += 1) {
      const [a, b, c] = this.triangle(triangle);
      const area = lengthOf(cross(subtract(b, a), subtract(c, a))) / 2;
      this.sums[triangle + 1] = this.sums[triangle]! + area;
      middle = add(middle, scaled(add(a, add(b, c)), area / 3));
    }
    this.area = this.sums.at(-1)!;
    this.centre = scaled(middle, 1 / (this.area || 1));
    let radius = 0;
    for (let at = 0; at < this.corners.length; at += 3)
      radius = Math.max(radius, lengthOf(subtract(this.corner(at), this.centre)));
    this.radius = radius;
    this.luminance = luminanceOf(surface.emission!(this.pointOn(0, 1 / 3, 1 / 3)));
  }

  private corner(at: number): Vector {
    return [this.corners[at]!, this.corners[at + 1]!, this.corners[at + 2]!];
  }

  private triangle(at: number): readonly [Vector, Vector, Vector] {
    return [this.corner(9 * at), this.corner(9 * at + 3), this.corner(9 * at + 6)];
  }

  private pointOn(triangle: number, a: number, b: number): SurfacePoint {
    const [p, q, r] = this.triangle(triangle);
    const position = [0, 1, 2].map(
      (k) => p[k]! * (1 - a - b) + q[k]! * a + r[k]! * b,
    ) as unknown as Vector;
    const local = localPoint(this.placed.geometry, { triangle, a, b }, position);
    return {
      ...local,
      position,
      geometric: unit(normalBy(this.placed.inverse, local.geometric)),
    };
  }

  weight(at: Vector): number {
    const away = lengthOf(subtract(at, this.centre));
    return ((this.luminance + 1e-6) * this.area) / Math.max(away, this.radius) ** 2;
  }

  sample(at: Vector, one: number, two: number, out: LampSample): boolean {
    const { sums } = this;
    const wanted = one * this.area;
    let [low, high] = [0, sums.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (sums[middle]! <= wanted) low = middle;
      else high = middle;
    }
    const root = Math.sqrt((wanted - sums[low]!) / (sums[low + 1]! - sums[low]!));
    const here = this.pointOn(low, root * (1 - two), root * two);
    const way = subtract(here.position, at);
    const distance = lengthOf(way);
    const direction = unit(way);
    const pdf = this.pdf(distance, dot(direction, here.geometric));
    if (!(pdf > 0)) return false;
    out.direction = direction;
    out.distance = distance;
    out.pdf = pdf;
    out.light.set(this.surface.emission!(here));
    return true;
  }

  /** Both sides shine. */
  pdf(distance: number, cosine: number): number {
    const size = Math.abs(cosine);
    return size > 0 && distance > 0 ? (distance * distance) / (this.area * size) : 0;
  }
}
