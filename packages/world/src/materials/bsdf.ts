import type { Vector } from '../document/world-document.ts';
import type { Bands } from '../spectra/bands.ts';

/** Three numbers from 0 to 1: which lobe, and where in it. */
export type Numbers = readonly [lobe: number, one: number, two: number];

/** A direction that a material sent light from. */
export interface Scatter {
  /** In the frame of the surface; its z is on the other side where the light goes through. */
  readonly direction: Vector;
  /** Per steradian, of all lobes that `evaluate` knows; Infinity for a mirror or a pane. */
  readonly pdf: number;
}

/**
 * What a surface does with light at a point. Directions point away from it, in the frame of
 * tangent, bitangent and normal; that to the viewer has z above 0.
 */
export interface Bsdf {
  /** Fills f · |cos| of each band; gives the pdf of `sample` per steradian. */
  evaluate(viewer: Vector, light: Vector, out: Bands): number;
  /** Fills f · |cos| / pdf of each band; undefined where nothing comes. */
  sample(viewer: Vector, numbers: Numbers, out: Bands): Scatter | undefined;
}

/** Around the normal, by the cosine. */
export function cosineSample(one: number, two: number): Vector {
  const radius = Math.sqrt(one);
  const angle = 2 * Math.PI * two;
  return [radius * Math.cos(angle), radius * Math.sin(angle), Math.sqrt(Math.max(0, 1 - one))];
}

const NOTHING = 0;

/** Lambert: ρ/π. */
export class Diffuse implements Bsdf {
  readonly reflectance: Bands;
  constructor(reflectance: Bands) {
    this.reflectance = reflectance;
  }

  evaluate(_viewer: Vector, light: Vector, out: Bands): number {
    const cosine = light[2];
    if (cosine <= 0) {
      out.fill(0);
      return NOTHING;
    }
    const { reflectance } = this;
    for (let band = 0; band < out.length; band += 1)
      out[band] = (reflectance[band]! * cosine) / Math.PI;
    return cosine / Math.PI;
  }

  sample(_viewer: Vector, [, one, two]: Numbers, out: Bands): Scatter {
    const direction = cosineSample(one, two);
    out.set(this.reflectance);
    return { direction, pdf: direction[2] / Math.PI };
  }
}

/** A diffuser: ρ/π in front, τ/π behind. */
export class Translucent implements Bsdf {
  private readonly reflectance: Bands;
  private readonly transmittance: Bands;
  private readonly share: number;
  constructor(reflectance: Bands, transmittance: Bands) {
    this.reflectance = reflectance;
    this.transmittance = transmittance;
    const [back, through] = [Math.max(...reflectance), Math.max(...transmittance)];
    this.share = back + through > 0 ? back / (back + through) : 1;
  }

  evaluate(_viewer: Vector, light: Vector, out: Bands): number {
    const bands = light[2] > 0 ? this.reflectance : this.transmittance;
    const cosine = Math.abs(light[2]);
    for (let band = 0; band < out.length; band += 1) out[band] = (bands[band]! * cosine) / Math.PI;
    return ((light[2] > 0 ? this.share : 1 - this.share) * cosine) / Math.PI;
  }

  sample(viewer: Vector, [lobe, one, two]: Numbers, out: Bands): Scatter | undefined {
    const [x, y, z] = cosineSample(one, two);
    const direction: Vector = [x, y, lobe < this.share ? z : -z];
    const pdf = this.evaluate(viewer, direction, out);
    if (!(pdf > 0)) return undefined;
    for (let band = 0; band < out.length; band += 1) out[band]! /= pdf;
    return { direction, pdf };
  }
}

/** (1 - s) a + s b. */
export class Mixed implements Bsdf {
  private readonly a: Bsdf;
  private readonly b: Bsdf;
  private readonly share: number;
  private readonly other: Bands = new Float64Array(31);
  constructor(a: Bsdf, b: Bsdf, share: number) {
    this.a = a;
    this.b = b;
    this.share = share;
  }

  evaluate(viewer: Vector, light: Vector, out: Bands): number {
    const { a, b, share, other } = this;
    const pdfA = a.evaluate(viewer, light, out);
    const pdfB = b.evaluate(viewer, light, other);
    for (let band = 0; band < out.length; band += 1)
      out[band] = (1 - share) * out[band]! + share * other[band]!;
    return (1 - share) * pdfA + share * pdfB;
  }

  sample(viewer: Vector, [lobe, one, two]: Numbers, out: Bands): Scatter | undefined {
    const { share } = this;
    const isB = lobe < share;
    const inside = isB ? lobe / share : (lobe - share) / (1 - share);
    const scatter = (isB ? this.b : this.a).sample(viewer, [inside, one, two], out);
    // A delta keeps its weight: its lobe was taken as often as it shares.
    if (!scatter || scatter.pdf === Infinity) return scatter;
    const pdf = this.evaluate(viewer, scatter.direction, out);
    if (!(pdf > 0)) return undefined;
    for (let band = 0; band < out.length; band += 1) out[band]! /= pdf;
    return { direction: scatter.direction, pdf };
  }
}

/**
 * Two lobes that sum: `top` gets the given share of the samples. Of both, `evaluate` fills what
 * really is there.
 */
export class Summed implements Bsdf {
  private readonly top: Bsdf;
  private readonly base: Bsdf;
  private readonly share: number;
  private readonly other: Bands = new Float64Array(31);
  constructor(top: Bsdf, base: Bsdf, share: number) {
    this.top = top;
    this.base = base;
    this.share = share;
  }

  evaluate(viewer: Vector, light: Vector, out: Bands): number {
    const { top, base, share, other } = this;
    const pdfTop = top.evaluate(viewer, light, out);
    const pdfBase = base.evaluate(viewer, light, other);
    for (let band = 0; band < out.length; band += 1) out[band]! += other[band]!;
    return share * pdfTop + (1 - share) * pdfBase;
  }

  sample(viewer: Vector, [lobe, one, two]: Numbers, out: Bands): Scatter | undefined {
    const { share } = this;
    const isTop = lobe < share;
    const inside = isTop ? lobe / share : (lobe - share) / (1 - share);
    const scatter = (isTop ? this.top : this.base).sample(viewer, [inside, one, two], out);
    if (!scatter) return undefined;
    if (scatter.pdf === Infinity) {
      for (let band = 0; band < out.length; band += 1) out[band]! /= isTop ? share : 1 - share;
      return scatter;
    }
    const pdf = this.evaluate(viewer, scatter.direction, out);
    if (!(pdf > 0)) return undefined;
    for (let band = 0; band < out.length; band += 1) out[band]! /= pdf;
    return { direction: scatter.direction, pdf };
  }
}
