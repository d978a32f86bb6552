import { atan2 } from '../quantities/elementary.ts';
import {
  constant,
  minus,
  over,
  plus,
  rootOf,
  scaled,
  sumOf,
  through,
  times,
  type Dual,
} from './dual.ts';
import { sagOfDuals, slopedShape } from './dual-shape.ts';
import { coordinateOf, paraxialHeight, pupilRay, type FieldRays } from './field-rays.ts';
import type { MeritDocument, Operand } from './lens-study.ts';
import { rimPoints } from './pupil-points.ts';
import type { SlopedLens } from './sloped-ray.ts';
import { nominalPlaces, type VariedSurface } from './varied-lens.ts';

const RIM = rimPoints(32);
const CENTRE = { x: 0, y: 0 };

/** What an operand comes to; lengths in mm. */
export function operandFigure(rays: FieldRays, document: MeritDocument, operand: Operand): Dual {
  const { lens, paraxial } = rays;
  const { surface = 0, field = 1 } = operand;
  switch (operand.figure) {
    case 'eflMm':
      return paraxial.eflMm;
    case 'bflMm':
      return paraxial.bflMm;
    case 'fNumber':
      return scaled(paraxial.eflMm, 1 / (2 * rays.pupilRadiusMm));
    case 'totalTrackMm':
      return nominalPlaces(lens).at(-1)!;
    case 'centreThicknessMm':
      return scaled(lens.surfaces[surface]!.thickness, lens.scale);
    case 'edgeThicknessMm':
      return edgeThickness(rays, surface);
    case 'diameterMm':
      return beamDiameter(rays, document, surface);
    case 'imageHeightMm':
      return chiefHeight(rays, rays.reference, field);
    case 'lateralColourMm':
      return lateralColour(rays, document, field);
    case 'distortionPercent':
      return scaled(
        over(chiefHeight(rays, rays.reference, field), paraxialHeight(rays, field)),
        100,
        -100,
      );
    case 'chiefRayAngleDegrees':
      return chiefRayAngle(rays, field);
    default:
      return over(solidAngle(rays, field), solidAngle(rays, 0));
  }
}

/** At the larger of the semi-diameters of a surface and the next. */
function edgeThickness({ lens }: FieldRays, surface: number): Dual {
  const { scale } = lens;
  const [front, back] = [lens.surfaces[surface]!, lens.surfaces[surface + 1]!];
  const { semiDiameter } = front.semiDiameter.value >= back.semiDiameter.value ? front : back;
  const height = scaled(semiDiameter, scale);
  const sagAt = ({ shape }: VariedSurface, at: Dual): Dual =>
    sagOfDuals(slopedShape(shape, scale), at);
  return plus(scaled(front.thickness, scale), minus(sagAt(back, height), sagAt(front, height)));
}

/** Diameter that the beams of all fields need at a surface. */
function beamDiameter(rays: FieldRays, { fields }: MeritDocument, surface: number): Dual {
  const heights = fields.flatMap((field) =>
    RIM.map((point) => {
      const ray = pupilRay(rays, rays.reference, field, point, surface);
      const [x, y] = [coordinateOf(ray, 'place', 0), coordinateOf(ray, 'place', 1)];
      return rootOf(plus(times(x, x), times(y, y)));
    }),
  );
  return scaled(
    heights.reduce((most, one) => (one.value > most.value ? one : most)),
    2,
  );
}

const chiefHeight = (rays: FieldRays, lens: SlopedLens, field: number): Dual =>
  coordinateOf(pupilRay(rays, lens, field, CENTRE), 'place', 1);

/** Height of the longest wavelength less the height of the shortest one. */
function lateralColour(rays: FieldRays, { wavelengths }: MeritDocument, field: number): Dual {
  const at = (wavelength: number): Dual =>
    chiefHeight(rays, rays.traced[wavelengths.indexOf(wavelength)]!, field);
  return minus(at(Math.max(...wavelengths)), at(Math.min(...wavelengths)));
}

/** From the normal of the sensor; positive where the ray leaves the axis on the side of +y. */
function chiefRayAngle(rays: FieldRays, field: number): Dual {
  const ray = pupilRay(rays, rays.reference, field, CENTRE);
  const tangent = over(coordinateOf(ray, 'direction', 1), coordinateOf(ray, 'direction', 2));
  const degrees = 180 / Math.PI;
  return through(
    tangent,
    degrees * atan2(tangent.value, 1),
    degrees / (1 + tangent.value * tangent.value),
  );
}

/** Area of the beam of a field in direction cosines behind the lens, by the rays of its rim. */
function solidAngle(rays: FieldRays, field: number): Dual {
  const rim = RIM.map((point) => {
    const ray = pupilRay(rays, rays.reference, field, point);
    return [coordinateOf(ray, 'direction', 0), coordinateOf(ray, 'direction', 1)] as const;
  });
  const twice = sumOf(
    rim.map(([L, M], k) => {
      const [nextL, nextM] = rim[(k + 1) % rim.length]!;
      return minus(times(L, nextM), times(nextL, M));
    }),
  );
  return scaled(twice, Math.sign(twice.value) / 2);
}

/**
 * How far an operand is from what it is held to, times its weight; 0 where it keeps its range.
 */
export function operandResidual({ target, min, max, weight }: Operand, figure: Dual): Dual {
  if (target !== undefined) return scaled(figure, weight, -weight * target);
  if (min !== undefined && figure.value < min) return scaled(figure, weight, -weight * min);
  if (max !== undefined && figure.value > max) return scaled(figure, weight, -weight * max);
  // Not a number is not in the range.
  return Number.isNaN(figure.value) ? figure : constant(0);
}
