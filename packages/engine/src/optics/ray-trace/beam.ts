import { cos, sin } from '../../quantities/elementary.ts';
import { aim } from './chief-ray.ts';
import { launch, wavefrontOf, type Wavefront } from './launch.ts';
import { newRay, type Ray } from './ray.ts';
import { openShare, shadeOf } from './shade.ts';
import { traceRay, traceToSensor, type TracedLens } from './trace-ray.ts';

/**
 * The light of one field and wavelength that the lens transmits: a region of its wavefront, see
 * `Wavefront`.
 */
export interface Beam {
  readonly lens: TracedLens;
  readonly wavefront: Wavefront;
  /** v of the chief ray. */
  readonly chiefMm: number;
  /** v of the middle of the region. */
  readonly centreMm: number;
  /** u of both; 0 unless surfaces are tilted or decentred. */
  readonly chiefUMm: number;
  readonly centreUMm: number;
  /**
   * Distance of the region's edge from its middle, at azimuth 2π(k + ½)/length from +v towards +u;
   * symmetric in u unless surfaces are tilted or decentred.
   */
  readonly radiiMm: Float64Array;
}

/** How finely the edge of a beam is sampled. */
export interface EdgeAccuracy {
  /** Count of azimuths over the full circle; a multiple of four. */
  readonly azimuths: number;
  /** Relative accuracy of a radius. */
  readonly tolerance: number;
}

const ILLINOIS_STEPS = 80;

/**
 * Finds the edge of the transmitted beam of a lens whose surfaces stand where they should.
 *
 * @param angle of the field, radians; towards +y in the image.
 * @param guessMm v near which the chief ray is looked for; v of the paraxial chief ray by default.
 * @throws SimulationError when no ray of the field gets through.
 */
export function findBeam(
  lens: TracedLens,
  angle: number,
  { azimuths, tolerance }: EdgeAccuracy,
  guessMm?: number,
): Beam {
  const wavefront = wavefrontOf(lens, angle);
  const { chiefMm, insideMm } = aim(lens, wavefront, guessMm);
  const reach = lens.semiDiametersMm[lens.stopIndex]!;
  const up = findEdge(lens, wavefront, { vMm: insideMm, du: 0, dv: 1 }, reach, tolerance);
  const down = findEdge(lens, wavefront, { vMm: insideMm, du: 0, dv: -1 }, reach, tolerance);
  const centreMm = insideMm + (up - down) / 2;
  const radiiMm = new Float64Array(azimuths);
  let last = (up + down) / 2;
  for (let k = 0; k < azimuths / 2; k += 1) {
    const azimuth = (2 * Math.PI * (k + 0.5)) / azimuths;
    const outwards = { vMm: centreMm, du: sin(azimuth), dv: cos(azimuth) };
    last = findEdge(lens, wavefront, outwards, last, tolerance);
    radiiMm[k] = last;
    radiiMm[azimuths - 1 - k] = last;
  }
  return { lens, wavefront, chiefMm, centreMm, chiefUMm: 0, centreUMm: 0, radiiMm };
}

const edgeRay = newRay();

/** A half line on a wavefront: from (u, v) in the direction of the unit vector (du, dv). */
interface HalfLine {
  /** 0 unless given. */
  readonly uMm?: number;
  readonly vMm: number;
  readonly du: number;
  readonly dv: number;
}

/**
 * Distance along a half line at which a clear aperture first stops the ray: where `fill` is 1, by
 * the Illinois method.
 */
