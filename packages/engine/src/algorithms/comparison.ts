/** One detected object. */
export interface ReportedDetection {
  readonly label: string;
  /** 0 to 1. */
  readonly score: number;
  /** Left, top, right, bottom, in pixels of the result. */
  readonly box: readonly [number, number, number, number];
}

/**
 * The findings of one network on the camera's picture and on the ideal one, compared in numbers.
 */
export type Comparison =
  | DetectionComparison
  | DepthComparison
  | ClassificationComparison
  | SegmentationComparison
  | AnomalyComparison;

export interface DetectionComparison {
  readonly kind: 'detection';
  /**
   * Detections with a lower score are left out; detections with a smaller overlap (intersection
   * over union) do not match.
   */
  readonly scoreThreshold: number;
  readonly overlapThreshold: number;
  /**
   * Scores of what the camera's picture shows as the ideal one does, less those of what it shows
   * otherwise: unlike counts, it changes a little with a small change of the camera.
   */
  readonly scoreSum: number;
  readonly matches: readonly {
    readonly ideal: ReportedDetection;
    readonly camera: ReportedDetection;
    readonly overlap: number;
  }[];
  /** Found on the ideal picture only, and found on the camera's picture only. */
  readonly missed: readonly ReportedDetection[];
  readonly extra: readonly ReportedDetection[];
}

export interface DepthComparison {
  readonly kind: 'depth';
  /** Points of the network's map that lie inside the image circle. */
  readonly points: number;
  /** Spearman's rho, −1 to 1; undefined when a map is flat. */
  readonly rankCorrelation: number | undefined;
  /** scale · camera + shift is the least-squares fit to the ideal map. */
  readonly scale: number;
  readonly shift: number;
  /**
   * Mean absolute residual of that fit divided by the range of the ideal map, whose zero is
   * arbitrary; undefined when that map is flat.
   */
  readonly meanRelativeDifference: number | undefined;
  /** Smallest and largest value. */
  readonly cameraRange: readonly [number, number];
  readonly idealRange: readonly [number, number];
}

export interface ClassificationComparison {
  readonly kind: 'classification';
  /** The class with the largest score, 0 to 1, on each picture. */
  readonly ideal: { readonly label: string; readonly score: number };
  readonly camera: { readonly label: string; readonly score: number };
  readonly isSame: boolean;
  /** On the camera's picture, of the class that is found on the ideal one. */
  readonly scoreOfIdealClass: number;
}

export interface SegmentationComparison {
  readonly kind: 'segmentation';
  /** Of the camera's picture, inside the image circle. */
  readonly pixels: number;
  /** Share of them that have the same class on both pictures, 0 to 1. */
  readonly equalShare: number;
}

export interface AnomalyComparison {
  readonly kind: 'anomaly';
  /** Of the whole pictures, in the network's unit. */
  readonly cameraScore: number;
  readonly idealScore: number;
  /** Of the maps inside the image circle: Spearman's rho; undefined when one of them is flat. */
  readonly rankCorrelation: number | undefined;
}
