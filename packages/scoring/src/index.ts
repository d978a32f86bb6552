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
  startMatching,
  type DetectionMatches,
  type MatchOptions,
  type Matching,
} from './detection/match.ts';
export type { Subset } from './detection/subsets.ts';
export { maskArea, maskBox, maskOfPixels, type Box, type Mask } from './masks/mask.ts';
export { polygonMask } from './masks/polygon.ts';
export { readMask, type Size } from './masks/read-mask.ts';
export { decodeCounts, encodeCounts } from './masks/run-lengths.ts';
export {
  anomalyFigures,
  anomalyLevels,
  anomalyPixels,
  sortedLevels,
  type AnomalyFigures,
  type AnomalyLevels,
  type AnomalyPicture,
  type AnomalyPixels,
} from './anomaly/anomaly.ts';
export {
  classificationFigures,
  mcNemar,
  rankClasses,
  type ClassificationFigures,
  type ClassificationRanks,
  type ClassificationResults,
  type ClassificationTruth,
  type McNemar,
} from './classification.ts';
export {
  ALIGNMENTS,
  DEFAULT_CAP,
  depthFigures,
  depthOfPicture,
  type Alignment,
  type DepthFigures,
  type DepthOptions,
  type PictureDepth,
} from './depth.ts';
export {
  classesInCells,
  confusionOf,
  segmentationFigures,
  type ConfusionCounts,
  type NumberMap,
  type SegmentationFigures,
  type VoidClasses,
} from './segmentation.ts';
export {
  bootstrap,
  bootstrapIntervals,
  DEFAULT_DRAWS,
  differencesOf,
  imagesToShow,
  intervalsOf,
  intervalWarning,
  SHOWN_DIFFERENCE,
  type Bootstrap,
  type BootstrapOptions,
  type Difference,
  type Figures,
  type Interval,
} from './statistics/bootstrap.ts';
export {
  fewPictures,
  halfWidth,
  intervalAround,
  meanBootstrap,
  spreadDifferences,
  spreadIntervals,
  weightedFigures,
  type Weighted,
} from './statistics/spread.ts';
export { studentQuantile } from './statistics/student.ts';
export { drawImages, LARGEST_SEED } from './statistics/draws.ts';
export { mcNemarExact } from './statistics/mcnemar.ts';
