import { cos, sin, tan } from '../../quantities/elementary.ts';
import { gaussLegendre } from '../../quantities/gauss-legendre.ts';
import { wavelengthMmOf } from '../millimetres.ts';
import {
  alongP,
  alongQ,
  evaluate,
  polynomialFitter,
  type Polynomial,
} from '../point-spread/polynomial-fit.ts';
import { coreReachMm, type Core } from '../point-spread/core.ts';
import { pointExtentMm } from '../point-spread/point-picture.ts';
import {
  EDGE_ANGLES,
  WAVEFRONT_DEGREE,
  type PupilFunction,
} from '../point-spread/pupil-function.ts';
import type { PlanePolynomial } from '../ray-trace/surfaces/plane-polynomial.ts';
import type { FieldPlace, PupilDisc } from './measured-aperture.ts';
import { OUTLINE_RADII } from './measured-file.ts';
import { opticsOf, type MeasuredDesign } from './measured-design.ts';
import type { MeasuredOptics } from './measured-optics.ts';
import { wavefrontOver } from './measured-wavefront.ts';

/** Radii and angles at which half of a pupil is looked at; the other is its mirror image. */
const [RADII, ANGLES] = [9, 24];

/**
 * The pupil of a field of a measured lens: its outline, evenly bright in direction cosines, and the
 * wavefront of its terms, with the defocus of sensor and colour.
 *
 * @param wavelength nanometres.
 * @param angle of the field, radians.
 * @see docs/measured-lenses.md#light-and-pupil
 */
export function measuredPupil(
  design: MeasuredDesign,
  wavelength: number,
  angle: number,
): PupilFunction {
  const optics = opticsOf(design);
  const field = optics.fieldAt(angle);
  const radiusAt = outline(design, optics, field, wavelength);
  const table = Float64Array.from({ length: EDGE_ANGLES }, (_, k) =>
    radiusAt((Math.PI * (k + 0.5)) / EDGE_ANGLES),
  );
  const scale = Math.max(...table);
  const edge = table.map((radius) => radius / scale);
  const middle = sin(optics.chiefOf(field));
  const shape = inPupil(
    wavefrontOver(optics.wavefront.at(field.heightMm, wavelength), optics.wavefront.tilts),
    smaller(optics.discOf(field, wavelength), design.scale / optics.blurStop),
    scale,
  );
  const defocusMm = design.defocusMm - optics.axialMm(wavelength);
  const wavefrontMm =
    defocusMm === 0 ? shape : sumOf(shape, defocused(defocusMm, { middle, scale }, edge));
  const points = optics.pointsAt?.(field.heightMm, wavelength);
  const { extentMm, centroidMm } = points
    ? { extentMm: pointExtentMm(points), centroidMm: 0 }
    : raysOf({ wavefrontMm, scale, edge });
  const core = coreAt(optics, field.heightMm);
  return {
    wavelengthMm: wavelengthMmOf(wavelength),
    middle,
    scale,
    wavefrontMm,
    amplitude: { odd: 0, coefficients: [Float64Array.of(1)] },
    edge,
    area: measuredArea(design, wavelength, angle),
    chiefHeightMm: measuredHeightMm(design, wavelength, angle),
    extentMm: extentMm + coreReachMm(core),
    centroidMm,
    ...(core && { core }),
    ...(points && { points }),
  };
}

/** The Gaussian core of a height; undefined where there is none. */
function coreAt({ wavefront }: MeasuredOptics, heightMm: number): Core | undefined {
  const [along, across] = wavefront.coreAt?.(heightMm) ?? [0, 0];
  return along > 0 || across > 0 ? { alongMm2: 1e-6 * along, acrossMm2: 1e-6 * across } : undefined;
}

/** Irradiance per radiance of a field, steradians. */
export function measuredArea(design: MeasuredDesign, wavelength: number, angle: number): number {
  const optics = opticsOf(design);
  const open = optics.areaOf(optics.fieldAt(angle), wavelength);
  return open * (design.stop / design.scale) ** 2 * optics.transmissionOf(wavelength);
}

/** Height of the chief ray of a field on the sensor, mm. */
export function measuredHeightMm(
  design: MeasuredDesign,
  wavelength: number,
  angle: number,
): number {
  const optics = opticsOf(design);
  const field = optics.fieldAt(angle);
  const { scale, shiftMm } = design;
  const heightMm = scale * (field.heightMm + optics.lateralMm(field, wavelength));
  return shiftMm === 0 ? heightMm : heightMm + shiftMm * tan(optics.chiefOf(field));
}

/** A disc as it is where the cone of light has become narrower. */
const smaller = ({ tangential, sagittal, centreM }: PupilDisc, by: number): PupilDisc => ({
  tangential: tangential / by,
  sagittal: sagittal / by,
  centreM: centreM / by,
});

/** Distance of the rim of a disc from the chief ray at an angle from the field; its own middle. */
function rimOf({ tangential, sagittal }: PupilDisc, angle: number): number {
  const [along, across] = [cos(angle) / tangential, sin(angle) / sagittal];
  return 1 / Math.sqrt(along * along + across * across);
}

/** The edge of the pupil by the angle from the field, 0 to π, in direction cosines. */
function outline(
  { scale: grown, stop }: MeasuredDesign,
  optics: MeasuredOptics,
  field: FieldPlace,
  wavelength: number,
): (angle: number) => number {
  const radii = optics.outlineOf?.(field);
  const disc = optics.discOf(field, wavelength);
  return (angle) => ((radii ? onOutline(radii, angle) : rimOf(disc, angle)) * stop) / grown;
}

