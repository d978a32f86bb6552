import type { Residuals } from '../analysis/least-squares.ts';
import { wavelengthMmOf } from '../optics/millimetres.ts';
import { over, scaled, sumOf, times, type Dual } from './dual.ts';
import type { DualFrame } from './dual-placement.ts';
import { coordinateOf, pupilRay, type FieldRays } from './field-rays.ts';
import type { MeritDocument } from './lens-study.ts';
import { operandFigure, operandResidual } from './operands.ts';
import { pupilPoints, type PupilPoint } from './pupil-points.ts';
import type { SlopedRay } from './sloped-ray.ts';

/** The rays of one field with their weights, whose sum is 1. */
interface FieldTrace {
  readonly rays: readonly SlopedRay[];
  readonly weights: readonly number[];
  /** Wavelength of each ray, by its place in the document. */
  readonly bands: readonly number[];
}

const pointsMemory = new Map<string, readonly PupilPoint[]>();

function pointsOf({ pupil: { rings, arms } }: MeritDocument): readonly PupilPoint[] {
  const key = `${rings} ${arms}`;
  const points = pointsMemory.get(key) ?? pupilPoints(rings, arms);
  pointsMemory.set(key, points);
  return points;
}

function traceField(rays: FieldRays, document: MeritDocument, field: number): FieldTrace {
  const points = pointsOf(document);
  const traced = rays.traced.map((lens) =>
    points.map((point) => pupilRay(rays, lens, field, point)),
  );
  return {
    rays: traced.flat(),
    weights: document.wavelengthWeights.flatMap((share) =>
      points.map(({ weight }) => share * weight),
    ),
    bands: traced.flatMap((list, band) => list.map(() => band)),
  };
}

/** A coordinate of each ray less its weighted mean, with the derivatives. */
function centred(
  { rays, weights }: FieldTrace,
  valueOf: (ray: SlopedRay, k: number) => number,
  slopeOf: (ray: SlopedRay, variable: number, k: number) => number,
): Residuals {
  const variables = rays[0]!.pathSlopes.length;
  let mean = 0;
  const slopes = new Float64Array(variables);
  for (const [k, ray] of rays.entries()) {
    mean += weights[k]! * valueOf(ray, k);
    for (let i = 0; i < variables; i += 1) slopes[i]! += weights[k]! * slopeOf(ray, i, k);
  }
  return {
    values: rays.map((ray, k) => valueOf(ray, k) - mean),
    slopes:
      variables === 0
        ? []
        : rays.map((ray, k) => {
            const row = new Float64Array(variables);
            for (let i = 0; i < variables; i += 1) row[i] = slopeOf(ray, i, k) - slopes[i]!;
            return row;
          }),
  };
}

/** A place on the sensor along x or y, see `centred`. */
const places = (trace: FieldTrace, axis: 0 | 1): Residuals => {
  const count = trace.rays[0]!.pathSlopes.length;
  return centred(
    trace,
    ({ place }) => place.values[axis],
    ({ place }, i) => place.slopes[axis * count + i]!,
  );
};

const squareSum = ({ values }: Residuals, weights: readonly number[]): number =>
  values.reduce((sum, value, k) => sum + weights[k]! * value * value, 0);

/**
 * Takes from a quantity of the rays its mean per wavelength, then its best terms in two others,
 * which have no mean per wavelength themselves.
 */
class Wavefronts {
  readonly #trace: FieldTrace;
  readonly #L: Float64Array;
  readonly #M: Float64Array;
  readonly #products: readonly [number, number, number];

