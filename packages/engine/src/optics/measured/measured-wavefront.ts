import { wavelengthMmOf, micrometresOf } from '../millimetres.ts';
import {
  zernikeOrder,
  zernikeTerms,
  type ZernikeOrder,
} from '../ray-trace/surfaces/zernike-terms.ts';
import {
  newPlanePolynomial,
  type PlanePolynomial,
} from '../ray-trace/surfaces/plane-polynomial.ts';
import { CURVE_TERMS } from './curve-transfer.ts';
import type { CurveFit } from './fit-curves.ts';
import type { ZernikeBlur } from './measured-file.ts';
import { monotoneCurve, onCurve } from './monotone-curve.ts';

/** Terms of unit variance in Noll's order that hold those of all orderings: degrees to 12. */
export const WAVEFRONT_TERMS = 91;
/** Piston and the two tilts. */
const WITHOUT_SHAPE = 3;

/** Terms of the wavefront, micrometres, at a height in mm and a wavelength in nm. */
export interface MeasuredWavefront {
  readonly at: (heightMm: number, nm: number) => Float64Array;
  /** Whether its tilts count, see `wavefrontOver`. */
  readonly tilts: boolean;
  /** Variances of the Gaussian core along and across the field, µm²; absent: there is none. */
  readonly coreAt?: (heightMm: number) => readonly [number, number];
  /** Heights at which it was measured. */
  readonly heightsMm: readonly number[];
  /** What is not used of it, one sentence each. */
  readonly leftOut: readonly string[];
}

/** Number in Noll's order of a term. */
const nollNumber = ({ n, m, isSine }: ZernikeOrder): number => {
  const first = (n * (n + 1)) / 2 + 1;
  if (m === 0) return first;
  // Of a pair the even number goes with the cosine.
  const pair = first + m - 1;
  return pair % 2 === (isSine ? 1 : 0) ? pair : pair + 1;
};

/** The term with an index, from 0, of a file. */
function orderOf(ordering: ZernikeBlur['ordering'], index: number): ZernikeOrder {
  if (ordering !== 'osa') return zernikeOrder(ordering === 'fringe' ? 'fringe' : 'noll', index + 1);
  const n = Math.ceil((-3 + Math.sqrt(9 + 8 * index)) / 2);
  const m = 2 * index - n * (n + 2);
  return { n, m: Math.abs(m), isSine: m < 0 };
}

/** Largest value of a term over its root mean square. */
const peakOf = ({ n, m }: ZernikeOrder): number => Math.sqrt((m === 0 ? 1 : 2) * (n + 1));

/** Whether a term is the same on both sides of the field: even in x. */
const isEven = ({ m, isSine }: ZernikeOrder): boolean => (m % 2 === 1) === isSine;

/** A term whose angle starts at the other axis: what it is from +x to +y, and its sign. */
function turned({ n, m, isSine }: ZernikeOrder): { order: ZernikeOrder; sign: number } {
  const quarter = m % 4;
  // cos and sin of m·(angle − 90°).
  if (quarter === 0) return { order: { n, m, isSine }, sign: 1 };
  if (quarter === 2) return { order: { n, m, isSine }, sign: -1 };
  const sign = quarter === 1 ? 1 : -1;
  return { order: { n, m, isSine: !isSine }, sign: isSine ? -sign : sign };
}

/** Tilts and lopsided terms below this are not worth a sentence, micrometres. */
const WORTH_SAYING = { tilt: 0.1, lopsided: 0.01 };

/**
 * The wavefront of Zernike terms: between heights monotone cubics of each coefficient, those of odd
 * azimuthal order 0 on the axis; between wavelengths the same.
 *
 * @see docs/measured-lenses.md#wavefronts
 */
export function measuredWavefront(
  blur: ZernikeBlur | undefined,
  tilts: boolean,
): MeasuredWavefront {
  const none = new Float64Array(WAVEFRONT_TERMS);
  if (!blur) return { at: () => none, heightsMm: [], leftOut: [], tilts };
  const fields = blur.fields.map((field) => ({
    heightMm: field.height,
    nm: (field.wavelengthNm ?? blur.wavelengthNm)!,
    terms: termsOf(blur, field.terms, (field.wavelengthNm ?? blur.wavelengthNm)!),
  }));
  const wavelengths = [...new Set(fields.map(({ nm }) => nm))].sort((a, b) => a - b);
  const curves = wavelengths.map((nm) => curvesOf(fields.filter((field) => field.nm === nm)));
  const [tilt, lopsided] = [largest(fields, isTilt), largest(fields, isLopsided)];
  return {
    tilts,
    heightsMm: [...new Set(fields.map(({ heightMm }) => heightMm))].sort((a, b) => a - b),
    at: (heightMm, nm) => {
      const rows = curves.map((curve) => curve(heightMm));
      if (rows.length === 1) return rows[0]!;
      return none.map((_, k) =>
        onCurve(
          monotoneCurve(
            wavelengths,
            rows.map((row) => row[k]!),
          ),
          nm,
        ),
      );
    },
    leftOut: [
      ...(!tilts && tilt > WORTH_SAYING.tilt
        ? [
            `The tilt of the wavefront, up to ${tilt.toFixed(2)} µm, is left out: the map says where the image is.`,
          ]
        : []),
      ...(lopsided > WORTH_SAYING.lopsided
        ? [
            `Terms that differ on both sides of the field, up to ${lopsided.toFixed(3)} µm, are left out: round lenses have none.`,
          ]
        : []),
    ],
  };
}

