/** The object that a camera is to see, and where. */
export interface LabPlan {
  /** Angle that the object fills, radians. */
  readonly objectWidth: number;
  /** Height over width. */
  readonly objectRatio: number;
  /** Weber contrast on the background, -1 or more, not 0. */
  readonly objectContrast: number;
  /** Background over white, above 0 to 1. */
  readonly backgroundShare: number;
  /** Place, a share of the half field, to the right of the axis. */
  readonly field: number;
}
