import type { RgbImage, Tensor } from '../../host.ts';
import type { NetworkDescriptor, OutputSettings, PartialDescriptor } from '../descriptor.ts';
import type { Guess } from '../guess.ts';
import type { Port } from '../onnx-file.ts';
import type { IsInImageCircle } from '../overlay/image-circle.ts';
import type { Placement } from '../prepare-input.ts';
import type { UltralyticsMetadata } from '../ultralytics.ts';

/** What a network says of itself. */
export interface Asked {
  /** The input that takes the picture. */
  readonly picture: Port;
  /** The outputs that it has, or those that the descriptor names. */
  readonly ports: readonly Port[];
  readonly described: PartialDescriptor;
  readonly metadata: UltralyticsMetadata;
  readonly labels: readonly string[] | null;
  readonly second: string | null;
  /** Whether it is told how the picture was scaled, so that boxes are those of the picture. */
  readonly hasScale: boolean;
  /** The parsed config.json beside the file. */
  readonly config: unknown;
}

/** By what outputs are recognised, the surest first. */
export const SURENESS = ['metadata', 'its own name', 'names', 'shapes', 'a guess'] as const;

/** A task that takes the outputs of a network for its own. */
export interface Claim<Kind extends string = string> {
  readonly kind: Kind;
  readonly by: (typeof SURENESS)[number];
  /** What was assumed for it. */
  readonly guesses?: readonly Guess[];
}

export interface BackgroundSetting {
  readonly background?: NetworkDescriptor['background'];
}

/** The outputs of a network for one picture, to be read. */
export interface Reading {
  readonly outputs: Readonly<Record<string, Tensor>>;
  readonly descriptor: NetworkDescriptor;
  readonly placement: Placement;
  /** Results with a score up to this one are left out. */
  readonly score: number;
  /** Whether masks are wanted, which are not drawn. */
  readonly hasMasks: boolean;
}

/** What a network gave for a picture of ours. */
export interface Trial {
  readonly reading: Reading & {
    /** Its inputs. */
    readonly fed: Reading['outputs'];
  };
  /** Keys of the descriptor that were guessed. */
  readonly guessed: readonly string[];
  /** Its outputs for the mirrored picture, where the kind asks for them. */
  readonly mirrored?: Reading['outputs'] | undefined;
}

/** What a trial shows that names, types and shapes leave open. */
export interface Observed<Kind extends string = string> extends BackgroundSetting {
  readonly kind?: Kind;
  readonly output?: OutputSettings;
  /** What was taken from the values, which the file does not say. */
  readonly guesses: readonly Guess[];
}

/** A finding, and the size of the picture in which it was found. */
export interface Located<Finding> {
  readonly finding: Finding;
  readonly picture: Pick<RgbImage, 'rows' | 'columns'>;
}

/** For whom findings are compared and drawn. */
export interface View {
  readonly descriptor: NetworkDescriptor;
  readonly isSeen: IsInImageCircle;
}

/** Name and score of what was found, or name and share of the picture. */
export interface Listed {
  readonly label: number;
  readonly score: number;
}

/** The code of a task. `Finding` is what a network of it finds in one picture. */
export interface TaskCode<Kind extends string, Finding, Comparison extends object> {
  /** Undefined where the outputs are of no kind of this task. */
  recognise(asked: Asked): Claim<Kind> | undefined;
  /** Names of the outputs that a kind reads, in its order. */
  namesOf(kind: Kind, ports: readonly Port[]): readonly string[];
  /**
   * Further keys of `output` in the descriptor, and the class that means nothing where the kind has
   * another one; what is assumed goes to `guesses`.
   */
  settingsOf?(kind: Kind, asked: Asked, guesses: Guess[]): OutputSettings & BackgroundSetting;
  /**
   * What values show that names and shapes do not; absent: nothing is left open.
   * @throws SimulationError 'bad-model' for outputs that are no answer to any task.
   */
  observe?(kind: Kind, trial: Trial): Observed<Kind>;
  /**
   * Outputs as a finding in pixels of the picture.
   * @throws SimulationError 'bad-model' with a sentence that begins with *its output*.
   */
  read(kind: Kind, reading: Reading): Finding;
  /**
   * The answer of a command that reads the outputs in place of `read`; absent: none does.
   * @throws SimulationError 'bad-model' for an answer of another form.
   */
  readAnswer?(answer: unknown, about: Pick<Reading, 'descriptor' | 'placement'>): Finding;
  /**
   * The finding on the camera's picture beside that on the ideal one, in numbers and in sentences
   * for the log.
   *
   * @param size of the result, in whose pixels boxes are reported.
   */
  compare(
    camera: Located<Finding>,
    ideal: Located<Finding>,
    size: Pick<RgbImage, 'rows' | 'columns'>,
    view: View,
  ): { readonly comparison: Comparison; readonly lines: readonly string[] };
  /** Draws over a picture; undefined where there is nothing that has a place in it. */
  draw(located: Located<Finding>, shown: RgbImage, view: View): RgbImage | undefined;
  /** As plain objects, with `label`, the number of a class, where they have one. */
  list(finding: Finding): readonly Readonly<Record<string, unknown>>[];
  /** The strongest results, or the largest classes with their shares. */
  strongest(finding: Finding): readonly Listed[];
  /** How many objects were found; absent: a finding is one. */
  count?(finding: Finding): number;
}

/** Name of a class. */
export const className = (label: number, { labels }: Pick<NetworkDescriptor, 'labels'>): string =>
  labels?.[label] ?? `class ${label}`;
