import type { Vector } from '../document/world-document.ts';
import { unit } from '../pose/vector.ts';
import type { Bands } from '../spectra/bands.ts';
import { albedoTable, wholeAlbedo, type AlbedoTable } from './albedo-tables.ts';
import { cosineSample, type Bsdf, type Numbers, type Scatter } from './bsdf.ts';
import type { Fresnel } from './fresnel.ts';
import {
  bothSee,
  facets,
  isSmooth,
  mirrored,
  visibleFacet,
  visiblePdf,
  type Widths,
} from './ggx.ts';

/**
 * A lobe of facets that reflect (docs/reference/world.md#w4), with the light that single
 * scattering loses given back, or bare.
 *
 * @see Turquin: Practical multiple scattering compensation for microfacet models, 2019.
 */
export class Glossy implements Bsdf {
  private readonly widths: Widths;
  readonly fresnel: Fresnel;
  private readonly whole: AlbedoTable | undefined;

  constructor(widths: Widths, fresnel: Fresnel, isCompensated = true) {
    this.widths = widths;
    this.fresnel = fresnel;
    this.whole = isCompensated && !isSmooth(widths) ? wholeAlbedo(widths) : undefined;
  }

  evaluate(viewer: Vector, light: Vector, out: Bands): number {
    const { widths, fresnel } = this;
    if (light[2] <= 0 || isSmooth(widths)) {
      out.fill(0);
      return 0;
    }
    const half = unit([viewer[0] + light[0], viewer[1] + light[1], viewer[2] + light[2]]);
    const cosine = viewer[0] * half[0] + viewer[1] * half[1] + viewer[2] * half[2];
    fresnel.fill(cosine, out);
    const lobe = (facets(widths, half) * bothSee(widths, viewer, light)) / (4 * viewer[2]);
    this.compensate(viewer, lobe, out);
    return visiblePdf(widths, viewer, half) / (4 * cosine);
  }

  private compensate(viewer: Vector, lobe: number, out: Bands): void {
    const { normal } = this.fresnel;
    const whole = this.whole?.at(viewer) ?? 1;
    const lost = (1 - whole) / whole;
    for (let band = 0; band < out.length; band += 1)
      out[band]! *= lobe * (1 + normal[band]! * lost);
  }

  sample(viewer: Vector, [, one, two]: Numbers, out: Bands): Scatter | undefined {
    const { widths } = this;
    if (isSmooth(widths)) {
      this.fresnel.fill(viewer[2], out);
      return { direction: [-viewer[0], -viewer[1], viewer[2]], pdf: Infinity };
    }
    const direction = mirrored(viewer, visibleFacet(widths, viewer, one, two));
    if (direction[2] <= 0) return undefined;
    const pdf = this.evaluate(viewer, direction, out);
    if (!(pdf > 0)) return undefined;
    for (let band = 0; band < out.length; band += 1) out[band]! /= pdf;
    return { direction, pdf };
  }
}

/** Directional albedo of a coat that has a Fresnel reflectance of its own. */
export interface CoatAlbedo {
  at(cosine: number): number;
  readonly average: number;
}

/**
 * @param name of the reflectance, for the table.
 * @param normal reflectance at normal incidence.
 */
export function coatAlbedo(
  widths: Widths,
  name: string,
  normal: number,
  reflectance: (cosine: number) => number,
): CoatAlbedo {
  if (isSmooth(widths)) return { at: reflectance, average: averageOf(reflectance) };
  const table = albedoTable(widths, name, reflectance);
  const whole = wholeAlbedo(widths);
  const at = (cosine: number): number => {
    const direction: Vector = [Math.sqrt(Math.max(0, 1 - cosine * cosine)), 0, cosine];
    const all = whole.at(direction);
    return Math.min(1, table.at(direction) * (1 + (normal * (1 - all)) / all));
  };
  return { at, average: averageOf(at) };
}

const STEPS = 256;
const averageOf = (albedo: (cosine: number) => number): number => {
  let sum = 0;
  for (let i = 0; i < STEPS; i += 1) sum += (2 * albedo((i + 0.5) / STEPS) * (i + 0.5)) / STEPS;
  return sum / STEPS;
};

/** What is diffuse under a coat: light that the coat lets in, and out again. */
export class UnderCoat implements Bsdf {
  private readonly reflectance: Bands;
  private readonly coat: CoatAlbedo;
  constructor(reflectance: Bands, coat: CoatAlbedo) {
    this.reflectance = reflectance;
    this.coat = coat;
  }

  evaluate(viewer: Vector, light: Vector, out: Bands): number {
    if (light[2] <= 0) {
      out.fill(0);
      return 0;
    }
    const { coat, reflectance } = this;
    const scale =
      ((1 - coat.at(light[2])) * (1 - coat.at(viewer[2])) * light[2]) /
      (Math.PI * Math.max(1e-9, 1 - coat.average));
    for (let band = 0; band < out.length; band += 1) out[band] = scale * reflectance[band]!;
    return light[2] / Math.PI;
  }

  sample(viewer: Vector, [, one, two]: Numbers, out: Bands): Scatter | undefined {
    const direction = cosineSample(one, two);
    const pdf = this.evaluate(viewer, direction, out);
    if (!(pdf > 0)) return undefined;
    for (let band = 0; band < out.length; band += 1) out[band]! /= pdf;
    return { direction, pdf };
  }
}

/** How many samples the coat gets: as much as it sends back beside what is under it. */
export const coatShare = (coat: number, base: number): number =>
  base === 0 ? 1 : Math.min(0.9, Math.max(0.1, coat / (coat + (1 - coat) * base)));
