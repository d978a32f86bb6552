import { atan2, cos, sin } from '../../quantities/elementary.ts';
import { wavelengthMmOf } from '../millimetres.ts';
import { areaWithin, chiefRay, type Beam } from '../ray-trace/beam.ts';
import { gaussLegendre } from '../../quantities/gauss-legendre.ts';
import { launch } from '../ray-trace/launch.ts';
import { newRay, type Ray } from '../ray-trace/ray.ts';
import { openShare, shadeOf } from '../ray-trace/shade.ts';
import { traceToSensor } from '../ray-trace/trace-ray.ts';
import { alongP, alongQ, evaluate, pairFitter, type ParityPair } from './polynomial-fit.ts';
import { EDGE_ANGLES, WAVEFRONT_DEGREE, type PupilFunction } from './pupil-function.ts';

/**
 * Circles of rays inside the rim. With arms on both sides of the middle they fix eleven
 * coefficients along each diameter, as many as the wavefront has.
 */
const CIRCLES = 5;

/** Value of both parts of a polynomial. */
const both = ([even, odd]: ParityPair, p: number, q: number): number =>
  evaluate(even, p, q) + evaluate(odd, p, q);
/** ∂/∂p exchanges what is even and odd. */
const pairAlongP = ([even, odd]: ParityPair): ParityPair => [alongP(odd), alongP(even)];
const pairAlongQ = ([even, odd]: ParityPair): ParityPair => [alongQ(even), alongQ(odd)];

/** Traces rays of a beam from places of its wavefront to the sensor. */
const tracer =
  ({ lens, wavefront }: Beam) =>
  (u: number, v: number): Ray => {
    const ray = newRay();
    launch(wavefront, u, v, ray);
    traceToSensor(lens, ray, false);
    return ray;
  };

/**
 * The pupil function of a lens with moved surfaces: as `pupilFunction`, but for light that is not
 * symmetric across the field.
 *
 * @param wavelength nanometres, at which the beam was found.
 */
export function movedPupil(beam: Beam, wavelength: number): PupilFunction {
  const { centreUMm, centreMm, radiiMm } = beam;
  const trace = tracer(beam);
  const chief = chiefRay(beam);
  const shade = shadeOf(beam);
  const azimuthOf = (k: number): number => (2 * Math.PI * (k + 0.5)) / radiiMm.length;
  const rim = Array.from(radiiMm, (radius, k) =>
    trace(centreUMm + radius * sin(azimuthOf(k)), centreMm + radius * cos(azimuthOf(k))),
  );
  const [edgeL, edgeM] = [
    Float64Array.from(rim, ({ L }) => L),
    Float64Array.from(rim, ({ M }) => M),
  ];
  const span = (values: Float64Array): readonly [number, number] => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return [(low + high) / 2, (high - low) / 2];
  };
  const [[across, halfL], [middle, halfM]] = [span(edgeL), span(edgeM)];
  const scale = Math.max(halfL, halfM) * (1 + 1e-9);
  const { nodes } = gaussLegendre(CIRCLES);
  const points = Array.from(radiiMm, (edge, k) =>
    Array.from({ length: CIRCLES + 1 }, (_, i) => {
      const radius = edge * (nodes[i] ?? 1);
      const u = centreUMm + radius * sin(azimuthOf(k));
      const v = centreMm + radius * cos(azimuthOf(k));
      return { u, v, ray: trace(u, v) };
    }),
  ).flat();
  const p = Float64Array.from(points, ({ ray }) => (ray.L - across) / scale);
  const q = Float64Array.from(points, ({ ray }) => (ray.M - middle) / scale);
  // One factorisation serves all: it is most of the work.
  const fitter = pairFitter(p, q, WAVEFRONT_DEGREE);
  const wavefront = fitter.fit(
    Float64Array.from(
      points,
      ({ ray }) =>
        ray.opticalPathMm -
        chief.opticalPathMm -
        ray.L * (ray.xMm - chief.xMm) -
        ray.M * (ray.yMm - chief.yMm),
    ),
  );
  const [us, vs] = [
    fitter.fit(Float64Array.from(points, ({ u }) => u)),
    fitter.fit(Float64Array.from(points, ({ v }) => v)),
  ];
  const [up, uq, vp, vq] = [pairAlongP(us), pairAlongQ(us), pairAlongP(vs), pairAlongQ(vs)];
  const amplitude = fitter.fit(
    p.map((a, i) => {
      const b = q[i]!;
      return (
        Math.sqrt(Math.abs(both(up, a, b) * both(vq, a, b) - both(uq, a, b) * both(vp, a, b))) /
        scale
      );
    }),
  );
  const edges = [edgeL.map((L) => (L - across) / scale), edgeM.map((M) => (M - middle) / scale)];
  const { right, left } = edgeTables(edges[0]!, edges[1]!);
  return {
    wavelengthMm: wavelengthMmOf(wavelength),
    middle,
    scale,
    wavefrontMm: wavefront[0],
    amplitude: amplitude[0],
    edge: right,
    area: areaWithin(edgeL, edgeM) * (shade ? openShare(shade, edgeL, edgeM, false) : 1),
    ...(shade && { shade }),
    chiefHeightMm: chief.yMm,
    extentMm: Math.max(
      ...points.map(({ ray }) => Math.hypot(ray.xMm - chief.xMm, ray.yMm - chief.yMm)),
    ),
    centroidMm: 0,
    uneven: {
      wavefrontMm: wavefront[1],
      amplitude: amplitude[1],
      edge: left,
      middle: across,
      chiefXMm: chief.xMm,
    },
  };
}

/** Distance of the edge over the angle from +q, for both signs of p, see `PupilFunction.edge`. */
function edgeTables(
  p: Float64Array,
  q: Float64Array,
): { readonly right: Float64Array; readonly left: Float64Array } {
  const points = Array.from(p, (across, k) => ({
    angle: (atan2(across, q[k]!) + 2 * Math.PI) % (2 * Math.PI),
    radius: Math.hypot(across, q[k]!),
  })).sort((a, b) => a.angle - b.angle);
  const closed = [
    { ...points.at(-1)!, angle: points.at(-1)!.angle - 2 * Math.PI },
    ...points,
    { ...points[0]!, angle: points[0]!.angle + 2 * Math.PI },
  ];
  const radiusAt = (angle: number): number => {
    const next = Math.max(
      1,
      closed.findIndex((point) => point.angle >= angle),
    );
    const [a, b] = [closed[next - 1]!, closed[next]!];
    return a.radius + ((b.radius - a.radius) * (angle - a.angle)) / (b.angle - a.angle);
  };
  const table = (side: 1 | -1): Float64Array =>
    Float64Array.from({ length: EDGE_ANGLES }, (_, k) => {
      const angle = (Math.PI * (k + 0.5)) / EDGE_ANGLES;
      return radiusAt(side === 1 ? angle : 2 * Math.PI - angle);
    });
  return { right: table(1), left: table(-1) };
}
