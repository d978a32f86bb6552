import type { Vector } from '../document/world-document.ts';
import { direction, point, type Matrix } from '../pose/matrix.ts';
import { cross, dot, subtract, unit } from '../pose/vector.ts';

/** A place with three axes, without a scale: where a lamp stands. It looks along -z. */
export class Frame {
  readonly origin: Vector;
  readonly x: Vector;
  readonly y: Vector;
  readonly z: Vector;

  constructor(matrix: Matrix) {
    this.origin = point(matrix, [0, 0, 0]);
    this.z = unit(direction(matrix, [0, 0, 1]));
    this.y = unit(cross(this.z, direction(matrix, [1, 0, 0])));
    this.x = cross(this.y, this.z);
  }

  /** A direction of the world in the axes of the lamp. */
  inside(way: Vector): Vector {
    return [dot(way, this.x), dot(way, this.y), dot(way, this.z)];
  }

  pointInside(at: Vector): Vector {
    return this.inside(subtract(at, this.origin));
  }

  outside([a, b, c]: Vector): Vector {
    const { x, y, z } = this;
    return [
      a * x[0] + b * y[0] + c * z[0],
      a * x[1] + b * y[1] + c * z[1],
      a * x[2] + b * y[2] + c * z[2],
    ];
  }

  pointOutside(at: Vector): Vector {
    const [x, y, z] = this.outside(at);
    const { origin } = this;
    return [x + origin[0], y + origin[1], z + origin[2]];
  }
}
