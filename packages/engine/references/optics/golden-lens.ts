import { readFileSync } from 'node:fs';
import type { OpticsId } from '../../src/optics/list.ts';
import { lensDesign, type LensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import { lensFiles } from './lens-files.ts';

/**
 * The results of the other tools for one lens; see golden/tolerances.json for the definitions and
 * golden/MANIFEST.json for the bytes.
 */
export interface GoldenLens {
  readonly image_distance_mm: number;
  readonly first_order: readonly {
    readonly wl_um: number;
    readonly efl: number;
    readonly bfl: number;
    readonly enp_z: number;
    readonly exp_z: number;
    readonly enp_diam_parax: number;
    readonly exp_diam_parax: number;
    readonly fno_working: number;
    readonly glass_n: readonly number[];
  }[];
  readonly fields: readonly {
    readonly wl_um: number;
    readonly field_deg: number;
    readonly chief_y: number;
    readonly distortion_pct: number;
    readonly rms_spot_um: number;
    readonly wave_rms: number;
    readonly rel_illum: number;
    readonly pq_area: number;
  }[];
  readonly rays: {
    readonly blocks: readonly {
      readonly wl_um: number;
      readonly row_start: number;
      readonly rows: number;
    }[];
  };
  readonly psf: {
    readonly pitch_mm: number;
    readonly blocks: readonly {
      readonly wl_um: number;
      readonly field_deg: number;
      readonly energy_in_window: number;
      readonly peak: number;
    }[];
  };
  readonly mtf: readonly {
    readonly wl_um: number;
    readonly field_deg: number;
    readonly freq_lpmm: readonly number[];
    readonly mtf_tan: readonly number[];
    readonly mtf_sag: readonly number[];
  }[];
}

const folder = new URL('./golden/', import.meta.url);
const json = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

/** Our lens and the name of its goldens. */
export const GOLDEN_LENSES: readonly (readonly [OpticsId, string])[] = [
  ['cooke-triplet', 'cooke'],
  ['double-gauss', 'dgauss'],
  ['fisheye', 'fisheye'],
];

export const goldenLens = (name: string): GoldenLens => json(`${name}.json`) as GoldenLens;
export const goldenTolerances = json('tolerances.json') as Readonly<Record<string, number>>;
export const goldenGlasses = json('glasses.json') as {
  readonly coefs_B1C1B2C2B3C3: Readonly<Record<string, readonly number[]>>;
};
export const design = (id: OpticsId): LensDesign => lensDesign(lensFiles[id]);

function bytes(name: string): ArrayBuffer {
  const file = readFileSync(new URL(name, folder));
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
}

/**
 * 15 numbers per ray: x0 y0 z0 L0 M0 N0, x y L M N OPL at the image plane (optiland), stop x y and
 * ok (lab).
 */
export const goldenRays = (name: string): Float64Array =>
  new Float64Array(bytes(`${name}.rays.f64`));
/** 64 x 64 shares of light per block. */
export const goldenPointSpreads = (name: string): Float32Array =>
  new Float32Array(bytes(`${name}.psf.f32`));
