/**
 * A body that every ray from its centre leaves exactly once, given by the distance from the centre
 * to the skin. The axis of the body points along +y; lengths are cm.
 */
export interface StarShape {
  /** Distance from the centre to the skin in the direction `(x, y, z)`, a vector of length `r`. */
  radius(x: number, y: number, z: number, r: number): number;
  /** No point of the body is farther from the centre than this. */
  readonly reach: number;
}
