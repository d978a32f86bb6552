import { BAND_COUNT, newBands, type Bands } from '../spectra/bands.ts';

/** Reflectance of a smooth face by the cosine of the angle on it. */
export interface Fresnel {
  fill(cosine: number, out: Bands): void;
  /** At normal incidence. */
  readonly normal: Bands;
}

/** Of s and p, entering a medium of relative index n; both 1 beyond the critical angle. */
export function dielectricParts(cosine: number, n: number): readonly [s: number, p: number] {
  const sine = (1 - cosine * cosine) / (n * n);
  if (sine >= 1) return [1, 1];
  const inside = Math.sqrt(1 - sine);
  const s = (cosine - n * inside) / (cosine + n * inside);
  const p = (n * cosine - inside) / (n * cosine + inside);
  return [s * s, p * p];
}

export function dielectric(cosine: number, n: number): number {
  const [s, p] = dielectricParts(cosine, n);
  return (s + p) / 2;
}

/** Of n + ik. @see Born, Wolf: Principles of optics, section 14.2. */
function conductor(cosine: number, n: number, k: number): number {
  const cosine2 = cosine * cosine;
  const sine2 = 1 - cosine2;
  const difference = n * n - k * k - sine2;
  const root = Math.sqrt(difference * difference + 4 * n * n * k * k);
  const a = Math.sqrt(Math.max(0, (root + difference) / 2));
  const s = (root + cosine2 - 2 * a * cosine) / (root + cosine2 + 2 * a * cosine);
  const both = cosine2 * root + sine2 * sine2;
  const cross = 2 * a * cosine * sine2;
  return (s * (1 + (both - cross) / (both + cross))) / 2;
}

export class MetalFresnel implements Fresnel {
  readonly normal = newBands();
  private readonly n: Bands;
  private readonly k: Bands;
  constructor(n: Bands, k: Bands) {
    this.n = n;
    this.k = k;
    this.fill(1, this.normal);
  }
  fill(cosine: number, out: Bands): void {
    for (let band = 0; band < BAND_COUNT; band += 1)
      out[band] = conductor(cosine, this.n[band]!, this.k[band]!);
  }
}

export class SchlickFresnel implements Fresnel {
  readonly normal: Bands;
  private readonly grazing: number;
  constructor(normal: Bands, grazing = 1) {
    this.normal = normal;
    this.grazing = grazing;
  }
  fill(cosine: number, out: Bands): void {
    const weight = (1 - Math.min(1, cosine)) ** 5;
    for (let band = 0; band < BAND_COUNT; band += 1)
      out[band] = this.normal[band]! + (this.grazing - this.normal[band]!) * weight;
  }
}

export class DielectricFresnel implements Fresnel {
  readonly normal: Bands;
  private readonly n: number;
  constructor(n: number) {
    this.n = n;
    this.normal = newBands(((n - 1) / (n + 1)) ** 2);
  }
  fill(cosine: number, out: Bands): void {
    out.fill(dielectric(cosine, this.n));
  }
}
