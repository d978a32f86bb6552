import { matchDetections, type Detection, type Match } from '../../../analysis/match-detections.ts';
import type { RgbImage } from '../../../host.ts';

/** One detected object. */
interface ReportedDetection {
  readonly label: string;
  /** 0 to 1. */
  readonly score: number;
  /** Left, top, right, bottom, in pixels of the result. */
  readonly box: readonly [number, number, number, number];
}

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

/** Least overlap of two boxes of the same object, as in PASCAL VOC (Everingham et al. 2010). */
export const OVERLAP_THRESHOLD = 0.5;

/**
 * Matches the objects found on the camera's picture with those found on the ideal one.
 *
 * @param size of the result, in whose pixels boxes are reported.
 * @param scoreThreshold objects with a lower score were left out.
 * @returns the comparison, and its sentences for the log.
 */
export function compareDetections<One extends Detection>(
  camera: readonly One[],
  ideal: readonly One[],
  { rows, columns }: Pick<RgbImage, 'rows' | 'columns'>,
  scoreThreshold: number,
  overlapBetween?: (one: One, other: One) => number,
): { readonly comparison: DetectionComparison; readonly lines: readonly string[] } {
  const reported = ({
    label,
    score,
    box: { left, top, right, bottom },
  }: Detection): ReportedDetection => ({
    label,
    score,
    box: [left * columns, top * rows, right * columns, bottom * rows].map(
      (side) => Math.round(side * 10) / 10,
    ) as unknown as ReportedDetection['box'],
  });
  const { matches, missed, extra } = matchDetections(
    ideal,
    camera,
    OVERLAP_THRESHOLD,
    overlapBetween,
  );
  const [one, other] = [ideal.length, camera.length].map(
    (count) => `${count} object${count === 1 ? '' : 's'}`,
  );
  return {
    comparison: {
      kind: 'detection',
      scoreThreshold,
      overlapThreshold: OVERLAP_THRESHOLD,
      scoreSum: scoreSumOf(matches, extra),
      matches: matches.map((match) => ({
        ideal: reported(match.ideal),
        camera: reported(match.camera),
        overlap: match.overlap,
      })),
      missed: missed.map(reported),
      extra: extra.map(reported),
    },
    lines: [
      `${one!} on the ideal picture, ${other!} on the camera's: ${matches.length} the same, ${missed.length} missed, ${extra.length} extra (score from ${scoreThreshold}, overlap from ${OVERLAP_THRESHOLD}).`,
      ...matches.map(
        (match) =>
          `  ${named(match.ideal)} ideal, ${match.camera.label === match.ideal.label ? match.camera.score.toFixed(2) : named(match.camera)} camera, overlap ${match.overlap.toFixed(2)}`,
      ),
      ...missed.map((detection) => `  ${named(detection)} ideal, missed by the camera`),
      ...extra.map((detection) => `  ${named(detection)} camera, not on the ideal picture`),
    ],
  };
}

/** An object that is taken for another one is a false find. */
const scoreSumOf = (matches: readonly Match[], extra: readonly Detection[]): number => {
  const sum = (scores: readonly number[]): number =>
    scores.reduce((total, score) => total + score, 0);
  return (
    sum(
      matches.map(({ ideal, camera }) =>
        camera.label === ideal.label ? camera.score : -camera.score,
      ),
    ) - sum(extra.map(({ score }) => score))
  );
};

const named = ({ label, score }: Detection): string => `${label} ${score.toFixed(2)}`;
