import type { MaterialKeys } from '@lumenloom/world';
import type { Vec3 } from './vector.ts';

/** The look of one point of a surface. */
export interface Look {
  /** Diffuse reflectance, linear sRGB primaries, 0..1. */
  red: number;
  green: number;
  blue: number;
  /** Reflectance of the clear coat at normal incidence; 0 for no coat, 0.04 for index 1.5. */
  coat: number;
  /** Roughness of the coat, 0..1. */
  roughness: number;
}

/** Paints a point given in the frame of its solid. */
export type Painted = (x: number, y: number, z: number, look: Look) => void;

/** How a solid looks: painted, or of one material all over. */
export type Paint = Painted | MaterialKeys;

/** Resets a look to a matte one of the given reflectance. */
export function setMatte(look: Look, red: number, green: number, blue: number): void {
  look.red = red;
  look.green = green;
  look.blue = blue;
  look.coat = 0;
  look.roughness = 0.5;
}

/** The index of a clear coat with a reflectance at normal incidence. */
const indexOf = (coat: number): number => (1 + Math.sqrt(coat)) / (1 - Math.sqrt(coat));

/** A body of a reflectance under a clear coat, or without one. */
export const finish = (
  reflectance: { readonly rgb: Vec3 } | { readonly texture: string },
  coat: number,
  roughness: number,
): MaterialKeys =>
  coat > 0
    ? { model: 'coated', reflectance, ior: indexOf(coat), roughness }
    : { model: 'diffuse', reflectance };

/** One colour all over, linear sRGB; `coat` and `roughness` as in `Look`. */
export const plain = (rgb: Vec3, coat = 0, roughness = 0.5): MaterialKeys =>
  finish({ rgb }, coat, roughness);

/** Machined metal, by its name in the table of materials. */
export const metal = (name: string, roughness: number): MaterialKeys => ({
  model: 'conductor',
  metal: name,
  roughness,
});

/** Brass: what is reflected straight back, linear sRGB. */
export const brass = (roughness: number): MaterialKeys => ({
  model: 'conductor',
  reflectance: { rgb: [0.88, 0.66, 0.3] },
  roughness,
});
