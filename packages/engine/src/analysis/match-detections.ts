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

/** Area that two boxes share over the area that they cover together, 0 to 1. */
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

export interface Match {
  readonly ideal: Detection;
  readonly camera: Detection;
  readonly overlap: number;
}

/**
 * Pairs detections of two pictures of the same scene, greedily: the highest score of the ideal picture takes first. It takes, among the free
 * boxes of the camera's picture that overlap it enough, one of its own label, and of those the one that overlaps most; without one of its
 * label a box of another, because a thing that is taken for something else is not missed.
 *
 * @param leastOverlap intersection over union, itself enough.
 */
export function matchDetections(
  ideal: readonly Detection[],
  camera: readonly Detection[],
  leastOverlap: number,
): {
  readonly matches: readonly Match[];
  readonly missed: readonly Detection[];
  readonly extra: readonly Detection[];
} {
  const byScore = (one: Detection, other: Detection): number => other.score - one.score;
  const free = new Set(camera.toSorted(byScore));
  const matches: Match[] = [];
  const missed: Detection[] = [];
  for (const wanted of ideal.toSorted(byScore)) {
    let best: Match | undefined;
    for (const candidate of free) {
      const overlap = overlapOf(wanted.box, candidate.box);
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
