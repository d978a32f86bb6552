import type { Vector } from '../document/world-document.ts';

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];
/** a + b · by. */
export const along = (a: Vector, b: Vector, by: number): Vector => [
  a[0] + b[0] * by,
  a[1] + b[1] * by,
  a[2] + b[2] * by,
];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const lengthOf = (a: Vector): number => Math.sqrt(dot(a, a));
/** Of length 1; a vector without a length stays. */
export function unit(a: Vector): Vector {
  const length = lengthOf(a);
  return length > 0 ? scaled(a, 1 / length) : a;
}

/** Two directions that are square to a unit vector and to each other. */
export function squareTo(normal: Vector): readonly [Vector, Vector] {
  const other: Vector = Math.abs(normal[0]) > 0.9 ? [0, 1, 0] : [1, 0, 0];
  const tangent = unit(cross(other, normal));
  return [tangent, cross(normal, tangent)];
}
