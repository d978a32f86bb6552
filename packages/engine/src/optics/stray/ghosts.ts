import { refuseActive, type LensDesign } from '../ray-trace/lens-design.ts';
import { wavefrontOf } from '../ray-trace/launch.ts';
import { tracedLens } from '../ray-trace/trace-ray.ts';
import { areaOf, columnsOf, passingRegion, visitGrid } from './ghost-region.ts';
import { SENSOR, ghostPairs, pathOf, type Path, type Reflecting } from './ghost-trace.ts';

/** What a pair of reflections makes of a distant point; the keys are published. */
export interface GhostFigures {
  /** Surfaces from 1. */
  readonly first: number | typeof SENSOR;
  readonly second: number;
  /** Light that reaches the plane of the sensor this way over the direct light without losses. */
  readonly share: number;
  /** Across the field; absent where it is 0 by symmetry. */
  readonly centroidXMm?: number;
  readonly centroidYMm: number;
  /** About the centroid. */
  readonly rmsRadiusMm: number;
  /** Distance from the axis at which the farthest ray ends. */
  readonly farthestMm: number;
  /** Share over 2π rms². */
  readonly strengthPerMm2: number;
}

/** Ghosts of a field at a wavelength; the keys are published. */
export interface FieldGhosts {
  readonly fieldDegrees: number;
  readonly wavelengthNm: number;
  /** Mean over the rays of the direct light. */
  readonly transmission: number;
  /** Sum over all pairs. */
  readonly totalShare: number;
  /** The strongest first. */
  readonly pairs: readonly GhostFigures[];
}

/** Rays across the region that a path lets through. */
const FINE = 120;
/** Area of the wavefront that a path lets through, mm², and its light. */
function summed(path: Path) {
  const region = passingRegion(path);
  const sums = { area: 0, light: 0, x2y2: 0, x: 0, y: 0, farthest2: 0 };
  if (!region) return sums;
  const cell = areaOf(region) / (FINE * columnsOf(path, FINE));
  visitGrid(path, { region, across: FINE }, ({ xMm, yMm, share }) => {
    const square = xMm * xMm + yMm * yMm;
    sums.area += cell;
    sums.light += cell * share;
    // The other half of a round lens has the opposite.
    if (path.lens.moved) sums.x += cell * share * xMm;
    sums.y += cell * share * yMm;
    sums.x2y2 += cell * share * square;
    sums.farthest2 = Math.max(sums.farthest2, square);
  });
  return sums;
}

/**
 * The ghosts of a distant point, or of one in the object's plane.
 *
 * @param how with the wavelength of the light.
 * @param angle of the field, radians; towards +y in the image.
 * @returns the ghosts of all pairs; no light of some gets through, and these are left out.
 */
export function ghostsOf(design: LensDesign, angle: number, how: Reflecting): FieldGhosts {
  refuseActive(design, 'Ghosts and coatings are traced');
  const lens = tracedLens(design, how.wavelength);
  const wavefront = wavefrontOf(lens, angle);
  const direct = summed(pathOf(lens, wavefront, undefined, how));
  const pairs = ghostPairs(lens, how.sensor > 0).flatMap((pair): GhostFigures[] => {
    const { light, x2y2, x, y, farthest2 } = summed(pathOf(lens, wavefront, pair, how));
    if (!(light > 0)) return [];
    const [centroidXMm, centroidYMm] = [x / light, y / light];
    const rms2 = Math.max(0, x2y2 / light - centroidXMm ** 2 - centroidYMm ** 2);
    const share = light / direct.area;
    return [
      {
        first: pair.first === SENSOR ? SENSOR : pair.first + 1,
        second: pair.second + 1,
        share,
        ...(lens.moved && { centroidXMm }),
        centroidYMm,
        rmsRadiusMm: Math.sqrt(rms2),
        farthestMm: Math.sqrt(farthest2),
        strengthPerMm2: share / (2 * Math.PI * rms2),
      },
    ];
  });
  return {
    fieldDegrees: (angle * 180) / Math.PI,
    wavelengthNm: how.wavelength,
    transmission: direct.area > 0 ? direct.light / direct.area : 0,
    totalShare: pairs.reduce((sum, { share }) => sum + share, 0),
    pairs: pairs.sort((a, b) => b.strengthPerMm2 - a.strengthPerMm2),
  };
}
