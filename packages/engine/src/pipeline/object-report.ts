import type { ObjectSpace } from '../optics/object-space.ts';
import type { TaskKind } from './read-task.ts';

/** How a feature of the object is seen. The keys are published. */
export interface FeatureFacts {
  readonly mm: number;
  /** Null: the pixels are a need of its own, or none. */
  readonly kind: TaskKind | null;
  readonly pixels: number;
  /** Null for sensors without a Bayer mosaic. */
  readonly samplesOfGreen: number | null;
  readonly needed: number | null;
  /** Line pairs of two features each. */
  readonly linePairsPerMmInImage: number;
  /** By lens and pixel at that frequency, on the axis; null where the lens gives no figures. */
  readonly modulation: number | null;
  /** The smaller of tangential and sagittal; null outside the image circle too. */
  readonly modulationCorner: number | null;
  /** Null: no need is known. */
  readonly isEnough: boolean | null;
}

/** How the object moves, on the axis when the picture begins. The keys are published. */
export interface ObjectMotionFacts {
  readonly pixelsPerSecond: readonly [number, number];
  readonly millimetresPerSecond: readonly [number, number];
  /** Turn of a camera that moves the picture alike: yaw, pitch, roll; null for homographies. */
  readonly degreesPerSecond: readonly [number, number, number] | null;
  /** During the exposure; null where that is not known. */
  readonly blurPixels: number | null;
  readonly blurMm: number | null;
  readonly limitPixels: number;
  /** Exposure after which the blur exceeds that limit; null where the axis is at rest. */
  readonly longestExposureSeconds: number | null;
}

/** What a picture says of its object in lengths. The keys are published. */
export interface ObjectReport extends ObjectSpace {
  /** The scene has distances of its own: the object's is the one in focus. */
  readonly isFocusDistance?: true;
  /** Null: no task names one. */
  readonly feature: FeatureFacts | null;
  /** Null: nothing moves. */
  readonly motion: ObjectMotionFacts | null;
}
