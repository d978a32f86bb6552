/** Something that a detector found. */
export interface ReportedDetection {
  readonly label: string;
  /** 0 to 1. */
  readonly score: number;
  /** Left, top, right, bottom, in pixels of the result. */
  readonly box: readonly [number, number, number, number];
}

/** The same network on the camera's picture and on the ideal one, in numbers. */
export type Comparison = DetectionComparison | DepthComparison;

export interface DetectionComparison {
  readonly kind: 'detection';
  /** Scores below are left out; overlaps (intersection over union) below are no match. */
  readonly scoreThreshold: number;
  readonly overlapThreshold: number;
  readonly matches: readonly {
    readonly ideal: ReportedDetection;
    readonly camera: ReportedDetection;
    readonly overlap: number;
  }[];
  /** On the ideal picture only, and on the camera's only. */
  readonly missed: readonly ReportedDetection[];
  readonly extra: readonly ReportedDetection[];
}

export interface DepthComparison {
  readonly kind: 'depth';
  /** Points of the network's map that lie inside the image circle. */
  readonly points: number;
  /** Spearman's rho, −1 to 1; undefined when a map is flat. */
  readonly rankCorrelation: number | undefined;
  /** scale · camera + shift comes closest to the ideal map, in least squares. */
  readonly scale: number;
  readonly shift: number;
  /** Mean of what is then left, over the range of the ideal map (its zero is arbitrary); undefined when that map is flat. */
  readonly meanRelativeDifference: number | undefined;
  /** Smallest and largest relative inverse depth. */
  readonly cameraRange: readonly [number, number];
  readonly idealRange: readonly [number, number];
}
