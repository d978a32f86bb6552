import { type Ray, aimRay } from './surface.ts';
import {
  type Vec3,
  add,
  createVector,
  cross,
  normalize,
  scale,
  setVector,
  subtract,
} from './vector.ts';

/** A thin-lens camera. */
export interface CameraSettings {
  /** Centre of the lens and the point it looks at, cm. */
  readonly position: Vec3;
  readonly target: Vec3;
  /** Height of the frame at distance 1. */
  readonly frameHeight: number;
  /** Distance of sharp focus along the axis, cm. */
  readonly focus: number;
  /** Radius of the lens opening, cm. */
  readonly lensRadius: number;
}

/**
 * Aims rays: `x` and `y` are frame coordinates from the upper left corner, 0..1, `lensX` and
 * `lensY` uniform numbers 0..1 for the point on the lens.
 */
export type AimRay = (x: number, y: number, lensX: number, lensY: number, ray: Ray) => void;

/** Builds the ray generator for a frame of the given width over height. */
export function createCamera(settings: CameraSettings, aspect: number): AimRay {
  const { position, focus, lensRadius } = settings;
  const forward = normalize(subtract(settings.target, position));
  const right = normalize(cross(forward, [0, 1, 0]));
  const up = cross(right, forward);
  const spanY = settings.frameHeight * focus;
  const spanX = spanY * aspect;
  const centre = add(position, scale(forward, focus));
  const origin = createVector();
  const direction = createVector();
  return (x, y, lensX, lensY, ray) => {
    const fx = (x - 0.5) * spanX;
    const fy = (0.5 - y) * spanY;
    const radius = lensRadius * Math.sqrt(lensX);
    const angle = 2 * Math.PI * lensY;
    const lx = radius * Math.cos(angle);
    const ly = radius * Math.sin(angle);
    const ox = position[0] + right[0] * lx + up[0] * ly;
    const oy = position[1] + right[1] * lx + up[1] * ly;
    const oz = position[2] + right[2] * lx + up[2] * ly;
    const dx = centre[0] + right[0] * fx + up[0] * fy - ox;
    const dy = centre[1] + right[1] * fx + up[1] * fy - oy;
    const dz = centre[2] + right[2] * fx + up[2] * fy - oz;
    const inverse = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
    setVector(origin, ox, oy, oz);
    setVector(direction, dx * inverse, dy * inverse, dz * inverse);
    aimRay(ray, origin, direction);
  };
}
