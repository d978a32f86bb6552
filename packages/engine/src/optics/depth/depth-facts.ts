/** How a scene with depth was formed, for the log and report.json. */
export interface DepthFacts {
  /** Into how many layers it was cut; 1 where all of it is at one distance. */
  readonly layers: number;
  /** Nearest and farthest distance along the axis from the first vertex; null: infinity. */
  readonly nearM: number | null;
  readonly farM: number | null;
  /** Share of the scene's samples whose distance was filled from the nearest known one. */
  readonly unknownPercent: number;
  /** Share of the picture that shows light guessed, or rendered, behind objects. */
  readonly hiddenPercent: number;
  /** Present where a world has rendered that light. */
  readonly isHiddenRendered?: true;
  /** Signed blur radii of the farthest and of the nearest distance, pixels. */
  readonly blurPixels: readonly [number, number];
  /** Share of the scene's samples whose surface is steeper than the model allows for. */
  readonly steepPercent: number;
  /** Blur of a layer over the one before it, where it is more than usual. */
  readonly widenedRatio?: number;
}
