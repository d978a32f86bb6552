/** Scores of what a network says against what is there. Pure functions of parsed data. */
export { ScoreError, refuse } from './score-error.ts';
export type {
  CocoAnnotation,
  CocoCategory,
  CocoImage,
  CocoResult,
  CocoTruth,
  IouType,
  Likeness,
  Shape,
} from './detection/coco.ts';
export { readBox } from './detection/coco.ts';
export { cocoNumbers, type CocoCase } from './detection/coco-case.ts';
export {
  precisionRecall,
  matchedPairs,
  type ImagePairs,
  type PrecisionRecall,
} from './detection/curves.ts';
export {
  detectionFigures,
  detectionSummary,
  keypointSummary,
  type CategoryFigures,
  type DetectionFigures,
  type DetectionSummary,
  type KeypointSummary,
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
export {
  areSigmasAssumed,
  defaultSigmas,
  keypointCount,
  keypointLikeness,
  keypointSimilarity,
} from './detection/keypoints.ts';
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
  classScores,
  isMultiLabel,
  rankClasses,
  type ClassificationFigures,
  type ClassificationRanks,
  type ClassificationResults,
  type ClassificationTruth,
  type McNemar,
} from './classification.ts';
export {
  averagePrecision,
  IN_PICTURE,
  meanAveragePrecision,
  type ClassScores,
} from './multi-label.ts';
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
  varianceOf,
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
export { editDistance } from './edit-distance.ts';
export { studentQuantile } from './statistics/student.ts';
export { binomialInterval } from './statistics/clopper-pearson.ts';
export { drawImages, LARGEST_SEED } from './statistics/draws.ts';
export { mcNemarExact } from './statistics/mcnemar.ts';
export {
  predictScore,
  type FigurePrediction,
  type Prediction,
  type PredictionTable,
} from './statistics/prediction.ts';
export { hitMatches, hitPrecision, type Hits } from './detection/hit-precision.ts';
export { bettingBound, isRefuted, logCapital, picturesToRefute } from './statistics/bets.ts';
