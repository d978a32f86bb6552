import type { WorldDocument } from '@lumenloom/world';
import type { Painted } from './paint.ts';
import type { Solid } from './solids.ts';
import type { Vec3 } from './vector.ts';

/** A scene that is built as a world, photographed once, and kept. */
export interface Still {
  /** Metres of one unit of length of the scene. */
  readonly metres: number;
  readonly camera: {
    readonly position: Vec3;
    readonly target: Vec3;
    /** Height of the picture at the distance 1. */
    readonly frameHeight: number;
  };
  /** Luminance, cd/m², that is shown as white. */
  readonly white: number;
  readonly lights: NonNullable<WorldDocument['lights']>;
  readonly environment?: WorldDocument['environment'];
  /** What shines all around: its colour in a direction, and the luminance of its white, cd/m². */
  readonly sky?: { readonly colour: Painted; readonly luminance: number };
  readonly createSolids: () => readonly Solid[];
}
