import type { Interval } from '@lumenloom/scoring';
import type { CameraResults, Difference } from '@lumenloom/report/page-text';
import type { Ground } from './columns.ts';

/** Something of the data set that is left out or changed. */
export interface Skipped {
  readonly place: string;
  readonly reason: string;
}

/** results.json. */
export interface EvaluationResults {
  readonly version: string;
  readonly name: string;
  readonly document: Ground['document'];
  readonly source: Omit<CameraResults, 'name'>;
  readonly cameras: readonly CameraResults[];
  /** `to` minus `from`, over the same pictures. */
  readonly differences: readonly (Omit<Difference, 'figures'> & {
    readonly figures: Readonly<
      Record<
        string,
        {
          readonly value: number | null;
          readonly interval: Interval | null;
          /** Pictures that would show a difference of .02. */
          readonly imagesToShow: number | null;
        }
      >
    >;
  })[];
  /** How sure boxes are whose objects' shapes are unknown; null where all shapes are known. */
  readonly labelIou: {
    readonly median: number;
    readonly p5: number;
    /** IoU thresholds above the fifth percentile: figures there are about labels, not cameras. */
    readonly beyondLabels: readonly number[];
  } | null;
  /** Pictures that count. */
  readonly images: number;
  /** The part of the data set that is evaluated; absent where it has no parts. */
  readonly split?: string;
  readonly failed: readonly {
    readonly image: string;
    readonly camera: string | null;
    readonly condition: string;
    readonly message: string;
  }[];
  /** Of the data set: pictures and labels that are left out, and changed ones. */
  readonly skipped: readonly Skipped[];
  readonly warnings: readonly string[];
  /** Which camera is better and why; of a single camera what costs most. Sentences. */
  readonly answer: readonly string[];
}

/** What was found when the data set was opened. */
export interface DatasetNotes {
  readonly split?: string;
  readonly skipped: readonly Skipped[];
  /** Sentences. */
  readonly notes: readonly string[];
}
