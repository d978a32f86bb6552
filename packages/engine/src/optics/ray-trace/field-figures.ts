import { micrometresOf, wavelengthMmOf } from '../millimetres.ts';
import { beamOf, chiefRay, edgeDirections, projectedSolidAngle, type Beam } from './beam.ts';
import { firstOrder, type FirstOrder } from './first-order.ts';
import { gaussLegendre } from './gauss-legendre.ts';
import { launch } from './launch.ts';
import type { LensDesign } from './lens-design.ts';
import { newRay, traceRay } from './trace-ray.ts';

/** What a lens does to the light of one field and wavelength. */
export interface FieldFigures {
  /** Where the ray through the middle of the stop arrives, mm. */
  readonly chiefHeightMm: number;
  /** Per cent of focal length · tan(field); 0 on the axis. */
  readonly distortionPercent: number;
  /** Area of the transmitted beam in image-side direction cosines. */
  readonly projectedSolidAngle: number;
  /** That, relative to the axis. */
  readonly relativeIllumination: number;
  /** Root mean square distance from the spot's centroid, µm. */
  readonly rmsSpotUm: number;
  /** Standard deviation of the wavefront about a sphere round the chief ray's image, waves. */
  readonly rmsWavefrontWaves: number;
}

/** Fine enough for 1e-5 in the areas and spots of smooth pupils, 1e-3 where two apertures cut. */
const EDGE = { azimuths: 128, tolerance: 1e-9 };
const RADII = 16;

/**
 * Figures of merit of a field.
 *
 * @param wavelength nanometres.
 * @param angle of the field, radians.
 * @throws SimulationError when no ray gets through.
 * @see golden/optics/tolerances.json for the definitions: spot and wavefront weigh equal areas of the plane wavefront equally.
 */
export function fieldFigures(design: LensDesign, wavelength: number, angle: number): FieldFigures {
  const beam = beamOf(design, wavelength, angle, EDGE);
  const chief = chiefRay(beam);
  const area = projectedSolidAngle(beam);
  const axis = angle === 0 ? area : projectedSolidAngle(beamOf(design, wavelength, 0, EDGE));
  const [x, y, wave] = [newMoments(), newMoments(), newMoments()];
  eachRay(beam, (ray, weight) => {
    add(x, ray.xMm, weight);
    add(y, ray.yMm, weight);
    add(
      wave,
      ray.opticalPathMm -
        chief.opticalPathMm -
        ray.L * (ray.xMm - chief.xMm) -
        ray.M * (ray.yMm - chief.yMm),
      weight,
    );
  });
  return {
    chiefHeightMm: angle === 0 ? 0 : chief.yMm,
    distortionPercent:
      angle === 0 ? 0 : (chief.yMm / (design.focalLengthMm * Math.tan(angle)) - 1) * 100,
    projectedSolidAngle: area,
    relativeIllumination: area / axis,
    rmsSpotUm: micrometresOf(Math.sqrt(variance(x) + variance(y))),
    rmsWavefrontWaves: Math.sqrt(variance(wave)) / wavelengthMmOf(wavelength),
  };
}

/** Visits rays spread over the beam, each with the area of the wavefront that it stands for, in mm². The light is symmetric in x. */
function eachRay(
  { lens, wavefront, centreMm, radiiMm }: Beam,
  visit: (ray: ReturnType<typeof newRay>, weight: number) => void,
): void {
  const { nodes, weights } = gaussLegendre(RADII);
  const ray = newRay();
  for (const [k, edge] of radiiMm.entries()) {
    const azimuth = (2 * Math.PI * (k + 0.5)) / radiiMm.length;
    for (let i = 0; i < RADII; i += 1) {
      const radius = edge * nodes[i]!;
      launch(wavefront, radius * Math.sin(azimuth), centreMm + radius * Math.cos(azimuth), ray);
      if (traceRay(lens, ray, false) === 0)
        visit(ray, ((2 * Math.PI) / radiiMm.length) * edge * weights[i]! * radius);
    }
  }
}

/** Sums of weights, values and squares; values are kept small by their reference, so the differences keep their digits. */
interface Moments {
  weight: number;
  sum: number;
  squares: number;
  reference: number | undefined;
}
const newMoments = (): Moments => ({ weight: 0, sum: 0, squares: 0, reference: undefined });
function add(moments: Moments, value: number, weight: number): void {
  moments.reference ??= value;
  const difference = value - moments.reference;
  moments.weight += weight;
  moments.sum += weight * difference;
  moments.squares += weight * difference * difference;
}
const variance = ({ weight, sum, squares }: Moments): number =>
  Math.max(0, squares / weight - (sum / weight) ** 2);

/** First order, and the working f-number 1/(2·sin u) of the real marginal ray. */
export function firstOrderFigures(
  design: LensDesign,
  wavelength: number,
): FirstOrder & { readonly workingFNumber: number } {
  const { M } = edgeDirections(beamOf(design, wavelength, 0, EDGE));
  // Azimuths straddle ±v by half a step; on the axis the edge is a circle, so its radius in direction cosines is the same all round.
  const sine = Math.max(...M) / Math.cos(Math.PI / EDGE.azimuths);
  return { ...firstOrder(design, wavelength), workingFNumber: 1 / (2 * sine) };
}
