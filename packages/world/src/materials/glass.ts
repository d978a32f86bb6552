import type { Vector } from '../document/world-document.ts';
import { unit } from '../pose/vector.ts';
import { BAND_COUNT, meanOfBands, newBands, type Bands } from '../spectra/bands.ts';
import type { Bsdf, Numbers, Scatter } from './bsdf.ts';
import { dielectric, dielectricParts } from './fresnel.ts';
import {
  bothSee,
  facets,
  isSmooth,
  mirrored,
  shadowing,
  visibleFacet,
  type Widths,
} from './ggx.ts';

/** A face of glass: indices of the bands on the other side over those on this side. */
export interface Face {
  readonly ratios: Bands;
  /** The ratio by which directions bend: at 550 nm, or of the only band. */
  readonly bends: number;
  /** Which band alone is carried; -1 for all. */
  readonly band: number;
}

const reflectances = newBands();

/** Fills the reflectance of each band. */
function fillReflectances({ ratios, band }: Face, cosine: number, out: Bands): Bands {
  if (band < 0) for (let i = 0; i < BAND_COUNT; i += 1) out[i] = dielectric(cosine, ratios[i]!);
  else out.fill(dielectric(cosine, ratios[band]!));
  return out;
}

/** The bent direction behind a facet; undefined beyond the critical angle. */
function bent(viewer: Vector, half: Vector, ratio: number): Vector | undefined {
  const cosine = viewer[0] * half[0] + viewer[1] * half[1] + viewer[2] * half[2];
  const squared = 1 - (1 - cosine * cosine) / (ratio * ratio);
  if (squared <= 0) return undefined;
  const along = cosine / ratio - Math.sqrt(squared);
  return [
    along * half[0] - viewer[0] / ratio,
    along * half[1] - viewer[1] / ratio,
    along * half[2] - viewer[2] / ratio,
  ];
}

/**
 * A smooth face of glass: a mirror and a pane (docs/reference/world.md#w4). Radiance that comes out
 * of a medium of the relative index n is less by n².
 */
export class SmoothGlass implements Bsdf {
  private readonly face: Face;
  constructor(face: Face) {
    this.face = face;
  }

  evaluate(_viewer: Vector, _light: Vector, out: Bands): number {
    out.fill(0);
    return 0;
  }

  sample(viewer: Vector, [lobe]: Numbers, out: Bands): Scatter {
    const { bends } = this.face;
    fillReflectances(this.face, viewer[2], out);
    const share = dielectric(viewer[2], bends);
    const through = bent(viewer, [0, 0, 1], bends);
    if (!through || lobe < share) {
      for (let band = 0; band < BAND_COUNT; band += 1) out[band]! /= through ? share : 1;
      return { direction: [-viewer[0], -viewer[1], viewer[2]], pdf: Infinity };
    }
    for (let band = 0; band < BAND_COUNT; band += 1)
      out[band] = (1 - out[band]!) / (1 - share) / (bends * bends);
    return { direction: unit(through), pdf: Infinity };
  }
}

/** A rough face of glass. @see Walter et al.: Microfacet models for refraction, 2007. */
export class RoughGlass implements Bsdf {
  private readonly face: Face;
  private readonly widths: Widths;
  constructor(face: Face, widths: Widths) {
    this.face = face;
    this.widths = widths;
  }

