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
  /**
   * The sensor is to be placed where the picture is sharpest, in place of a focus distance; until
   * that is found, the lens is focused on its object.
   */
  readonly autofocus?: AutofocusWish;
  /** What the search for the sharpest place found, whose result is in the fields above. */
  readonly autofocused?: AutofocusFacts;
  /** The sensor was set at the temperature of the picture, not before. */
  readonly isFocusedNow?: true;
}

/** Where and for what detail a lens is to focus by itself. */
export interface AutofocusWish {
  /** Cycles per metre on the sensor; absent: half of the sensor's Nyquist frequency. */
  readonly frequency?: number;
  /** Share of the half field, 0 to 1, to the right of the axis. */
  readonly field: number;
  /** The lens is focused at the temperature of the picture; absent: as it was when cold. */
  readonly isNow?: true;
}

/** What the autofocus reached. The keys are published. */
export interface AutofocusFacts {
  readonly linePairsPerMm: number;
  /** Mean of tangential and sagittal in the light of the scene, before the focus shift. */
  readonly modulation: number;
}