/** In the fringe order, the tilt along the field and the terms of the fit that tilt light as it does. */
const [TILT, TILTING] = [3, [8, 15]] as const;

/**
 * The wavefront and the core of fitted curves. Their modulation does not say where the light is:
 * a tilt puts its centroid on the map, which was measured by it.
 */
export function curveWavefront({ nodes }: CurveFit): MeasuredWavefront {
  const at = nodes.map(({ heightMm }) => heightMm);
  const cores = [0, 1].map((i) =>
    monotoneCurve(
      at,
      nodes.map(({ coreUm2 }) => coreUm2[i]!),
    ),
  );
  return {
    ...measuredWavefront(
      {
        ordering: 'fringe',
        unit: 'micrometres',
        wavelengthNm: REFERENCE_NM,
        fields: nodes.map(({ heightMm, terms }) => ({
          height: heightMm,
          terms: Array.from({ length: CURVE_TERMS.at(-1)! }, (_, i) =>
            i + 1 === TILT
              ? -TILTING.reduce((sum, number) => sum + fittedTerm(terms, number), 0)
              : fittedTerm(terms, i + 1),
          ),
        })),
      },
      true,
    ),
    coreAt: (heightMm) => [onCurve(cores[0]!, heightMm), onCurve(cores[1]!, heightMm)],
  };
}

/** A term of a fit by its number in the fringe order; 0 where the fit has none. */
function fittedTerm(terms: ArrayLike<number>, number: number): number {
  const place = CURVE_TERMS.findIndex((known) => known === number);
  return place < 0 ? 0 : terms[place]!;
}

/** The wavefront has one length at all wavelengths. */
const REFERENCE_NM = 550;

const isTilt = (number: number): boolean => number === 2 || number === 3;
const isLopsided = (number: number): boolean =>
  number > WITHOUT_SHAPE && !isEven(zernikeOrder('noll', number));

const largest = (
  fields: readonly { readonly terms: Float64Array }[],
  counts: (number: number) => boolean,
): number =>
  Math.max(
    0,
    ...fields.flatMap(({ terms }) =>
      Array.from(terms, (value, i) =>
        counts(i + 1) ? Math.abs(value) * peakOf(zernikeOrder('noll', i + 1)) : 0,
      ),
    ),
  );

/** Terms of a file in Noll's order, micrometres of unit variance. */
function termsOf(
  { ordering, unit = 'waves', rms, sign = 1, tangential = 'y' }: ZernikeBlur,
  values: readonly number[],
  nm: number,
): Float64Array {
  const perUnit =
    sign *
    (unit === 'waves' ? micrometresOf(wavelengthMmOf(nm)) : unit === 'nanometres' ? 1e-3 : 1);
  const isVariance = rms ?? ordering !== 'fringe';
  const terms = new Float64Array(WAVEFRONT_TERMS);
  for (const [index, value] of values.entries()) {
    const own = orderOf(ordering, index);
    const { order, sign: turn } = tangential === 'x' ? turned(own) : { order: own, sign: 1 };
    terms[nollNumber(order) - 1]! += (turn * perUnit * value) / (isVariance ? 1 : peakOf(order));
  }
  return terms;
}

/** Coefficients over the height, by those of one wavelength. */
function curvesOf(
  fields: readonly { readonly heightMm: number; readonly terms: Float64Array }[],
): (heightMm: number) => Float64Array {
  const sorted = [...fields].sort((a, b) => a.heightMm - b.heightMm);
  const curves = Array.from({ length: WAVEFRONT_TERMS }, (_, k) => {
    const { m } = zernikeOrder('noll', k + 1);
    const at = sorted.map(({ heightMm }) => heightMm);
    const values = sorted.map(({ terms }) => terms[k]!);
    if (values.every((value) => value === 0)) return undefined;
    if (m % 2 === 0) return monotoneCurve(at, values);
    return at[0] === 0
      ? monotoneCurve(at, [0, ...values.slice(1)])
      : monotoneCurve([0, ...at], [0, ...values]);
  });
  return (heightMm) => Float64Array.from(curves, (curve) => (curve ? onCurve(curve, heightMm) : 0));
}

/**
 * The wavefront over the unit disc, micrometres, without piston and without what is not the same on
 * both sides of the field.
 *
 * @param tilts whether tilts stay: of a disc that is not the pupil they say where the image is.
 */
export function wavefrontOver(terms: Float64Array, tilts: boolean): PlanePolynomial {
  const out = newPlanePolynomial(12);
  for (const [i, term] of zernikeTerms('noll', WAVEFRONT_TERMS).entries()) {
    const weight = terms[i]!;
    if (weight === 0 || i < (tilts ? 1 : WITHOUT_SHAPE) || !isEven(zernikeOrder('noll', i + 1)))
      continue;
    for (let y = 0; y <= term.degree; y += 1)
      for (let x = 0; x + y <= term.degree; x += 1)
        out.coefficients[y * (out.degree + 1) + x]! +=
          weight * term.coefficients[y * (term.degree + 1) + x]!;
  }
  return out;
}

/** Terms in the fringe order, micrometres at the rim; those that it does not have are left out. */
export const fringeTerms = (terms: Float64Array): readonly number[] =>
  Array.from({ length: 37 }, (_, i) => {
    const order = zernikeOrder('fringe', i + 1);
    return terms[nollNumber(order) - 1]! * peakOf(order);
  });