  constructor(trace: FieldTrace) {
    this.#trace = trace;
    this.#L = this.#withoutMeans(trace.rays.map(({ direction }) => direction.values[0]));
    this.#M = this.#withoutMeans(trace.rays.map(({ direction }) => direction.values[1]));
    this.#products = [
      this.#product(this.#L, this.#L),
      this.#product(this.#L, this.#M),
      this.#product(this.#M, this.#M),
    ];
  }

  #product(p: Float64Array, q: Float64Array): number {
    let sum = 0;
    for (let k = 0; k < p.length; k += 1) sum += this.#trace.weights[k]! * p[k]! * q[k]!;
    return sum;
  }

  #withoutMeans(values: readonly number[]): Float64Array {
    const { weights, bands } = this.#trace;
    const [sums, totals] = [new Map<number, number>(), new Map<number, number>()];
    for (const [k, band] of bands.entries()) {
      sums.set(band, (sums.get(band) ?? 0) + weights[k]! * values[k]!);
      totals.set(band, (totals.get(band) ?? 0) + weights[k]!);
    }
    return Float64Array.from(values, (value, k) => {
      const total = totals.get(bands[k]!)!;
      return total > 0 ? value - sums.get(bands[k]!)! / total : value;
    });
  }

  /** What is left, and the factors of L and M. */
  left(values: readonly number[]): {
    readonly rest: Float64Array;
    readonly terms: readonly [number, number];
  } {
    const rest = this.#withoutMeans(values);
    const [ll, lm, mm] = this.#products;
    const [l, m] = [this.#product(rest, this.#L), this.#product(rest, this.#M)];
    const determinant = ll * mm - lm * lm;
    const [b, c] =
      determinant > 0 ? [(mm * l - lm * m) / determinant, (ll * m - lm * l) / determinant] : [0, 0];
    return {
      rest: rest.map((value, k) => value - b * this.#L[k]! - c * this.#M[k]!),
      terms: [b, c],
    };
  }
}

/**
 * The wavefront of a field in waves of the reference: path − L x − M y less the best constant per
 * wavelength and the best common terms in L and M.
 */
function wavefronts(trace: FieldTrace, reference: number): Residuals {
  const wavelengthMm = wavelengthMmOf(reference);
  const fit = new Wavefronts(trace);
  const { rays } = trace;
  const count = rays[0]!.pathSlopes.length;
  const { rest, terms } = fit.left(
    rays.map(
      ({ pathMm, place, direction }) =>
        pathMm - direction.values[0] * place.values[0] - direction.values[1] * place.values[1],
    ),
  );
  const columns = Array.from({ length: count }, (_, i) => {
    const changes = rays.map(({ pathSlopes, place, direction }) => {
      const [dL, dM] = [direction.slopes[i]!, direction.slopes[count + i]!];
      return (
        pathSlopes[i]! -
        dL * (place.values[0] + terms[0]) -
        dM * (place.values[1] + terms[1]) -
        direction.values[0] * place.slopes[i]! -
        direction.values[1] * place.slopes[count + i]!
      );
    });
    return fit.left(changes).rest;
  });
  return {
    values: Array.from(rest, (value) => value / wavelengthMm),
    slopes:
      count === 0
        ? []
        : rays.map((_, k) => Float64Array.from(columns, (column) => column[k]! / wavelengthMm)),
  };
}

/** Rows with their weights: the squares of what is returned sum to the weighted squares. */
const weighted = (
  { values, slopes }: Residuals,
  weights: readonly number[],
  share: number,
): Residuals => ({
  values: values.map((value, k) => Math.sqrt(share * weights[k]!) * value),
  slopes: slopes.map((row, k) => {
    const factor = Math.sqrt(share * weights[k]!);
    return row.map((slope) => factor * slope);
  }),
});

const joined = (parts: readonly Residuals[]): Residuals => ({
  values: parts.flatMap(({ values }) => values),
  slopes: parts.flatMap(({ slopes }) => slopes),
});

const rowOf = ({ value, slopes }: Dual, variables: number): Residuals => ({
  values: [value],
  slopes: variables === 0 ? [] : [slopes ?? new Float64Array(variables)],
});

/**
 * The residuals of a merit: M² is the sum of their squares, in mm² with spots and in waves² with
 * wavefronts.
 *
 * @throws LostRay when a ray does not arrive.
 */
export function residualsOf(rays: FieldRays, document: MeritDocument): Residuals {
  const fields = document.fields.flatMap((field, at) => {
    const trace = traceField(rays, document, field);
    const share = document.fieldWeights[at]!;
    const parts =
      document.merit === 'spot'
        ? [places(trace, 0), places(trace, 1)]
        : [wavefronts(trace, document.reference)];
    return parts.map((part) => weighted(part, trace.weights, share));
  });
  const operands = document.operands.map((operand) =>
    rowOf(operandResidual(operand, operandFigure(rays, document, operand)), rays.lens.variables),
  );
  return joined([...fields, ...operands]);
}

/** Figures of a lens beside its merit. */
export interface FieldSizes {
  /** Per field. */
  readonly rmsSpotMm: readonly number[];
  readonly wavefrontRmsWaves: readonly number[];
  /** How far the sensor would move for the smallest spots of all fields together. */
  readonly refocusMm: number;
}

/**
 * Spots and wavefronts of the fields, and the exact refocus: with slopes g of the rays less their
 * mean, the sensor moves by −Σ w x·g/Σ w g·g.
 *
 * @throws LostRay when a ray does not arrive.
 */
export function fieldSizes(rays: FieldRays, document: MeritDocument): FieldSizes {
  const traces = document.fields.map((field) => traceField(rays, document, field));
  return {
    rmsSpotMm: traces.map((trace) =>
      Math.sqrt(
        squareSum(places(trace, 0), trace.weights) + squareSum(places(trace, 1), trace.weights),
      ),
    ),
    wavefrontRmsWaves: traces.map((trace) =>
      Math.sqrt(squareSum(wavefronts(trace, document.reference), trace.weights)),
    ),
    refocusMm: shiftOf(defocusOf(rays, traces, document.fieldWeights)).value,
  };
}

/** How a ray's place on the sensor changes as that moves along the axis, mm per mm. */
function alongAxis(ray: SlopedRay, { turn }: DualFrame, axis: 0 | 1): Dual {
  const direction = ([0, 1, 2] as const).map((one) => coordinateOf(ray, 'direction', one));
  if (!turn) return over(direction[axis]!, direction[2]!);
  // Places are in the frame of the sensor, directions in the frame of the lens.
  const own = (column: number): Dual =>
    sumOf(direction.map((one, row) => times(turn[3 * row + column]!, one)));
  return times(turn[8]!, over(own(axis), own(2)));
}

/** The same for all rays of a field, less its weighted mean. */
function defocus(trace: FieldTrace, { reference }: FieldRays, axis: 0 | 1): Residuals {
  const all = trace.rays.map((ray) => alongAxis(ray, reference.image, axis));
  return centred(
    trace,
    (_, k) => all[k]!.value,
    (_, i, k) => all[k]!.slopes![i]!,
  );
}

/**
 * How far along the axis of the lens the sensor moves, mm, for the least Σ field weight · ray
 * weight · |x − centroid of the field|² over all fields, wavelengths and rays of a merit: the best
 * focus. Rays are straight there, so that it is the minimum of a parabola. With its derivatives.
 *
 * @throws LostRay when a ray does not arrive.
 */
export function refocusOf(rays: FieldRays, document: MeritDocument): Dual {
  const traces = document.fields.map((field) => traceField(rays, document, field));
  return shiftOf(defocusOf(rays, traces, document.fieldWeights));
}

/** Weighted sums over fields and rays. */
interface DefocusSums {
  /** The sum of x·x. */
  readonly spots: number;
  /** The sum of x·g, with its derivatives. */
  readonly products: Dual;
  /** The sum of g·g, with its derivatives. */
  readonly squares: Dual;
}

const shiftOf = ({ products, squares }: DefocusSums): Dual => scaled(over(products, squares), -1);

function defocusOf(
  rays: FieldRays,
  traces: readonly FieldTrace[],
  fieldWeights: readonly number[],
): DefocusSums {
  const { variables } = rays.lens;
  let [spots, products, squares] = [0, 0, 0];
  const [productSlopes, squareSlopes] = [new Float64Array(variables), new Float64Array(variables)];
  for (const [at, trace] of traces.entries())
    for (const axis of [0, 1] as const) {
      const x = places(trace, axis);
      const g = defocus(trace, rays, axis);
      for (const [k, share] of trace.weights.entries()) {
        const weight = fieldWeights[at]! * share;
        const [xk, gk] = [x.values[k]!, g.values[k]!];
        spots += weight * xk * xk;
        products += weight * xk * gk;
        squares += weight * gk * gk;
        for (let i = 0; i < variables; i += 1) {
          const [dx, dg] = [x.slopes[k]![i]!, g.slopes[k]![i]!];
          productSlopes[i]! += weight * (dx * gk + xk * dg);
          squareSlopes[i]! += 2 * weight * gk * dg;
        }
      }
    }
  const dual = (value: number, slopes: Float64Array): Dual =>
    variables > 0 ? { value, slopes } : { value };
  return { spots, products: dual(products, productSlopes), squares: dual(squares, squareSlopes) };
}

/** The spot merit before and after the exact refocus, and the way of the sensor, mm. */
export function refocused(
  rays: FieldRays,
  document: MeritDocument,
): { readonly squared: number; readonly refocusedSquared: number; readonly shiftMm: number } {
  const traces = document.fields.map((field) => traceField(rays, document, field));
  const sums = defocusOf(rays, traces, document.fieldWeights);
  const { spots, products, squares } = sums;
  return {
    squared: spots,
    refocusedSquared: Math.max(0, spots - products.value ** 2 / squares.value),
    shiftMm: shiftOf(sums).value,
  };
}
