/** How far the light of a field spreads round the chief ray of the reference band. */
export interface FieldSpread {
  /** Field angle, radians. */
  readonly angle: number;
  /**
   * Lateral colour plus blur plus diffraction up to about the sixth dark ring, the largest of the
   * bands.
   */
  readonly reachMm: number;
  /** Radius of the geometric blur, the smallest of the bands. */
  readonly blurMm: number;
  /** Highest spatial frequency that the lens transmits in any of the bands, cycles per mm. */
  readonly cutoff: number;
  /**
   * How far tilted and decentred surfaces shift the chief rays of the field more than the axis;
   * absent where there are none.
   */
  readonly shiftMm?: number;
}
