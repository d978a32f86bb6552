import { atan2, tan } from '../../quantities/elementary.ts';
import { CALIBRATION_MODELS, type Calibration } from './measured-file.ts';

/** Where a calibrated camera images fields, mm. */
export interface CalibratedMap {
  readonly focalLengthMm: number;
  /** The axis from the middle of the sensor, right and down. */
  readonly centreMm: readonly [number, number];
  /** From the axis to the farthest corner. */
  readonly cornerMm: number;
  /** Distance from the axis by the angle of the field, without what is not round. */
  readonly heightOf: (angle: number) => number;
  /** Right and down from the axis, by the tangents of the field. */
  readonly placeOf: (tanX: number, tanY: number) => readonly [number, number];
  readonly isRound: boolean;
  /** The angle up to which the radius of the model rises; infinite where it does not end. */
  readonly risesTo: number;
}

/** Steps in which the radius of a model is looked at, radians, and the last angle. */
const STEP = 2e-3;
const LAST = { pinhole: (89 * Math.PI) / 180, fisheye: (120 * Math.PI) / 180 };

/** Where the axis of a calibration meets the sensor, right and down from its middle, mm. */
export function calibratedCentreMm({
  cx,
  cy,
  imageSize: [columns, rows],
  pixelMicrometres,
}: Calibration): readonly [number, number] {
  const pixelMm = 1e-3 * pixelMicrometres;
  return [(cx + 0.5 - columns / 2) * pixelMm, (cy + 0.5 - rows / 2) * pixelMm];
}

/**
 * The map of a calibration; beyond the angle at which the radius of its model stops rising, the
 * last slope goes on.
 *
 * @see docs/measured-lenses.md#calibrations
 */
export function calibratedMap(calibration: Calibration): CalibratedMap {
  const { model, fx, fy, cx, cy, coefficients, imageSize, pixelMicrometres } = calibration;
  const pixelMm = pixelMicrometres * 1e-3;
  const isFisheye = model === 'equidistant';
  const [k1, k2, c2, c3, k3 = 0] = coefficients as readonly [number, number, number, number];
  const [p1, p2] = isFisheye ? [0, 0] : [c2, c3];
  const focal = Math.sqrt(fx * fy);
  const radius = rising(
    isFisheye ? fisheye(coefficients) : pinhole(calibration),
    isFisheye ? LAST.fisheye : LAST.pinhole,
  );
  const [columns, rows] = imageSize;
  const [axisX, axisY] = [cx + 0.5, cy + 0.5];
  const farthest = Math.hypot(Math.max(axisX, columns - axisX), Math.max(axisY, rows - axisY));
  return {
    focalLengthMm: focal * pixelMm,
    centreMm: calibratedCentreMm(calibration),
    cornerMm: farthest * pixelMm,
    heightOf: (angle) => radius.at(angle) * focal * pixelMm,
    placeOf: (x, y) => {
      const squared = x * x + y * y;
      const tangent = Math.sqrt(squared);
      const share = tangent === 0 ? 1 : radius.at(atan2(tangent, 1)) / tangent;
      const across = x * share + 2 * p1 * x * y + p2 * (squared + 2 * x * x);
      const down = y * share + p1 * (squared + 2 * y * y) + 2 * p2 * x * y;
      return [across * fx * pixelMm, down * fy * pixelMm];
    },
    isRound: p1 === 0 && p2 === 0 && fx === fy,
    risesTo: radius.to,
  };

  function pinhole({ coefficients: all }: Calibration): (angle: number) => number {
    const [k4 = 0, k5 = 0, k6 = 0] = all.slice(CALIBRATION_MODELS.plumb_bob);
    return (angle) => {
      const x = tan(angle);
      const s = x * x;
      return (x * (1 + s * (k1 + s * (k2 + s * k3)))) / (1 + s * (k4 + s * (k5 + s * k6)));
    };
  }
}

const fisheye =
  ([k1, k2, k3, k4]: readonly number[]) =>
  (angle: number): number => {
    const s = angle * angle;
    return angle * (1 + s * (k1! + s * (k2! + s * (k3! + s * k4!))));
  };

/** A radius as far as it rises; beyond, the last slope goes on. */
function rising(
  radiusOf: (angle: number) => number,
  last: number,
): { readonly at: (angle: number) => number; readonly to: number } {
  let to = 0;
  while (to < last && radiusOf(to + STEP) > radiusOf(to)) to += STEP;
  if (to >= last) return { at: radiusOf, to: Infinity };
  // The slope of the step before the last: where the radius turns it is 0.
  const slope = (radiusOf(to) - radiusOf(to - STEP)) / STEP;
  return {
    at: (angle) => (angle <= to ? radiusOf(angle) : radiusOf(to) + slope * (angle - to)),
    to,
  };
}
