import type { Vector } from '../document/world-document.ts';
import { squareTo } from '../pose/vector.ts';
import type { Bands } from '../spectra/bands.ts';
import { cosineSample, type Bsdf, type Numbers, type Scatter } from './bsdf.ts';

const DEGREES = 180 / Math.PI;

/** R_A by observation and entrance angle, cd/(lx m²) (docs/reference/world.md#w4). */
export class Coefficients {
  private readonly observation: readonly number[];
  private readonly entrance: readonly number[];
  private readonly values: readonly (readonly number[])[];

  constructor({
    observationDegrees,
    entranceDegrees,
    values,
  }: {
    readonly observationDegrees: readonly number[];
    readonly entranceDegrees: readonly number[];
    readonly values: readonly (readonly number[])[];
  }) {
    this.observation = observationDegrees;
    this.entrance = entranceDegrees;
    this.values = values;
  }

  get widestDegrees(): number {
    return this.observation.at(-1)!;
  }

  /** ln R_A is linear in the observation angle, R_A in the entrance angle. */
  at(observation: number, entrance: number): number {
    const { observation: angles } = this;
    if (observation > angles.at(-1)!) return 0;
    const right = Math.max(
      1,
      angles.findIndex((angle) => angle >= observation),
    );
    if (angles.length === 1 || observation <= angles[0]!) return this.row(0, entrance);
    const [from, to] = [this.row(right - 1, entrance), this.row(right, entrance)];
    const share = (observation - angles[right - 1]!) / (angles[right]! - angles[right - 1]!);
    return from > 0 && to > 0
      ? Math.exp(Math.log(from) * (1 - share) + Math.log(to) * share)
      : from * (1 - share) + to * share;
  }

  private row(at: number, entrance: number): number {
    const { entrance: angles } = this;
    const values = this.values[at]!;
    const last = angles.length - 1;
    if (entrance <= angles[0]!) return values[0]!;
    if (entrance >= angles[last]!)
      return values[last]! * Math.max(0, (90 - entrance) / (90 - angles[last]!));
    const right = angles.findIndex((angle) => angle >= entrance);
    const share = (entrance - angles[right - 1]!) / (angles[right]! - angles[right - 1]!);
    return values[right - 1]! * (1 - share) + values[right]! * share;
  }
}

/** Half of the samples go back where the viewer is, half everywhere. */
const BACK = 0.5;

/** Sheeting that sends light back to where it comes from: R_A/(µi µo) + ρ/π. */
export class Retroreflector implements Bsdf {
  private readonly coefficients: Coefficients;
  private readonly colour: Bands;
  private readonly reflectance: Bands;
  private readonly cone: number;

  constructor(coefficients: Coefficients, colour: Bands, reflectance: Bands) {
    this.coefficients = coefficients;
    this.colour = colour;
    this.reflectance = reflectance;
    this.cone = Math.cos(coefficients.widestDegrees / DEGREES);
  }

  evaluate(viewer: Vector, light: Vector, out: Bands): number {
    if (light[2] <= 0) {
      out.fill(0);
      return 0;
    }
    const cosine = viewer[0] * light[0] + viewer[1] * light[1] + viewer[2] * light[2];
    const between =
      2 *
      Math.asin(
        Math.min(
          1,
          Math.hypot(viewer[0] - light[0], viewer[1] - light[1], viewer[2] - light[2]) / 2,
        ),
      ) *
      DEGREES;
    const entrance = Math.acos(Math.min(1, light[2])) * DEGREES;
    const back = this.coefficients.at(between, entrance) / viewer[2];
    for (let band = 0; band < out.length; band += 1)
      out[band] = back * this.colour[band]! + (this.reflectance[band]! * light[2]) / Math.PI;
    const inCone = cosine >= this.cone ? 1 / (2 * Math.PI * (1 - this.cone)) : 0;
    return BACK * inCone + ((1 - BACK) * light[2]) / Math.PI;
  }

  sample(viewer: Vector, [lobe, one, two]: Numbers, out: Bands): Scatter | undefined {
    let direction = cosineSample(one, two);
    if (lobe < BACK) {
      const cosine = 1 - one * (1 - this.cone);
      const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
      const [side, up] = squareTo(viewer);
      const [a, b] = [sine * Math.cos(2 * Math.PI * two), sine * Math.sin(2 * Math.PI * two)];
      direction = [0, 1, 2].map(
        (axis) => cosine * viewer[axis]! + a * side[axis]! + b * up[axis]!,
      ) as unknown as Vector;
    }
    const pdf = this.evaluate(viewer, direction, out);
    if (!(pdf > 0)) return undefined;
    for (let band = 0; band < out.length; band += 1) out[band]! /= pdf;
    return { direction, pdf };
  }
}