/** Radius of an outline that begins at +x, at an angle from +y: the mean of both sides. */
function onOutline(radii: readonly number[], angle: number): number {
  const step = (2 * Math.PI) / OUTLINE_RADII;
  const at = (from: number): number => {
    const place = (((from / step) % OUTLINE_RADII) + OUTLINE_RADII) % OUTLINE_RADII;
    const i = Math.floor(place);
    const next = radii[(i + 1) % OUTLINE_RADII]!;
    return radii[i % OUTLINE_RADII]! + (next - radii[i % OUTLINE_RADII]!) * (place - i);
  };
  return (at(Math.PI / 2 - angle) + at(Math.PI / 2 + angle)) / 2;
}

/** A polynomial over the unit disc, micrometres, in the coordinates of the pupil, mm. */
function inPupil(
  { degree, coefficients }: PlanePolynomial,
  { tangential, sagittal, centreM }: PupilDisc,
  scale: number,
): Polynomial {
  const [perP, perQ, offset] = [scale / sagittal, scale / tangential, -centreM / tangential];
  const rows = Array.from({ length: (degree >> 1) + 1 }, () => new Float64Array(degree + 1));
  for (let i = 0; i <= degree; i += 2) {
    // (perQ·q + offset)^j, one power after the other.
    let power = Float64Array.of(1);
    for (let j = 0; i + j <= degree; j += 1) {
      const weight = 1e-3 * coefficients[j * (degree + 1) + i]! * perP ** i;
      for (const [k, value] of power.entries()) rows[i / 2]![k]! += weight * value;
      power = Float64Array.from(
        { length: power.length + 1 },
        (_, k) => offset * (power[k] ?? 0) + perQ * (power[k - 1] ?? 0),
      );
    }
  }
  return { odd: 0, coefficients: rows };
}

const sumOf = (one: Polynomial, other: Polynomial): Polynomial => ({
  odd: 0,
  coefficients: Array.from(
    { length: Math.max(one.coefficients.length, other.coefficients.length) },
    (_, row) => {
      const [a = [], b = []] = [one.coefficients[row], other.coefficients[row]];
      return Float64Array.from(
        { length: Math.max(a.length, b.length) },
        (__, j) => (a[j] ?? 0) + (b[j] ?? 0),
      );
    },
  ),
});

/** Places over the half of a pupil, and the area that each stands for. */
function eachPlace(
  edge: Float64Array,
  visit: (p: number, q: number, weight: number) => void,
): void {
  const { nodes, weights } = gaussLegendre(RADII);
  for (let k = 0; k < ANGLES; k += 1) {
    const angle = (Math.PI * (k + 0.5)) / ANGLES;
    const rim = edge[Math.floor((edge.length * (k + 0.5)) / ANGLES)]!;
    for (let i = 0; i <= RADII; i += 1) {
      const radius = rim * (nodes[i] ?? 1);
      visit(radius * sin(angle), radius * cos(angle), (weights[i] ?? 0) * radius * rim);
    }
  }
}

/** The path that a moved sensor adds, without the part that moves the image. */
function defocused(
  awayMm: number,
  { middle, scale }: Pick<PupilFunction, 'middle' | 'scale'>,
  edge: Float64Array,
): Polynomial {
  const [ps, qs, paths]: [number[], number[], number[]] = [[], [], []];
  const along = Math.sqrt(1 - middle * middle);
  eachPlace(edge, (p, q) => {
    const [L, M] = [scale * p, middle + scale * q];
    ps.push(p);
    qs.push(q);
    // √(1 − L² − M²) less its value and its slope in the middle, without cancellation.
    const root = Math.sqrt(Math.max(0, 1 - L * L - M * M));
    paths.push(awayMm * (root - along + (middle / along) * (M - middle)));
  });
  return polynomialFitter(Float64Array.from(ps), Float64Array.from(qs), WAVEFRONT_DEGREE, 0).fit(
    Float64Array.from(paths),
  );
}

/** Where the rays of a pupil land: the farthest from the chief ray, and their middle. */
export function raysOf({
  wavefrontMm,
  scale,
  edge,
}: Pick<PupilFunction, 'wavefrontMm' | 'scale' | 'edge'>): {
  readonly extentMm: number;
  readonly centroidMm: number;
  readonly rmsSpotMm: number;
  readonly rmsWavefrontMm: number;
} {
  const [slopeP, slopeQ] = [alongP(wavefrontMm), alongQ(wavefrontMm)];
  let extentMm = 0;
  let [light, sumY, squares, path, pathSquares] = [0, 0, 0, 0, 0];
  eachPlace(edge, (p, q, weight) => {
    const x = -evaluate(slopeP, p, q) / scale;
    const y = -evaluate(slopeQ, p, q) / scale;
    const w = evaluate(wavefrontMm, p, q);
    extentMm = Math.max(extentMm, Math.hypot(x, y));
    light += weight;
    sumY += weight * y;
    squares += weight * (x * x + y * y);
    path += weight * w;
    pathSquares += weight * w * w;
  });
  const centroidMm = sumY / light;
  return {
    extentMm,
    centroidMm,
    rmsSpotMm: Math.sqrt(Math.max(0, squares / light - centroidMm ** 2)),
    rmsWavefrontMm: Math.sqrt(Math.max(0, pathSquares / light - (path / light) ** 2)),
  };
}
