import { beyondOf } from './apertures.ts';
import type { DesignSurface } from './design-surface.ts';
import { freeChief, traceChief, type Tangents } from './free-chief.ts';
import { isMoved, isRoundSurface, type LensDesign } from './lens-design.ts';
import type { Placement } from './placement.ts';
import { shapeOf } from './surfaces/shape.ts';
import { tracedLens } from './trace-ray.ts';

/**
 * How a lens is symmetric: the same all round its axis; the same but for flat mirrors that fold the
 * axis; the same on both sides of its plane x = 0; not at all.
 */
export type LensSymmetry = 'round' | 'folded' | 'plane' | 'none';

/** The eight ways in which a picture lies on a sensor, as EXIF numbers them. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** What makes (x, y) of the sensor right and down in the picture, row by row. */
export const TURNS: Readonly<Record<Orientation, readonly [number, number, number, number]>> = {
  1: [1, 0, 0, 1],
  2: [-1, 0, 0, 1],
  3: [-1, 0, 0, -1],
  4: [1, 0, 0, -1],
  5: [0, 1, 1, 0],
  6: [0, 1, -1, 0],
  7: [0, -1, -1, 0],
  8: [0, -1, 1, 0],
};

/** Where it is seen whether a surface is the same on both sides of x = 0, over its radius. */
const SAMPLES = [
  [0.13, 0.31],
  [0.29, -0.44],
  [0.47, 0.07],
  [0.61, -0.2],
  [0.35, 0.6],
  [0.08, -0.83],
  [0.74, 0.33],
  [0.52, -0.63],
] as const;
/** Rounding of sags and turns. */
const EQUAL = 1e-13;

/** Whether a surface in its own frame is the same on both sides of x = 0. */
function isEven(surface: DesignSurface): boolean {
  const { kind, numbers } = shapeOf(surface);
  const size = surface.semiDiameterMm;
  const functions = [
    (x: number, y: number) => kind.sag(numbers, x, y),
    ...(surface.apertures ?? []).map(beyondOf),
  ];
  return functions.every((valueAt) =>
    SAMPLES.every(([x, y]) => {
      const [right, left] = [valueAt(x * size, y * size), valueAt(-x * size, y * size)];
      return Math.abs(right - left) <= EQUAL * (size + Math.abs(right)) || Number.isNaN(right);
    }),
  );
}

/** Whether a frame lies in the plane x = 0. */
const isInPlane = (placed: Placement | undefined): boolean =>
  !placed ||
  (Math.abs(placed.shiftMm[0]) < EQUAL &&
    [1, 2, 3, 6].every((at) => Math.abs(placed.turn[at]!) < EQUAL));

/** The class of a lens, from its prescription. */
export function symmetryOf(design: LensDesign): LensSymmetry {
  if (!isMoved(design)) return 'round';
  if (isFolded(design)) return 'folded';
  const { surfaces, imagePlaced } = design;
  const isPlane =
    isInPlane(imagePlaced) && surfaces.every((one) => isInPlane(one.placed) && isEven(one));
  return isPlane ? 'plane' : 'none';
}

/** How far a vertex may lie from the folded axis, mm, and a normal from it. */
const ON_AXIS = 1e-9;

/** Whether only flat mirrors are tilted, and every other surface is square to the folded axis. */
function isFolded(design: LensDesign): boolean {
  const { surfaces, imagePlaced, hasFrames } = design;
  if (!hasFrames || !surfaces.every(isRoundSurface)) return false;
  let place: readonly number[] = [0, 0, 0];
  let along: readonly number[] = [0, 0, 1];
  const parts = [...surfaces, undefined];
  return parts.every((surface) => {
    const { placed, vertexMm } = surface ?? { placed: imagePlaced, vertexMm: design.imagePlaneMm };
    const { shiftMm, turn } = placed!;
    const vertex = [shiftMm[0], shiftMm[1], vertexMm + shiftMm[2]];
    const normal = [turn[2]!, turn[5]!, turn[8]!];
    const way = vertex.map((value, axis) => value - place[axis]!);
    const distance = dot(way, along);
    const aside = way.map((value, axis) => value - distance * along[axis]!);
    if (Math.hypot(...aside) > ON_AXIS) return false;
    const cosine = dot(normal, along);
    const isFlat = surface !== undefined && shapeOf(surface).kind.name === 'plane';
    if (Math.abs(Math.abs(cosine) - 1) > EQUAL && !(surface?.mirror && isFlat)) return false;
    place = vertex;
    if (surface?.mirror) along = along.map((value, axis) => value - 2 * cosine * normal[axis]!);
    return true;
  });
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, axis) => sum + value * b[axis]!, 0);

/** Count of mirrors. */
export const mirrorsOf = ({ surfaces }: Pick<LensDesign, 'surfaces'>): number =>
  surfaces.filter(({ mirror }) => mirror).length;

const STEP = 1e-4;

/**
 * ∂(x, y on the sensor)/∂(tan x, tan y) at the base ray, mm, row by row; undefined where the base
 * ray does not arrive.
 */
export function linearImage(
  design: LensDesign,
  wavelength: number,
): readonly [number, number, number, number] | undefined {
  const lens = tracedLens(design, wavelength);
  const base = freeChief(lens, [0, 0]);
  if (!base) return undefined;
  const at = (tangents: Tangents): readonly [number, number] => {
    const chief = freeChief(lens, tangents, base);
    if (!chief) return [NaN, NaN];
    const { xMm, yMm } = traceChief(lens, tangents, chief);
    return [xMm, yMm];
  };
  const [right, left, down, up] = [at([STEP, 0]), at([-STEP, 0]), at([0, STEP]), at([0, -STEP])];
  return [
    (right[0] - left[0]) / (2 * STEP),
    (down[0] - up[0]) / (2 * STEP),
    (right[1] - left[1]) / (2 * STEP),
    (down[1] - up[1]) / (2 * STEP),
  ];
}

/** The turn with which a picture stands like the scene. */
export function orientationOf([a, b, c, d]: readonly number[]): Orientation {
  const orientations = Object.keys(TURNS).map(Number) as Orientation[];
  const trace = (one: Orientation): number => {
    const [q, r, s, t] = TURNS[one];
    return q * a! + r * c! + s * b! + t * d!;
  };
  return orientations.reduce((best, one) => (trace(one) > trace(best) ? one : best));
}
