import type { Dataset } from '@lumenloom/datasets';
import type { Annotation, Host, LabelView, RgbImage } from '@lumenloom/engine';
import type { OpenNetwork } from '@lumenloom/node-host';
import type { Worlds } from './open-worlds.ts';
import type { PlannedEvaluation } from '../../plan/plan-evaluation.ts';

/** What an evaluation runs on. */
export interface Bench {
  readonly evaluation: PlannedEvaluation;
  readonly dataset: Omit<Dataset, 'check'>;
  /** Present where its pictures are worlds, which cameras photograph anew. */
  readonly worlds?: Worlds;
  readonly network: OpenNetwork;
  /** Of the data set, or of the network where pictures have no labels. */
  readonly categories: Dataset['categories'];
  /** Category of the data set for each class of the network; undefined where it has none. */
  readonly categoryOf: readonly (number | undefined)[];
  readonly host: Host;
  /** Exposures that are held, by pictures and cameras before anything varies. */
  readonly metered: Map<string, Promise<number>>;
}

/** The labels of a source picture. */
export interface Labels {
  readonly annotations: readonly Annotation[];
  readonly category: number | undefined;
  readonly map: Awaited<ReturnType<Dataset['truthOf']>>;
}

/** A picture, and where its pixels lie in the source picture; undefined for the source itself. */
export interface Shown {
  readonly picture: RgbImage;
  readonly view: LabelView | undefined;
}
