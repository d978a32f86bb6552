import { SimulationError } from '../../simulation-error.ts';
import { atan, tan } from '../../quantities/elementary.ts';
import type { ImageNodes } from '../form-image/plane-map.ts';
import { opticsOf, type MeasuredDesign } from './measured-design.ts';
import { measuredArea } from './measured-pupil.ts';

/** Nodes along a side of the square of tangents, of places and of light. */
const [PLACES, LIGHTS] = [65, 33];
/** Largest half field of a square of tangents, radians. */
const WIDEST = (85 * Math.PI) / 180;

/**
 * Where a calibrated lens images a field, right and down from the middle of the sensor, mm.
 *
 * @param nm wavelength.
 */
export function calibratedPlace(
  design: MeasuredDesign,
  nm: number,
  [tanX, tanY]: readonly [number, number],
): readonly [number, number] {
  const optics = opticsOf(design);
  const [x, y] = optics.calibrated!.placeOf(tanX, tanY);
  const [centreX, centreY] = optics.centreMm;
  const distance = Math.sqrt(x * x + y * y);
  if (distance === 0) return [centreX, centreY];
  const field = optics.fieldAt(atan(Math.sqrt(tanX * tanX + tanY * tanY)));
  // What is not round is added to the height of the field, as lateral colour is.
  const along =
    design.scale * (distance + optics.lateralMm(field, nm)) +
    (design.shiftMm === 0 ? 0 : design.shiftMm * tan(optics.chiefOf(field)));
  return [centreX + (x / distance) * along, centreY + (y / distance) * along];
}

/**
 * The places and the light of a calibrated lens on a square of tangents.
 *
 * @throws SimulationError for a field that has no square.
 */
export function calibratedNodes(design: MeasuredDesign, nm: number): ImageNodes {
  const { halfField } = opticsOf(design);
  if (halfField > WIDEST)
    throw new SimulationError(
      'bad-parameter',
      'distortion: calibrations that are not round reach to 85° from the axis: give a smaller imageCircleMm.',
      'distortion',
    );
  const halfWidth = tan(halfField);
  const tangentAt = (count: number, at: number): number =>
    (halfWidth * (2 * at)) / (count - 1) - halfWidth;
  const places = eachNode(PLACES, (column, row) =>
    calibratedPlace(design, nm, [tangentAt(PLACES, column), tangentAt(PLACES, row)]),
  );
  const light = eachNode(LIGHTS, (column, row) => {
    const [x, y] = [tangentAt(LIGHTS, column), tangentAt(LIGHTS, row)];
    return measuredArea(design, nm, Math.min(halfField, atan(Math.sqrt(x * x + y * y))));
  });
  return {
    halfWidth,
    count: PLACES,
    xMm: Float64Array.from(places, ([x]) => x),
    yMm: Float64Array.from(places, ([, y]) => y),
    lightCount: LIGHTS,
    light: Float64Array.from(light),
  };
}

/** Values of the nodes of a square, row by row. */
const eachNode = <Value>(
  count: number,
  valueAt: (column: number, row: number) => Value,
): readonly Value[] =>
  Array.from({ length: count * count }, (_, i) => valueAt(i % count, Math.floor(i / count)));
