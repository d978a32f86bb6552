import { cos, sin } from '../../quantities/elementary.ts';
import { atColumn, evaluate, pairFitter, type ParityPair } from '../point-spread/polynomial-fit.ts';
import type { Beyond } from './apertures.ts';
import { launch, type Wavefront } from './launch.ts';
import { newRay } from './ray.ts';
import { traceToSensor, type TracedLens } from './trace-ray.ts';

/**
 * How far a ray passes what is dark, by its direction cosines on the sensor: less than 0 where an
 * obscuration stops it, 0 on the edge.
 */
export interface Shade {
  readonly at: (L: number, M: number) => number;
  /** The same over the share of the way, 0 to 1, from one pair of direction cosines to another. */
  readonly along: (from: Direction, to: Direction) => (share: number) => number;
}
type Direction = readonly [L: number, M: number];

/** Heights of rays at a surface are smooth: this many terms are within 1e-6 of a semi-diameter. */
const DEGREE = 6;
const [DIRECTIONS, RADII] = [24, 5];

/** A beam, see `Beam`. */
interface ShadedBeam {
  readonly lens: TracedLens;
  readonly wavefront: Wavefront;
  readonly centreUMm: number;
  readonly centreMm: number;
  readonly radiiMm: Float64Array;
}

/** What the obscurations of a lens make dark of a beam; undefined where it has none. */
export function shadeOf({
  lens,
  wavefront,
  centreUMm,
  centreMm,
  radiiMm,
}: ShadedBeam): Shade | undefined {
  const { obscured } = lens;
  if (!obscured) return undefined;
  const points = Array.from({ length: DIRECTIONS }, (_, k) => {
    const at = Math.floor(((k + 0.5) * radiiMm.length) / DIRECTIONS);
    const azimuth = (2 * Math.PI * (at + 0.5)) / radiiMm.length;
    return Array.from({ length: RADII }, (__, i) => {
      const radius = (radiiMm[at]! * (i + 1)) / RADII;
      return [centreUMm + radius * sin(azimuth), centreMm + radius * cos(azimuth)] as const;
    });
  }).flat();
  const ray = newRay();
  const directions = points.map(([u, v]) => {
    launch(wavefront, u, v, ray);
    traceToSensor(lens, ray, false);
    return [ray.L, ray.M] as const;
  });
  const middle = [0, 1].map((axis) => meanOfEnds(directions.map((one) => one[axis]!)));
  const [middleL, middleM] = middle as [number, number];
  const scale = Math.max(
    ...directions.map(([L, M]) => Math.max(Math.abs(L - middleL), Math.abs(M - middleM))),
  );
  const fitter = pairFitter(
    Float64Array.from(directions, ([L]) => (L - middleL) / scale),
    Float64Array.from(directions, ([, M]) => (M - middleM) / scale),
    DEGREE,
  );
  const parts = obscured.map(({ dark, tracer }): DarkPart => {
    const places = points.map(([u, v]) => {
      launch(wavefront, u, v, ray);
      tracer(ray, false);
      return [ray.stopXMm, ray.stopYMm] as const;
    });
    return {
      dark,
      x: fitter.fit(Float64Array.from(places, ([x]) => x)),
      y: fitter.fit(Float64Array.from(places, ([, y]) => y)),
    };
  });
  const unit = ([L, M]: Direction): Direction => [(L - middleL) / scale, (M - middleM) / scale];
  return {
    at: (L, M) => {
      const [p, q] = unit([L, M]);
      let nearest = Infinity;
      for (const { dark, x, y } of parts) {
        const [px, py] = [both(x, p, q), both(y, p, q)];
        for (const beyond of dark) nearest = Math.min(nearest, beyond(px, py));
      }
      return nearest;
    },
    along: (from, to) => alongLine(parts, unit(from), unit(to)),
  };
}

/** Places on a line through which a polynomial of the fits is known, as shares from −1 to 1. */
const PLACES = Array.from({ length: DEGREE + 1 }, (_, i) => (2 * i) / DEGREE - 1);

