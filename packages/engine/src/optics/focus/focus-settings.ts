/**
 * Where the object and the sensor of a lens stand, and how far it is stopped down; a field that is
 * absent leaves the lens as its file has it, with the object at infinity
 * (docs/reference/depth.md#focus).
 */
export interface FocusSettings {
  /** From the first vertex to the plane of the scene, metres; absent: infinity. */
  readonly objectDistance?: number;
  /** From the first vertex to the plane that is focused, metres; absent: infinity. */
  readonly focusDistance?: number;
  /** Moves the sensor further away from the lens, metres. */
  readonly focusShift?: number;
  /** Focal length over the diameter of the paraxial entrance pupil. */
  readonly fNumber?: number;
}
