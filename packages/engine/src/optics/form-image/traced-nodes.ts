import { SimulationError } from '../../simulation-error.ts';
import { projectedSolidAngle } from '../ray-trace/beam.ts';
import { beamOf } from '../ray-trace/field-beam.ts';
import { freeChief, traceChief, type FreeChief, type Tangents } from '../ray-trace/free-chief.ts';
import { turnedTowards, type LensDesign } from '../ray-trace/lens-design.ts';
import { tracedLens, type TracedLens } from '../ray-trace/trace-ray.ts';
import { tan } from '../../quantities/elementary.ts';
import { lightOfField, type ImageNodes } from './plane-map.ts';

/**
 * Nodes along a side of the square of tangents: between 33 places are off by less than .001 µm, and
 * light by less than .003 of that on the axis between 17 (docs/decisions/050).
 */
const [PLACES, LIGHTS, MORE_LIGHTS] = [33, 17, 33];
/** Share of the light on the axis by which it may miss a middle between nodes. */
const MOST_MISSED = 0.003;
/** Every so many middles are looked at. */
const EVERY = 5;
const EDGE = { azimuths: 48, tolerance: 1e-6 };

/** A direction and a tangent of a field. */
export function directionOf([tanX, tanY]: Tangents): {
  readonly towards: readonly [number, number];
  readonly angle: number;
} {
  const tangent = Math.hypot(tanX, tanY);
  return tangent === 0
    ? { towards: [0, 1], angle: 0 }
    : { towards: [tanX / tangent, tanY / tangent], angle: Math.atan(tangent) };
}

/** Irradiance per radiance of a field of any lens, steradians; 0 where no ray gets through. */
export function lightOf(design: LensDesign, wavelength: number, tangents: Tangents): number {
  const { towards, angle } = directionOf(tangents);
  try {
    return projectedSolidAngle(beamOf(turnedTowards(design, towards), wavelength, angle, EDGE));
  } catch (error) {
    if (error instanceof SimulationError) return 0;
    throw error;
  }
}

/**
 * Traces where a lens of any kind images the fields of a square of tangents that holds its field,
 * and how bright.
 *
 * @param isPlane the lens is the same on both sides of x = 0.
 * @param wavelength nanometres.
 */
export function tracedNodes(design: LensDesign, isPlane: boolean, wavelength: number): ImageNodes {
  const halfWidth = tan(design.halfField);
  const places = tracedPlaces(tracedLens(design, wavelength), halfWidth);
  const lightAt = (tangents: Tangents): number => lightOf(design, wavelength, tangents);
  const few: ImageNodes = {
    halfWidth,
    count: PLACES,
    ...places,
    lightCount: LIGHTS,
    light: lightsOf(LIGHTS, halfWidth, isPlane, lightAt),
  };
  if (!isMissed(few, lightAt)) return few;
  const light = lightsOf(MORE_LIGHTS, halfWidth, isPlane, lightAt);
  return { ...few, lightCount: MORE_LIGHTS, light };
}

/** The light of all nodes. */
function lightsOf(
  count: number,
  halfWidth: number,
  isPlane: boolean,
  lightAt: (tangents: Tangents) => number,
): Float64Array {
  const light = new Float64Array(count * count);
  const middle = (count - 1) / 2;
  for (let row = 0; row < count; row += 1)
    for (let column = isPlane ? middle : 0; column < count; column += 1) {
      const value = lightAt([
        (halfWidth * (column - middle)) / middle,
        (halfWidth * (row - middle)) / middle,
      ]);
      light[row * count + column] = value;
      if (isPlane) light[row * count + count - 1 - column] = value;
    }
  return light;
}

/** Whether the light between nodes is another one, as where rims begin to cut. */
function isMissed(nodes: ImageNodes, lightAt: (tangents: Tangents) => number): boolean {
  const { halfWidth, lightCount } = nodes;
  const cell = (2 * halfWidth) / (lightCount - 1);
  const most = MOST_MISSED * lightOfField(nodes, 0, 0);
  for (let at = 0; at < (lightCount - 1) ** 2; at += EVERY) {
    const tanX = -halfWidth + cell * ((at % (lightCount - 1)) + 0.5);
    const tanY = -halfWidth + cell * (Math.floor(at / (lightCount - 1)) + 0.5);
    if (Math.hypot(tanX, tanY) > halfWidth) continue;
    if (Math.abs(lightOfField(nodes, tanX, tanY) - lightAt([tanX, tanY])) > most) return true;
  }
  return false;
}

/** Chief rays of all nodes, each from its neighbour inwards. */
function tracedPlaces(
  lens: TracedLens,
  halfWidth: number,
): { readonly xMm: Float64Array; readonly yMm: Float64Array } {
  const [xMm, yMm] = [new Float64Array(PLACES ** 2), new Float64Array(PLACES ** 2)];
  const middle = (PLACES - 1) / 2;
  const chiefs = new Map<number, FreeChief>();
  const indexOf = (column: number, row: number): number =>
    (row + middle) * PLACES + column + middle;
  for (let ring = 0; ring <= middle; ring += 1)
    for (let row = -ring; row <= ring; row += 1)
      for (let column = -ring; column <= ring; column += 1) {
        if (Math.max(Math.abs(row), Math.abs(column)) !== ring) continue;
        const at = indexOf(column, row);
        const inwards = (steps: number): number =>
          indexOf(
            column - Math.sign(column) * Math.min(steps, Math.abs(column)),
            row - Math.sign(row) * Math.min(steps, Math.abs(row)),
          );
        const [near, next] = [chiefs.get(inwards(1)), chiefs.get(inwards(2))];
        const tangents: Tangents = [(halfWidth * column) / middle, (halfWidth * row) / middle];
        const foreseen =
          near && next && ring > 1 && Math.abs(column) > 1 && Math.abs(row) > 1
            ? {
                ...near,
                start: [
                  2 * near.start[0] - next.start[0],
                  2 * near.start[1] - next.start[1],
                ] as const,
              }
            : near;
        const chief =
          ring > 0 && !near
            ? undefined
            : (freeChief(lens, tangents, foreseen) ?? freeChief(lens, tangents, near));
        if (chief) {
          chiefs.set(at, chief);
          const ray = traceChief(lens, tangents, chief);
          [xMm[at], yMm[at]] = [ray.xMm, ray.yMm];
        } else {
          // Beyond the field of the lens the map goes on as it does before.
          const [one, two] = [inwards(1), inwards(2)];
          [xMm[at], yMm[at]] = [2 * xMm[one]! - xMm[two]!, 2 * yMm[one]! - yMm[two]!];
        }
      }
  if (chiefs.size === 0)
    throw new SimulationError(
      'bad-parameter',
      'The base ray does not get through the lens to its sensor.',
      'surfaces',
    );
  return { xMm, yMm };
}