/** Coefficients of the powers of a share by the values at `PLACES`: Lagrange's polynomials. */
const POWERS = PLACES.map((place, i) => {
  let terms = [1];
  for (const other of PLACES.toSpliced(i, 1)) {
    const factor = 1 / (place - other);
    terms = Array.from(
      { length: terms.length + 1 },
      (_, k) => factor * ((terms[k - 1] ?? 0) - other * (terms[k] ?? 0)),
    );
  }
  return terms;
});

/** On a line the places at a surface are polynomials of one variable: their coefficients. */
function onLine(pair: ParityPair, [p0, q0]: Direction, [p1, q1]: Direction): Float64Array {
  const out = new Float64Array(DEGREE + 1);
  for (const [i, place] of PLACES.entries()) {
    const share = (1 + place) / 2;
    const value = both(pair, p0 + share * (p1 - p0), q0 + share * (q1 - q0));
    for (let k = 0; k < out.length; k += 1) out[k]! += value * POWERS[i]![k]!;
  }
  return out;
}

function alongLine(
  parts: readonly DarkPart[],
  from: Direction,
  to: Direction,
): (share: number) => number {
  const lines = parts.map(({ dark, x, y }) => ({
    dark,
    x: onLine(x, from, to),
    y: onLine(y, from, to),
  }));
  return (share) => {
    const place = 2 * share - 1;
    let nearest = Infinity;
    for (const { dark, x, y } of lines) {
      const px = atColumn(x, place);
      const py = atColumn(y, place);
      for (const beyond of dark) nearest = Math.min(nearest, beyond(px, py));
    }
    return nearest;
  };
}

/** An obscuring surface: what is dark there, and where rays meet it. */
interface DarkPart {
  readonly dark: readonly Beyond[];
  readonly x: ParityPair;
  readonly y: ParityPair;
}

const both = ([even, odd]: ParityPair, p: number, q: number): number =>
  evaluate(even, p, q) + evaluate(odd, p, q);

const meanOfEnds = (values: readonly number[]): number =>
  (Math.min(...values) + Math.max(...values)) / 2;

/** Radii between two points of the edge where what is dark is not round, as arms of a spider. */
const PARTS = 8;
/** Places along each radius at which it is seen what is dark. */
const STEPS = 128;

/**
 * Share of the area inside a closed curve of direction cosines that is not dark, in sectors from
 * its middle.
 *
 * @param isRound what is dark is the same all round.
 */
export function openShare(
  shade: Shade,
  edgeL: Float64Array,
  edgeM: Float64Array,
  isRound: boolean,
): number {
  const [middleL, middleM] = [meanOfEnds([...edgeL]), meanOfEnds([...edgeM])];
  let [open, whole] = [0, 0];
  const parts = isRound ? 1 : PARTS;
  for (let k = 0; k < edgeL.length; k += 1) {
    const next = (k + 1) % edgeL.length;
    const [aL, aM] = [edgeL[k]! - middleL, edgeM[k]! - middleM];
    const [bL, bM] = [edgeL[next]! - middleL, edgeM[next]! - middleM];
    const area = Math.abs(aL * bM - aM * bL);
    whole += area;
    for (let part = 0; part < parts; part += 1) {
      const towards = (part + 0.5) / parts;
      const [L, M] = [aL + towards * (bL - aL), aM + towards * (bM - aM)];
      const valueAt = shade.along([middleL, middleM], [middleL + L, middleM + M]);
      open += (area / parts) * openAlong(valueAt);
    }
  }
  return open / whole;
}

/** ∫ 2s ds over the open parts of a radius, whose edges lie where the shade changes its sign. */
function openAlong(valueAt: (share: number) => number): number {
  let sum = 0;
  let before = valueAt(0);
  for (let step = 1; step <= STEPS; step += 1) {
    const [from, to] = [(step - 1) / STEPS, step / STEPS];
    const now = valueAt(to);
    const isOpen = [before >= 0, now >= 0] as const;
    const edge = isOpen[0] === isOpen[1] ? to : from + ((to - from) * before) / (before - now);
    if (isOpen[0]) sum += edge * edge - from * from;
    if (isOpen[1] && !isOpen[0]) sum += to * to - edge * edge;
    before = now;
  }
  return sum;
}
