/** Sides of a rectangle in a picture, from 0 to 1 across and down it. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** An object that a network found in a picture. */
export interface Detection {
  readonly label: string;
  /** Number of the class; boxes of one class are drawn in one colour. */
  readonly classIndex: number;
  /** Probability, 0 to 1. */
  readonly score: number;
  readonly box: Box;
}

/** Intersection over union of two boxes, 0 to 1. */
export function overlapOf(one: Box, other: Box): number {
  const area = ({ left, top, right, bottom }: Box): number =>
    Math.max(0, right - left) * Math.max(0, bottom - top);
  const shared = area({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  return shared === 0 ? 0 : shared / (area(one) + area(other) - shared);
}

export interface Match<One extends Detection = Detection> {
  readonly ideal: One;
  readonly camera: One;
  readonly overlap: number;
}

/**
 * Pairs detections of two pictures of the same scene. Detections of the ideal picture choose in the
 * order of their scores, highest first, among the detections of the camera's picture that are still
 * free and overlap enough: first those of the same label, then those of the largest overlap. One of
 * another label counts as a match too, because an object that is taken for something else is not
 * missed.
 *
 * @param leastOverlap smallest intersection over union of a match.
 * @param overlapBetween of boxes where it is left out.
 */
export function matchDetections<One extends Detection>(
  ideal: readonly One[],
  camera: readonly One[],
  leastOverlap: number,
  overlapBetween = (one: One, other: One): number => overlapOf(one.box, other.box),
): {
  readonly matches: readonly Match<One>[];
  readonly missed: readonly One[];
  readonly extra: readonly One[];
} {
  const byScore = (one: Detection, other: Detection): number => other.score - one.score;
  const free = new Set(camera.toSorted(byScore));
  const matches: Match<One>[] = [];
  const missed: One[] = [];
  for (const wanted of ideal.toSorted(byScore)) {
    let best: Match<One> | undefined;
    for (const candidate of free) {
      const overlap = overlapBetween(wanted, candidate);
      if (overlap < leastOverlap) continue;
      const [isSame, bestIsSame] = [
        candidate.label === wanted.label,
        best?.camera.label === wanted.label,
      ];
      if (!best || (isSame && !bestIsSame) || (isSame === bestIsSame && overlap > best.overlap))
        best = { ideal: wanted, camera: candidate, overlap };
    }
    if (best) {
      free.delete(best.camera);
      matches.push(best);
    } else missed.push(wanted);
  }
  return { matches, missed, extra: [...free] };
}
