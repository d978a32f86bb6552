import { SimulationError } from '../simulation-error.ts';
import { isObject } from '../text/json-fields.ts';
import type { NetworkDescriptor, PartialDescriptor } from './descriptor.ts';
import type { Guess } from './guess.ts';
import type { OnnxFile } from './onnx-file.ts';
import { inputOf, otherInputs, pictureInput } from './recognise-input.ts';
import { outputOf } from './recognise-outputs.ts';
import { checkSizes } from './room.ts';
import { COMMAND, kindNamed, taskNamed, type OutputKind } from './tasks/list.ts';
import type { Observed } from './tasks/task-code.ts';
import { readUltralytics } from './ultralytics.ts';

/** What is known of a network besides the bytes of its file. */
export interface NetworkHints {
  readonly descriptor?: PartialDescriptor | undefined;
  readonly labels?: readonly string[] | undefined;
  /** The parsed JSON files of those names beside the network's file. */
  readonly config?: unknown;
  readonly preprocessor?: unknown;
  /** What a trial run has shown; the descriptor wins. */
  readonly observed?: Observed<OutputKind> | undefined;
}

/** A network as it will be run. */
export interface RecognisedNetwork {
  readonly descriptor: NetworkDescriptor;
  /** Sentences about what had to be guessed. */
  readonly problems: readonly string[];
  /** The keys of the descriptor that they are about: 'input.range'. */
  readonly guessed: readonly string[];
  /** Whether a trial run can tell more of its outputs: neither a person nor its metadata does. */
  readonly isOpen: boolean;
}

/**
 * Recognises by which convention a network was exported: by the descriptor, then by the metadata of
 * the file, then by names and shapes of its inputs and outputs.
 *
 * @throws SimulationError 'bad-model' for a network that takes no picture, asks for inputs that do
 * not follow from a picture, or has outputs that cannot be recognised or held in memory;
 * 'bad-parameter' for a descriptor that does not fit the file.
 * @see docs/reference/vision.md#networks
 */
export async function recogniseNetwork(
  file: OnnxFile,
  hints: NetworkHints = {},
): Promise<RecognisedNetwork> {
  const described = withObserved(hints);
  const metadata = readUltralytics(file.metadata);
  const guesses: Guess[] = (hints.observed?.guesses ?? []).filter(
    ([keys]) => !keys.some((key) => isSaid(hints.descriptor, key)),
  );
  const port = pictureInput(file, described.input);
  checkSizes(file);
  const { second, further } = otherInputs(file, port, described.input);
  const labels =
    hints.labels ?? described.labels ?? metadata.labels ?? labelsOf(hints.config) ?? null;
  const hasScale = Object.values(further).includes('scale');
  const {
    background: own,
    isOpen,
    ...output
  } = await outputOf(
    file,
    { picture: port, described, metadata, labels, second, hasScale, config: hints.config },
    guesses,
  );
  const { kind } = output;
  const facts: Pick<ReturnType<typeof kindNamed>, 'task' | 'score'> = kind === COMMAND
    ? { task: described.task! }
    : kindNamed(kind);
  const { task } = facts;
  if (described.task !== undefined && described.task !== task)
    throw new SimulationError(
      'bad-parameter',
      `The descriptor says ${described.task}, but the outputs of this network are of the kind ${kind} (${task}).`,
      'task',
    );
  const input = inputOf(
    port,
    { second, further },
    {
      described: described.input ?? {},
      metadata,
      preprocessor: hints.preprocessor,
      kind,
    },
    guesses,
  );
  const background = described.background ?? own ?? backgroundOf(kind, second);
  if (background !== 'none' && BACKGROUND.test(labels?.[0] ?? ''))
    throw new SimulationError(
      'bad-parameter',
      `labels begin with ${labels![0]!}, which would name every class one too early: this network's classes are counted without the background. Leave it out.`,
      'labels',
    );
  if (labels === null && taskNamed(task).settings.includes('labels'))
    guesses.unshift([['labels'], 'labels are not in the file: give --labels']);
  return {
    descriptor: {
      version: 1,
      task,
      labels,
      input,
      output,
      thresholds: { score: facts.score ?? 0.001, overlap: 0.7, most: 300, ...described.thresholds },
      background,
      ...(described.sigmas && { sigmas: described.sigmas }),
    },
    isOpen: isOpen && hints.observed === undefined,
    problems: guesses.map(([, sentence]) => sentence),
    guessed: guesses.flatMap(([keys]) => keys),
  };
}

/** Whether a descriptor has a key, such as `output.kind`. */
const isSaid = (descriptor: PartialDescriptor | undefined, key: string): boolean =>
  key
    .split('.')
    .reduce<unknown>((table, name) => (isObject(table) ? table[name] : undefined), descriptor) !==
  undefined;

/** The descriptor, with what a trial run has shown where it says nothing. */
function withObserved({ descriptor = {}, observed }: NetworkHints): PartialDescriptor {
  if (!observed) return descriptor;
  const { kind, output, background } = observed;
  return {
    ...(background && { background }),
    ...descriptor,
    output: { ...(kind && { kind }), ...output, ...descriptor.output },
  };
}

const BACKGROUND = /^\W*_*background_*$/i;

function backgroundOf(
  kind: NetworkDescriptor['output']['kind'],
  second: string | null,
): NetworkDescriptor['background'] {
  if (kind === COMMAND) return 'none';
  const { background = 'none' } = kindNamed(kind);
  // A network that is told the size of the picture has no class for nothing.
  return background === 'first' && second !== null ? 'none' : background;
}

/** Names of the classes: `id2label` in config.json. */
function labelsOf(config: unknown): readonly string[] | undefined {
  const labels = isObject(config) ? config['id2label'] : undefined;
  if (!isObject(labels)) return undefined;
  const count = Math.max(-1, ...Object.keys(labels).map(Number)) + 1;
  return count > 0 && count <= 100_000
    ? Array.from({ length: count }, (_, at) =>
        typeof labels[at] === 'string' ? labels[at] : `class ${at}`,
      )
    : undefined;
}
