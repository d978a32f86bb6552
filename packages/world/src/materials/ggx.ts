import type { Vector } from '../document/world-document.ts';
import { unit } from '../pose/vector.ts';

/** Below this a surface is smooth, and its lobe a delta. */
export const SMOOTH = 1e-4;

/** Widths of the lobe along the tangent and across it. */
export interface Widths {
  readonly x: number;
  readonly y: number;
}
export const widthsOf = (roughness: number | readonly [number, number]): Widths => {
  const [x, y] = typeof roughness === 'number' ? [roughness, roughness] : roughness;
  return { x: x * x, y: y * y };
};
export const isSmooth = ({ x, y }: Widths): boolean => Math.max(x, y) < SMOOTH;

/** Facets per solid angle. @see Walter et al.: Microfacet models for refraction, 2007. */
export function facets({ x, y }: Widths, [hx, hy, hz]: Vector): number {
  if (hz <= 0) return 0;
  const sum = (hx * hx) / (x * x) + (hy * hy) / (y * y) + hz * hz;
  return 1 / (Math.PI * x * y * sum * sum);
}

/** Smith's Λ. */
export function shadowing({ x, y }: Widths, [vx, vy, vz]: Vector): number {
  const squared = (x * x * vx * vx + y * y * vy * vy) / (vz * vz);
  return (Math.sqrt(1 + squared) - 1) / 2;
}

/** What both sides see, height-correlated. */
export const bothSee = (widths: Widths, viewer: Vector, light: Vector): number =>
  1 / (1 + shadowing(widths, viewer) + shadowing(widths, light));

/** Of the facets that a viewer sees, per solid angle. */
export const visiblePdf = (widths: Widths, viewer: Vector, half: Vector): number =>
  (facets(widths, half) *
    Math.max(0, viewer[0] * half[0] + viewer[1] * half[1] + viewer[2] * half[2])) /
  ((1 + shadowing(widths, viewer)) * viewer[2]);

/**
 * The normal of a facet that the viewer sees.
 *
 * @see Heitz: Sampling the GGX distribution of visible normals, JCGT 2018.
 */
export function visibleFacet({ x, y }: Widths, viewer: Vector, one: number, two: number): Vector {
  const [vx, vy, vz] = unit([x * viewer[0], y * viewer[1], viewer[2]]);
  const squared = vx * vx + vy * vy;
  const [tx, ty] = squared > 0 ? [-vy / Math.sqrt(squared), vx / Math.sqrt(squared)] : [1, 0];
  // The second direction is the cross product of the viewer and the first.
  const [bx, by, bz] = [-vz * ty, vz * tx, vx * ty - vy * tx];
  const radius = Math.sqrt(one);
  const angle = 2 * Math.PI * two;
  const p = radius * Math.cos(angle);
  const share = (1 + vz) / 2;
  const q = (1 - share) * Math.sqrt(Math.max(0, 1 - p * p)) + share * radius * Math.sin(angle);
  const r = Math.sqrt(Math.max(0, 1 - p * p - q * q));
  return unit([
    x * (p * tx + q * bx + r * vx),
    y * (p * ty + q * by + r * vy),
    Math.max(1e-9, q * bz + r * vz),
  ]);
}

/** A direction in a mirror that has a normal. */
export function mirrored(viewer: Vector, half: Vector): Vector {
  const twice = 2 * (viewer[0] * half[0] + viewer[1] * half[1] + viewer[2] * half[2]);
  return [twice * half[0] - viewer[0], twice * half[1] - viewer[1], twice * half[2] - viewer[2]];
}
