import { accumulate } from './accumulate.ts';
import { IOU_THRESHOLDS, type SubsetMatches } from './match.ts';

/** Detections of a picture: score, and whether it found an object. */
export type Hits = readonly (readonly [score: number, hit: 0 | 1])[];

const ALL = 2 ** IOU_THRESHOLDS.length - 1;

/** Detections of pictures in the form that `hitPrecision` draws from. */
export function hitMatches(found: readonly Hits[], truths: readonly number[]): SubsetMatches {
  const all = found
    .flatMap((hits, image) => hits.map(([score, hit]) => ({ image, score, hit })))
    // Equal scores stay in the order of the pictures.
    .sort((a, b) => b.score - a.score);
  const withTruth = [...truths.keys()].filter((image) => truths[image]! > 0);
  return {
    images: Int32Array.from(all, ({ image }) => image),
    ranks: new Uint8Array(all.length),
    hits: Uint16Array.from(all, ({ hit }) => (hit ? ALL : 0)),
    hitCounts: Uint8Array.from(all, ({ hit }) => (hit ? IOU_THRESHOLDS.length : 0)),
    alarms: Uint16Array.from(all, ({ hit }) => (hit ? 0 : ALL)),
    truthImages: Int32Array.from(withTruth),
    truthCounts: Int32Array.from(withTruth, (image) => truths[image]!),
  };
}

/**
 * Average precision of one class at 101 recalls; null where no object is to be found.
 *
 * @param weights how often each picture counts; without them once.
 */
export const hitPrecision = (matches: SubsetMatches, weights?: Uint32Array): number | null =>
  accumulate(matches, weights)?.ap50 ?? null;
