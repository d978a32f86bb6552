/** Scores of what a network says against what is there. Pure functions of parsed data. */
export { ScoreError } from './score-error.ts';
export type {
  CocoAnnotation,
  CocoCategory,
  CocoImage,
  CocoResult,
  CocoTruth,
  IouType,
} from './detection/coco.ts';
export {
  precisionRecall,
  matchedPairs,
  type ImagePairs,
  type PrecisionRecall,
} from './detection/curves.ts';
export {
  detectionFigures,
  detectionSummary,
  type CategoryFigures,
  type DetectionFigures,
  type DetectionSummary,
  type SubsetFigures,
} from './detection/figures.ts';
export {
  IOU_THRESHOLDS,
  matchDetections,
  type DetectionMatches,
  type MatchOptions,
} from './detection/match.ts';
export type { Subset } from './detection/subsets.ts';
export { maskArea, maskBox, maskOfPixels, type Box, type Mask } from './masks/mask.ts';
export { polygonMask } from './masks/polygon.ts';
export { readMask, type Size } from './masks/read-mask.ts';
export { decodeCounts, encodeCounts } from './masks/run-lengths.ts';
