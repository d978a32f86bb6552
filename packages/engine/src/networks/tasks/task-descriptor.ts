import type { OutputSettings } from '../output-settings.ts';
import type { NetworkInput } from '../network-input.ts';

/** Settings of a network that a task has besides those of all. */
export type TaskSetting = 'labels' | 'background' | 'thresholds';

/** What is known of a kind of outputs before its code is loaded. */
export interface OutputKindFacts {
  /** In the sheet of a network. */
  readonly words: string;
  /** Keys of `output` that it reads. */
  readonly reads?: readonly (keyof OutputSettings)[];
  /** A trial looks at the mirrored picture too, which tells x from y. */
  readonly isTriedTwice?: boolean;
  /** Which class means nothing; absent: none does. */
  readonly background?: 'first' | 'last';
  /** Threshold of scores where the descriptor gives none; absent: .001. */
  readonly score?: number;
  /** A picture is cut to the middle for it, as classifiers are trained. */
  readonly isCropped?: boolean;
  /** A picture is one line, which is scaled to the height of the input. */
  readonly isLine?: boolean;
  /** How the training tool of this kind prepares a picture. */
  readonly prepared?: {
    readonly by: string;
    readonly input: Pick<NetworkInput, 'resize' | 'corner' | 'colour' | 'range'>;
  };
  /** Which side of the first output counts classes, and what else is in it; absent: none does. */
  readonly classes?: {
    readonly side: 'second' | 'last' | 'smaller';
    readonly besides: number;
    /** Whether a background that is chosen is one of them. */
    readonly hasBackground?: boolean;
  };
}

/** A figure of an evaluation, without `dataset.`. */
export interface FigureFacts {
  readonly label: string;
  readonly unit?: string;
  /** Whether it is better the smaller it is: from 0 on. */
  readonly isError?: boolean;
  /** Whether it may have any value; it is a share from 0 to 1 where it is no error either. */
  readonly isSigned?: boolean;
  /** In the page of an evaluation, which shows those that have it. */
  readonly inPage?: string;
}

/** What a network is for: its words, its kinds of outputs, and where its code is. */
export interface TaskDescriptor {
  /** In the sheet of a network. */
  readonly words: string;
  readonly settings: readonly TaskSetting[];
  readonly kinds: Readonly<Record<string, OutputKindFacts>>;
  /** Figures of an evaluation; the first that there is leads. */
  readonly figures: Readonly<Record<string, FigureFacts>>;
  /** Whether its values have a scale of their own, which an evaluation fits to the truth. */
  readonly isFitted?: boolean;
  readonly load: () => Promise<{ readonly task: object }>;
}