  evaluate(viewer: Vector, light: Vector, out: Bands): number {
    const { widths, face } = this;
    const isMirror = light[2] > 0;
    const ratio = isMirror ? 1 : face.bends;
    let half = unit([
      viewer[0] + ratio * light[0],
      viewer[1] + ratio * light[1],
      viewer[2] + ratio * light[2],
    ]);
    if (half[2] < 0) half = [-half[0], -half[1], -half[2]];
    const toViewer = viewer[0] * half[0] + viewer[1] * half[1] + viewer[2] * half[2];
    const toLight = light[0] * half[0] + light[1] * half[1] + light[2] * half[2];
    if (toViewer <= 0 || (isMirror ? toLight <= 0 : toLight >= 0)) {
      out.fill(0);
      return 0;
    }
    const lobe = facets(widths, half) * bothSee(widths, viewer, light);
    const pdfHalf =
      (facets(widths, half) * toViewer) / ((1 + shadowing(widths, viewer)) * viewer[2]);
    const share = dielectric(toViewer, face.bends);
    fillReflectances(face, toViewer, out);
    if (isMirror) {
      for (let band = 0; band < BAND_COUNT; band += 1) out[band]! *= lobe / (4 * viewer[2]);
      return (share * pdfHalf) / (4 * toViewer);
    }
    const sum = toViewer + ratio * toLight;
    const jacobian = -toLight / (sum * sum);
    // Without the n² of the other side: radiance is less by it.
    const scale = (lobe * jacobian * toViewer) / viewer[2];
    for (let band = 0; band < BAND_COUNT; band += 1) out[band] = (1 - out[band]!) * scale;
    return (1 - share) * pdfHalf * jacobian * ratio * ratio;
  }

  sample(viewer: Vector, [lobe, one, two]: Numbers, out: Bands): Scatter | undefined {
    const half = visibleFacet(this.widths, viewer, one, two);
    const cosine = viewer[0] * half[0] + viewer[1] * half[1] + viewer[2] * half[2];
    const share = dielectric(cosine, this.face.bends);
    const direction = lobe < share ? mirrored(viewer, half) : bent(viewer, half, this.face.bends);
    if (!direction || (lobe < share ? direction[2] <= 0 : direction[2] >= 0)) return undefined;
    const pdf = this.evaluate(viewer, unit(direction), out);
    if (!(pdf > 0)) return undefined;
    for (let band = 0; band < BAND_COUNT; band += 1) out[band]! /= pdf;
    return { direction: unit(direction), pdf };
  }
}

/** A pane: both faces and all that goes to and fro between them, at once. */
export class ThinPane implements Bsdf {
  private readonly ratios: Bands;
  private readonly absorption: Bands | undefined;
  private readonly thickness: number;
  private readonly through = newBands();

  constructor(ratios: Bands, absorption: Bands | undefined, thickness: number) {
    this.ratios = ratios;
    this.absorption = absorption;
    this.thickness = thickness;
  }

  /** Reflectance and transmittance of each band, the mean of s and p after the sum. */
  fill(cosine: number, back: Bands, through: Bands): void {
    for (let band = 0; band < BAND_COUNT; band += 1) {
      const n = this.ratios[band]!;
      const inside = Math.sqrt(Math.max(0, 1 - (1 - cosine * cosine) / (n * n)));
      const kept = this.absorption
        ? Math.exp((-this.absorption[band]! * this.thickness) / inside)
        : 1;
      back[band] = through[band] = 0;
      for (const face of dielectricParts(cosine, n)) {
        const rounds = 1 - face * face * kept * kept;
        const entered = (1 - face) * (1 - face);
        if (!(rounds > 0)) {
          back[band]! += 0.5;
          continue;
        }
        through[band]! += (entered * kept) / rounds / 2;
        back[band]! += (face + (face * entered * kept * kept) / rounds) / 2;
      }
    }
  }

  evaluate(_viewer: Vector, _light: Vector, out: Bands): number {
    out.fill(0);
    return 0;
  }

  sample(viewer: Vector, [lobe]: Numbers, out: Bands): Scatter | undefined {
    this.fill(viewer[2], reflectances, this.through);
    const [back, through] = [meanOfBands(reflectances), meanOfBands(this.through)];
    if (!(back + through > 0)) return undefined;
    const share = back / (back + through);
    const isBack = lobe < share;
    const bands = isBack ? reflectances : this.through;
    for (let band = 0; band < BAND_COUNT; band += 1)
      out[band] = bands[band]! / (isBack ? share : 1 - share);
    return {
      direction: isBack
        ? [-viewer[0], -viewer[1], viewer[2]]
        : [-viewer[0], -viewer[1], -viewer[2]],
      pdf: Infinity,
    };
  }
}

/** A face of glass by its roughness. */
export const glassFace = (face: Face, widths: Widths): Bsdf =>
  isSmooth(widths) ? new SmoothGlass(face) : new RoughGlass(face, widths);
