import type { Quaternion, Vector } from '../document/world-document.ts';

/** An affine matrix of 4 x 4 numbers, by columns, as glTF writes it. */
export type Matrix = readonly number[];

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** a · b: b first. */
export const times = (a: Matrix, b: Matrix): Matrix =>
  Array.from({ length: 16 }, (_, at) => {
    const [row, column] = [at % 4, Math.floor(at / 4)];
    let sum = 0;
    for (let k = 0; k < 4; k += 1) sum += a[row + 4 * k]! * b[k + 4 * column]!;
    return sum;
  });

export const moved = ([x, y, z]: Vector): Matrix => [
  ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
  ...[x, y, z, 1],
];
export const stretched = ([x, y, z]: Vector): Matrix => [
  ...[x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0],
  ...[0, 0, 0, 1],
];

/** Of three columns. */
export const ofAxes = (x: Vector, y: Vector, z: Vector): Matrix => [
  ...[...x, 0, ...y, 0, ...z, 0],
  ...[0, 0, 0, 1],
];

export const ofQuaternion = ([x, y, z, w]: Quaternion): Matrix =>
  ofAxes(
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  );

export const point = (m: Matrix, [x, y, z]: Vector): Vector => [
  m[0]! * x + m[4]! * y + m[8]! * z + m[12]!,
  m[1]! * x + m[5]! * y + m[9]! * z + m[13]!,
  m[2]! * x + m[6]! * y + m[10]! * z + m[14]!,
];
export const direction = (m: Matrix, [x, y, z]: Vector): Vector => [
  m[0]! * x + m[4]! * y + m[8]! * z,
  m[1]! * x + m[5]! * y + m[9]! * z,
  m[2]! * x + m[6]! * y + m[10]! * z,
];
/** A normal goes by the transposed inverse. */
export const normalBy = (inverse: Matrix, [x, y, z]: Vector): Vector => [
  inverse[0]! * x + inverse[1]! * y + inverse[2]! * z,
  inverse[4]! * x + inverse[5]! * y + inverse[6]! * z,
  inverse[8]! * x + inverse[9]! * y + inverse[10]! * z,
];

/** Of the upper 3 x 3: negative for a mirrored pose. */
export const determinant = (m: Matrix): number =>
  m[0]! * (m[5]! * m[10]! - m[9]! * m[6]!) -
  m[4]! * (m[1]! * m[10]! - m[9]! * m[2]!) +
  m[8]! * (m[1]! * m[6]! - m[5]! * m[2]!);

/** Of an affine matrix whose determinant is not 0. */
export function inverseOf(m: Matrix): Matrix {
  const d = 1 / determinant(m);
  const linear = [
    (m[5]! * m[10]! - m[9]! * m[6]!) * d,
    (m[9]! * m[2]! - m[1]! * m[10]!) * d,
    (m[1]! * m[6]! - m[5]! * m[2]!) * d,
    0,
    (m[8]! * m[6]! - m[4]! * m[10]!) * d,
    (m[0]! * m[10]! - m[8]! * m[2]!) * d,
    (m[4]! * m[2]! - m[0]! * m[6]!) * d,
    0,
    (m[4]! * m[9]! - m[8]! * m[5]!) * d,
    (m[8]! * m[1]! - m[0]! * m[9]!) * d,
    (m[0]! * m[5]! - m[4]! * m[1]!) * d,
    0,
    ...[0, 0, 0, 1],
  ];
  const [x, y, z] = direction(linear, [m[12]!, m[13]!, m[14]!]);
  return [...linear.slice(0, 12), -x, -y, -z, 1];
}