export function findEdge(
  lens: TracedLens,
  wavefront: Wavefront,
  { uMm = 0, vMm, du, dv }: HalfLine,
  guessMm: number,
  tolerance: number,
): number {
  const excess = (distance: number): number => {
    launch(wavefront, uMm + distance * du, vMm + distance * dv, edgeRay);
    return traceRay(lens, edgeRay, false) === 0 ? edgeRay.fill - 1 : Infinity;
  };
  let inside = 0;
  let low = excess(0);
  let outside = guessMm;
  let high = excess(outside);
  for (let step = 0; high <= 0 && step < 60; step += 1) {
    [inside, low] = [outside, high];
    outside *= 1.25;
    high = excess(outside);
  }
  let side = 0;
  for (let step = 0; step < ILLINOIS_STEPS && outside - inside > tolerance * outside; step += 1) {
    const next =
      high < Infinity ? inside + ((outside - inside) * low) / (low - high) : (inside + outside) / 2;
    const value = excess(next);
    if (Math.abs(value) < tolerance) return next;
    if (value <= 0) {
      [inside, low] = [next, value];
      if (side === -1 && high < Infinity) high /= 2;
      side = -1;
    } else {
      [outside, high] = [next, value];
      if (side === 1) low /= 2;
      side = 1;
    }
  }
  return (inside + outside) / 2;
}

/** Direction cosines of the beam's edge along the sensor, one point per azimuth. */
export function edgeDirections({ lens, wavefront, centreUMm, centreMm, radiiMm }: Beam): {
  readonly L: Float64Array;
  readonly M: Float64Array;
} {
  const count = radiiMm.length;
  const [L, M] = [new Float64Array(count), new Float64Array(count)];
  const ray = newRay();
  if (lens.moved) {
    for (const [k, radius] of radiiMm.entries()) {
      const azimuth = (2 * Math.PI * (k + 0.5)) / count;
      launch(wavefront, centreUMm + radius * sin(azimuth), centreMm + radius * cos(azimuth), ray);
      traceToSensor(lens, ray, false);
      [L[k], M[k]] = [ray.L, ray.M];
    }
    return { L, M };
  }
  for (let k = 0; k < count / 2; k += 1) {
    const azimuth = (2 * Math.PI * (k + 0.5)) / count;
    launch(wavefront, radiiMm[k]! * sin(azimuth), centreMm + radiiMm[k]! * cos(azimuth), ray);
    traceRay(lens, ray, false);
    L[k] = ray.L;
    M[k] = ray.M;
    L[count - 1 - k] = -ray.L;
    M[count - 1 - k] = ray.M;
  }
  return { L, M };
}

/**
 * Area of the transmitted beam in image-side direction cosines: irradiance per radiance, in
 * steradians of projected solid angle. It is the area of the polygon through the edge, extrapolated
 * from that through every second point to an infinite number of chords.
 *
 * @see docs/reference/optics.md#irradiance.
 */
export const projectedSolidAngle = (beam: Beam): number => {
  const { L, M } = edgeDirections(beam);
  const shade = shadeOf(beam);
  return areaWithin(L, M) * (shade ? openShare(shade, L, M, beam.lens.moved === undefined) : 1);
};

/** Area of a beam on its wavefront, mm²: the share of the light of its field that it has. */
export function wavefrontArea({ radiiMm }: Pick<Beam, 'radiiMm'>): number {
  const azimuthOf = (k: number): number => (2 * Math.PI * (k + 0.5)) / radiiMm.length;
  return areaWithin(
    radiiMm.map((radius, k) => radius * sin(azimuthOf(k))),
    radiiMm.map((radius, k) => radius * cos(azimuthOf(k))),
  );
}

/** Area inside a closed curve, through points in equal steps of azimuth. */
export function areaWithin(L: Float64Array, M: Float64Array): number {
  const polygon = (first: number, step: number): number => {
    let twice = 0;
    for (let k = first; k < L.length; k += step) {
      const next = (k + step) % L.length;
      twice += L[k]! * M[next]! - L[next]! * M[k]!;
    }
    return Math.abs(twice) / 2;
  };
  return (4 * polygon(0, 1) - (polygon(0, 2) + polygon(1, 2)) / 2) / 3;
}

/** Working f-number N of a beam, from its irradiance per radiance π/(4N²), steradians. */
export const workingFNumber = (solidAngle: number): number => Math.sqrt(Math.PI / (4 * solidAngle));

/** The chief ray of a beam on the image plane, with its direction in the plane's own frame. */
export function chiefRay({ lens, wavefront, chiefUMm, chiefMm }: Beam): Ray {
  const ray = newRay();
  launch(wavefront, chiefUMm, chiefMm, ray);
  traceToSensor(lens, ray, false);
  return ray;
}
