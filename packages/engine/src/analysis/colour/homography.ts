import { SimulationError } from '../../simulation-error.ts';

type Point = readonly [x: number, y: number];
type Corners = readonly [Point, Point, Point, Point];

/**
 * The projective map that takes the corners of the unit square, clockwise from (0, 0), to four
 * points: how a flat chart is seen from any side.
 *
 * @throws SimulationError (field `corners`) when the points are not the corners of a convex
 * quadrilateral.
 */
export function homography(corners: Corners): (u: number, v: number) => Point {
  const { a, b, c, d, e, f, g, h } = coefficients(corners);
  return (u, v) => {
    const scale = g * u + h * v + 1;
    return [(a * u + b * v + c) / scale, (d * u + e * v + f) / scale];
  };
}

/** The inverse: where in the unit square a point of the picture is. @throws as `homography`. */
export function unitPlace(corners: Corners): (x: number, y: number) => Point {
  const { a, b, c, d, e, f, g, h } = coefficients(corners);
  return (x, y) => {
    const [p, q, r, s] = [a - g * x, b - h * x, d - g * y, e - h * y];
    const determinant = p * s - q * r;
    return [((x - c) * s - q * (y - f)) / determinant, (p * (y - f) - (x - c) * r) / determinant];
  };
}

/** The numbers of the map: (a u + b v + c, d u + e v + f) over g u + h v + 1. */
function coefficients(corners: Corners) {
  const turns = corners.map(([x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % 4]!;
    const [afterX, afterY] = corners[(i + 2) % 4]!;
    return Math.sign((nextX - x) * (afterY - nextY) - (nextY - y) * (afterX - nextX));
  });
  if (turns[0] === 0 || turns.some((turn) => turn !== turns[0]))
    throw new SimulationError(
      'bad-parameter',
      'The corners must be those of the chart, in their order round it: no three on a line, no sides that cross.',
      'corners',
    );
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  // Square to quadrilateral: P. Heckbert, Fundamentals of Texture Mapping and Image Warping (1989),
  // section 2.2.3.
  const [dx1, dx2, dx3] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, dy3] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / determinant;
  const h = (dx1 * dy3 - dx3 * dy1) / determinant;
  return {
    ...{ a: x1 - x0 + g * x1, b: x3 - x0 + h * x3, c: x0 },
    ...{ d: y1 - y0 + g * y1, e: y3 - y0 + h * y3, f: y0 },
    ...{ g, h },
  };
}
