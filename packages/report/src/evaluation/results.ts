/** Figures by their names; null where there is nothing to count. */
export type Figures = Readonly<Record<string, number | null>>;
/** Of each figure the ends of its 95 % interval. */
export type Intervals = Readonly<Record<string, readonly [low: number, high: number] | null>>;

/** A part of the objects or pictures, how many there are, and the figures of it. */
export interface PartFigures {
  readonly name: string;
  readonly count: number;
  readonly figures: Figures;
}

/** Figures through a camera some of whose parts are on, and what the last of them cost. */
export interface Rung {
  readonly stage: string;
  readonly figures: Figures;
  /** Figures of the rung before minus these. */
  readonly loss: Figures;
}

/** How a camera exposed: medians over the pictures. */
export interface ConditionExposure {
  readonly seconds: number;
  readonly stopsFromMeter: number;
}

/** Figures under one condition, with an interval and a ladder of its own. */
export interface ConditionFigures {
  readonly condition: string;
  /** Pictures. */
  readonly images: number;
  readonly figures: Figures;
  readonly intervals: Intervals;
  readonly ladder?: readonly Rung[];
  readonly exposure?: ConditionExposure;
}

/** Objects of the source pictures that a camera does not see whole. */
export interface OutsideObjects {
  /** Outside the frame. */
  readonly objects: number;
  /** Of which less is in the frame than counts. */
  readonly cut: number;
  readonly of: number;
  /** Figures of the source pictures over the objects that are left. */
  readonly source: Figures;
}

/** What the network finds through a camera. */
export interface CameraResults {
  readonly name: string;
  /** Named dataset.map and so on. */
  readonly figures: Figures;
  readonly intervals: Intervals;
  /** What the intervals cover. */
  readonly covers: string;
  /** How much a detector finds at all. */
  readonly found?: {
    readonly detections: number;
    readonly truths: number;
    readonly pictures: number;
    readonly topScore: number | null;
  };
  /** Why the figures say nothing; absent where they do. */
  readonly floor?: string;
  readonly outside?: OutsideObjects;
  readonly perClass?: readonly PerClass[];
  readonly ladder?: readonly Rung[];
  /** Of detections: average precision at each IoU threshold. */
  readonly byOverlap?: readonly { readonly overlap: number; readonly ap: number | null }[];
  readonly bySize?: readonly PartFigures[];
  readonly byField?: readonly PartFigures[];
  readonly byCondition?: readonly ConditionFigures[];
  /** By the conditions under which the pictures of the data set were taken. */
  readonly byPicture?: readonly ConditionFigures[];
}

export interface PerClass {
  readonly category: string;
  readonly ap: number | null;
  readonly ap50: number | null;
  readonly ap75: number | null;
  readonly ar100: number | null;
  readonly intervals: Readonly<Record<'ap' | 'ap50', readonly [low: number, high: number] | null>>;
}

interface ChangedFigure {
  readonly value: number | null;
  readonly interval: readonly [low: number, high: number] | null;
}

/** Second minus first, over the same pictures. */
export interface Difference {
  readonly from: string;
  readonly to: string;
  readonly figures: Readonly<Record<string, ChangedFigure>>;
  readonly perClass?: readonly ({ readonly category: string } & Readonly<
    Record<'ap' | 'ap50', ChangedFigure>
  >)[];
  /** What each part of the cameras makes of the difference. */
  readonly ladder?: readonly Share[];
  readonly covers: string;
  /** Under each condition of the plan. */
  readonly byCondition?: readonly {
    readonly condition: string;
    readonly figures: Readonly<Record<string, ChangedFigure>>;
    readonly ladder?: readonly Share[];
  }[];
  /** Why there is no difference: both cameras are at the floor. */
  readonly floor?: string;
}

/** What a part of a camera makes of a difference. */
export interface Share {
  readonly stage: string;
  readonly figures: Figures;
}

/** A figure as people read it. */
export interface FigureName {
  readonly key: string;
  readonly label: string;
  /** Whether a larger value is better. */
  readonly more: boolean;
}

/** Precision over recall of one class. */
export interface ClassCurves {
  readonly category: string;
  readonly curves: readonly {
    readonly name: string;
    readonly points: readonly (readonly [recall: number, precision: number])[];
  }[];
}

/** Pictures that show what a camera misses or invents. */
export interface Gallery {
  readonly title: string;
  readonly count: number;
  /** The camera of the right pictures; absent: they are ideal ones. */
  readonly beside?: string;
  readonly entries: readonly {
    readonly caption: string;
    /** Data URLs of the camera's picture and of the ideal one, or of the camera beside it. */
    readonly camera: string;
    readonly ideal: string;
    /** The whole picture of the camera, with its boxes, pixels; the page has crops alone. */
    readonly whole?: {
      readonly camera: string;
      readonly picture: string;
      readonly truth: readonly (readonly number[])[];
      readonly found: readonly (readonly number[])[];
    };
  }[];
}

/** All that the page of an evaluation shows. */
export interface EvaluationPage {
  readonly name: string;
  readonly madeBy: string;
  /** What was evaluated, by headings. */
  readonly about: readonly (readonly [heading: string, text: string])[];
  /** What the evaluation asks. */
  readonly question: string;
  /** Which cameras are better, by how much, and why. */
  readonly verdicts: readonly string[];
  /** What costs each camera most. */
  readonly losses: readonly string[];
  /** What a reader has to know before the figures are used. */
  readonly notes: readonly string[];
  /** IoU thresholds at which figures are about labels, not about cameras. */
  readonly beyondLabels: readonly number[];
  /** The first is the one that the page leads with. */
  readonly figureNames: readonly FigureName[];
  readonly source: Pick<
    CameraResults,
    'figures' | 'intervals' | 'covers' | 'perClass' | 'byOverlap' | 'byPicture'
  >;
  readonly cameras: readonly CameraResults[];
  readonly differences: readonly Difference[];
  readonly curves: readonly ClassCurves[];
  readonly galleries: readonly Gallery[];
}
