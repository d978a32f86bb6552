import type { CocoAnnotation, CocoImage, CocoResult } from './coco.ts';

/**
 * A part of the objects that is scored by itself, as COCO scores small, medium and large ones: what
 * lies outside counts neither as found, nor as missed, nor as a false alarm. A result that is
 * matched to an object belongs where the object does; `ofResult` decides for the other results.
 */
export interface Subset {
  readonly name: string;
  /** @param area of the annotation, square pixels. */
  readonly ofTruth: (annotation: CocoAnnotation, area: number, image: CocoImage) => boolean;
  /** @param area width times height, or the pixels of the mask. */
  readonly ofResult: (result: CocoResult, area: number, image: CocoImage) => boolean;
}

/** Both ends included, square pixels. */
function ofArea(name: string, smallest: number, largest: number): Subset {
  const fits = (_: unknown, area: number) => area >= smallest && area <= largest;
  return { name, ofTruth: fits, ofResult: fits };
}

const LARGEST = 1e5 ** 2;

/** COCO's areas. @see docs/reference/vision.md#coco */
export const AREAS: readonly Subset[] = [
  ofArea('all', 0, LARGEST),
  ofArea('small', 0, 32 ** 2),
  ofArea('medium', 32 ** 2, 96 ** 2),
  ofArea('large', 96 ** 2, LARGEST),
];
