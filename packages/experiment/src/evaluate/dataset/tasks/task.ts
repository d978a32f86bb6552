import type { Dataset } from '@lumenloom/datasets';
import type { EvaluationDocument, Problem } from '@lumenloom/contract';
import type { Annotation, NetworkDescriptor } from '@lumenloom/engine';
import type { Alignment, IouType, NumberMap, VoidClasses } from '@lumenloom/scoring';
import type { Bench, Labels, Shown } from '../bench.ts';
import type { TruthObject } from '../objects.ts';
import type { Column, FoundCounts, Ground, KeptPicture } from '../columns.ts';

/** The picture in which something was found, and what is known of it. */
export interface FoundAbout {
  readonly bench: Pick<Bench, 'evaluation' | 'dataset' | 'categories' | 'categoryOf' | 'network'>;
  readonly labels: Labels;
  readonly shown: Shown;
}

/** Truth and results in files. */
export interface ScoreFiles {
  /** Two JSON files, parsed. */
  readonly json: () => Promise<readonly [truth: unknown, results: unknown]>;
  /** Two folders of maps with the same names, one pair after the other. */
  readonly maps: <Value>(
    valueOf: (pair: {
      readonly place: string;
      readonly truth: NumberMap;
      readonly results: NumberMap;
    }) => Value,
    unit?: 'metres',
  ) => Promise<Value[]>;
}

/** What a person can choose for scores of files. */
export interface ScoreOptions {
  readonly iouType: IouType;
  readonly align: Alignment;
  readonly cap: number;
  readonly voidClass: VoidClasses;
  /** A deviation for each key point. */
  readonly sigmas: readonly number[] | undefined;
}

/** Results compared with their truth. */
export interface Scored {
  readonly images: number;
  /** As JSON has them. */
  readonly figures: object;
  /** The figures that have intervals, for images that count so often. */
  readonly figuresOf: (multiplicities: Uint32Array) => object;
  /** How much a detector finds at all. */
  readonly found?: FoundCounts;
  /** Sentences about what was assumed. */
  readonly notes?: readonly string[];
  /** What is said of this result and another of the same truth, besides differences. */
  readonly comparedTo?: (second: Scored) => object;
}

/** How findings of a task are scored. `Kept` is what a line of images.ndjson has of a picture. */
export interface EvaluatedTask<Finding, Kept> {
  /** Tasks of data sets whose labels are a truth for it. */
  readonly fits: readonly Dataset['task'][];
  /** What of the labels it is scored by. */
  readonly truth: 'objects' | 'map' | 'class';
  /** Whether classes without names are the numbers of the data set. */
  readonly hasNumbers?: boolean;
  /** What cannot be evaluated. */
  problemsOf?(
    document: EvaluationDocument,
    descriptor: Pick<NetworkDescriptor, 'output'>,
    dataset: Pick<Dataset, 'task'>,
  ): readonly Problem[];
  /** What the truth of an annotation has besides its box and outline. */
  truthOf?(annotation: Annotation): Partial<TruthObject>;
  /** A finding, in the categories of the data set. */
  keep(finding: Finding, about: FoundAbout): Kept;
  /** The figures of pictures, in their order. */
  columnOf(ground: Ground, pictures: readonly KeptPicture<Kept>[]): Column;
  /** @throws ScoreError for files that do not fit. */
  score(files: ScoreFiles, options: ScoreOptions): Promise<Scored>;
}
