import { SimulationError } from '../simulation-error.ts';
import { isObject } from '../text/json-fields.ts';
import {
  OUTPUT_KINDS,
  type NetworkDescriptor,
  type NetworkInput,
  type OutputKind,
  type PartialDescriptor,
  type Task,
} from './descriptor.ts';
import type { OnnxFile, Port } from './onnx-file.ts';
import { readUltralytics, type UltralyticsMetadata } from './ultralytics.ts';

/** What is known of a network besides the bytes of its file. */
export interface NetworkHints {
  readonly descriptor?: PartialDescriptor | undefined;
  readonly labels?: readonly string[] | undefined;
  /** The parsed JSON files of those names beside the network's file. */
  readonly config?: unknown;
  readonly preprocessor?: unknown;
}

/** A network as it will be run; `problems` are sentences about what had to be guessed. */
export interface RecognisedNetwork {
  readonly descriptor: NetworkDescriptor;
  readonly problems: readonly string[];
}

/** Mean and deviation of ImageNet's pictures, which most classifiers were trained with. */
const IMAGENET = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const;
/** Numbers of an output that can be held, 2 GB of 32-bit ones. */
const LARGEST_OUTPUT = 2 ** 29;
/** From this many rows on, rows of six numbers are candidates with an objectness. */
const MANY_CANDIDATES = 1000;
/** Coefficients of the prototypes of YOLO's masks. */
export const PROTOTYPES = 32;

const refuse = (sentence: string): never => {
  throw new SimulationError('bad-model', sentence);
};
const shapeText = ({ name, type, shape }: Port): string =>
  `${name} (${type} [${shape?.map((side) => side ?? 'any').join(', ') ?? 'any'}])`;
const listed = (ports: readonly Port[]): string =>
  ports.length === 0 ? 'none' : ports.slice(0, 8).map(shapeText).join(', ').slice(0, 400);

/**
 * Recognises by which convention a network was exported: by the descriptor, then by the metadata of
 * the file, then by names and shapes of its inputs and outputs.
 *
 * @throws SimulationError 'bad-model' for a network that takes no picture, asks for inputs that do
 * not follow from a picture, or has outputs that cannot be recognised or held in memory;
 * 'bad-parameter' for a descriptor that does not fit the file.
 * @see docs/reference/vision.md#networks
 */
export function recogniseNetwork(file: OnnxFile, hints: NetworkHints = {}): RecognisedNetwork {
  const described = hints.descriptor ?? {};
  const metadata = readUltralytics(file.metadata);
  const problems: string[] = [];
  const port = pictureInput(file, described.input);
  checkSizes(file);
  const second = secondInput(file, port, described.input);
  const labels =
    hints.labels ?? described.labels ?? metadata.labels ?? labelsOf(hints.config) ?? null;
  const found = outputOf(
    file,
    { described, metadata, labels, second, config: hints.config },
    problems,
  );
  const task: Task = OUTPUT_KINDS[found.kind];
  if (described.task !== undefined && described.task !== task)
    throw new SimulationError(
      'bad-parameter',
      `The descriptor says ${described.task}, but the outputs of this network are of the kind ${found.kind} (${task}).`,
      'task',
    );
  const input = inputOf(
    port,
    second,
    { described: described.input ?? {}, metadata, hints, kind: found.kind },
    problems,
  );
  if (labels === null && task !== 'depth' && task !== 'anomaly')
    problems.unshift('labels are not in the file: give --labels');
  return {
    descriptor: {
      version: 1,
      task,
      labels,
      input,
      output: { ...found, ...inverseOf(found.kind, described, problems) },
      thresholds: { score: 0.001, overlap: 0.7, most: 300, ...described.thresholds },
      background: described.background ?? backgroundOf(found.kind, second),
    },
    problems,
  };
}

function inverseOf(
  kind: OutputKind,
  { output }: PartialDescriptor,
  problems: string[],
): { readonly inverse?: boolean } {
  if (kind !== 'depth') return {};
  if (output?.inverse === undefined)
    problems.push(
      'whether depth is inverse is not in the file: inverse depth (larger is nearer) is assumed; give output.inverse in a descriptor',
    );
  return { inverse: output?.inverse ?? true };
}

function backgroundOf(kind: OutputKind, second: string | null): NetworkDescriptor['background'] {
  if (kind === 'detr') return 'last';
  return kind === 'boxes-scores-labels' && second === null ? 'first' : 'none';
}

const CHANNELS: readonly (number | null)[] = [1, 3];
type Layout = NetworkInput['layout'];

/** The layout in which an input takes a picture; undefined for an input that takes none. */
function layoutOf({ type, shape }: Port): Layout | undefined {
  if (!['float32', 'float16', 'uint8'].includes(type) || !shape) return undefined;
  if (shape.length === 3) return CHANNELS.includes(shape[0]!) ? 'chw' : undefined;
  if (shape.length !== 4) return undefined;
  if (CHANNELS.includes(shape[1]!)) return 'nchw';
  if (CHANNELS.includes(shape[3]!)) return 'nhwc';
  return shape[1] === null ? 'nchw' : undefined;
}

function pictureInput(file: OnnxFile, described: PartialDescriptor['input']): Port {
  const named = described?.name;
  const candidates = file.inputs.filter(
    (port) => layoutOf(port) && (named === undefined || port.name === named),
  );
  const port =
    candidates.find(({ name }) => name === 'pixel_values') ??
    candidates[0] ??
    refuse(
      `It has no input ${named === undefined ? '' : `${named} `}that takes a picture (3 or 1 channels of float32, float16 or uint8); its inputs: ${listed(file.inputs)}.`,
    );
  const batch = layoutOf(port) === 'chw' ? 1 : (port.shape?.[0] ?? 1);
  if (batch !== 1)
    refuse(
      `Its input ${shapeText(port)} takes ${batch} pictures at once; export it for one picture.`,
    );
  return port;
}

/** @throws SimulationError where an output of fixed size cannot be held. */
function checkSizes({ outputs }: OnnxFile): void {
  for (const port of outputs) {
    const count = (port.shape ?? []).reduce<number>((product, side) => product * (side ?? 1), 1);
    if (count > LARGEST_OUTPUT)
      refuse(
        `Its output ${shapeText(port)} has ${(count / 1e9).toFixed(1)} thousand million numbers, which is more than can be held.`,
      );
  }
}

/** The input besides the picture: the picture's size, or a mask of its pixels. */
function secondInput(
  { inputs }: OnnxFile,
  picture: Port,
  described: PartialDescriptor['input'],
): string | null {
  const others = inputs.filter(({ name }) => name !== picture.name);
  const [second, third] = others;
  if (described?.second !== undefined && described.second !== (second?.name ?? null))
    throw new SimulationError(
      'bad-parameter',
      second
        ? `input.second must be ${second.name}, the second input of this network.`
        : 'input.second must be null: this network has no second input.',
      'input.second',
    );
  if (!second) return null;
  const isKnown =
    second.type === 'int64' &&
    second.shape !== undefined &&
    ((second.shape.length === 2 && (second.shape[1] === 2 || second.shape[1] === null)) ||
      second.shape.length === 3);
  if (!isKnown || third)
    refuse(`Besides a picture it asks for inputs that do not follow from one: ${listed(others)}.`);
  return second.name;
}

interface Known {
  readonly described: PartialDescriptor;
  readonly metadata: UltralyticsMetadata;
  readonly labels: readonly string[] | null;
  readonly second: string | null;
  readonly config: unknown;
}

/** Kind and names of the outputs. */
function outputOf(
  file: OnnxFile,
  known: Known,
  problems: string[],
): { readonly kind: OutputKind; readonly names: readonly string[] } {
  const { kind: givenKind, names: givenNames } = known.described.output ?? {};
  for (const [at, name] of (givenNames ?? []).entries())
    if (!file.outputs.some((port) => port.name === name))
      throw new SimulationError(
        'bad-parameter',
        `This network has no output ${name}; its outputs: ${listed(file.outputs)}.`,
        `output.names[${at}]`,
      );
  const ports = givenNames
    ? givenNames.map((name) => file.outputs.find((port) => port.name === name)!)
    : file.outputs;
  const kind = givenKind ?? guessedKind(ports, known, problems);
  if (kind === undefined)
    return refuse(
      `Its outputs are of no known kind: ${listed(ports)}. Say what they are by output.kind in a descriptor.`,
    );
  return { kind, names: givenNames ?? namesOf(kind, ports) };
}

/** Names that tell what an output is. */
const NAMED = {
  logits: /logits|cls_score/i,
  boxes: /box/i,
  scores: /score/i,
  labels: /label|class/i,
  depth: /depth/i,
  anomalyMap: /anomaly_?map/i,
} as const;
const withName = (ports: readonly Port[], name: RegExp): Port | undefined =>
  ports.find((port) => name.test(port.name));

/** The outputs that a kind reads, in its order. */
function namesOf(kind: OutputKind, ports: readonly Port[]): readonly string[] {
  const pick = (...names: readonly RegExp[]): readonly string[] => {
    const found = names.flatMap((name) => withName(ports, name)?.name ?? []);
    return new Set(found).size === names.length
      ? found
      : ports.slice(0, names.length).map((port) => port.name);
  };
  if (kind === 'detr' || kind === 'rtdetr') return pick(NAMED.logits, NAMED.boxes);
  if (kind === 'boxes-scores-labels') return pick(NAMED.boxes, NAMED.scores, NAMED.labels);
  if (kind === 'depth') return pick(NAMED.depth);
  if (kind === 'anomaly') {
    const map = withName(ports, NAMED.anomalyMap) ?? ports.find(({ shape }) => isMap(shape));
    const score = withName(ports, /pred_score/i);
    return [map ?? ports[0]!, ...(score ? [score] : [])].map((port) => port.name);
  }
  if (kind === 'yolo-seg') {
    const maps = ports.find(({ shape }) => shape?.length === 4);
    const rows = ports.find((port) => port !== maps);
    return [rows, maps].flatMap((port) => port?.name ?? []);
  }
  return ports.slice(0, 1).map((port) => port.name);
}

const isMap = (shape: Port['shape']): boolean =>
  shape !== undefined &&
  (shape.length === 3 || (shape.length === 4 && shape[1] === 1)) &&
  (shape[0] === 1 || shape[0] === null);

function guessedKind(
  ports: readonly Port[],
  known: Known,
  problems: string[],
): OutputKind | undefined {
  const { task } = known.metadata;
  if (task === 'obb' || task === 'pose')
    refuse(`Its task is ${task}, which is not read: boxes along the axes, masks, classes are.`);
  if (task === 'classify') return 'logits';
  if (task === 'segment') return 'yolo-seg';
  if (withName(ports, NAMED.anomalyMap)) return 'anomaly';
  if (withName(ports, NAMED.depth)) return 'depth';
  const logits = withName(ports, NAMED.logits);
  const boxes = withName(ports, NAMED.boxes);
  if (logits && boxes) return transformerKind(logits, known, problems);
  if (boxes && withName(ports, NAMED.scores) && withName(ports, NAMED.labels))
    return 'boxes-scores-labels';
  return byShape(ports, known, problems);
}

/** DETR has a class that means nothing; RT-DETR has none. */
function transformerKind(
  { shape }: Port,
  { described, labels, config, second }: Known,
  problems: string[],
): OutputKind {
  const classes = shape?.at(-1) ?? undefined;
  const type = isObject(config) ? config['model_type'] : undefined;
  const model = typeof type === 'string' ? type : '';
  if (/rt_?detr|d_?fine|deformable/i.test(model)) return 'rtdetr';
  if (/detr/i.test(model) || described.background === 'last') return 'detr';
  if (described.background === 'none') return 'rtdetr';
  if (labels && classes !== undefined) {
    if (classes === labels.length + 1) return 'detr';
    if (classes === labels.length) return 'rtdetr';
  }
  // A mask of pixels is an input of DETR alone.
  if (second !== null) return 'detr';
  problems.push(
    'whether the last class means "nothing" is not in the file: it does in DETR, which is assumed; give output.kind rtdetr in a descriptor where it does not',
  );
  return 'detr';
}

/** Kinds that names do not tell apart. */
function byShape(ports: readonly Port[], known: Known, problems: string[]): OutputKind | undefined {
  const [first, ...others] = ports;
  const { metadata, described } = known;
  const shape = first?.shape;
  if (!shape) return metadata.task === 'detect' ? 'yolo' : undefined;
  if (described.task === 'anomaly' && isMap(shape)) return 'anomaly';
  if (described.task === 'depth' && isMap(shape)) return 'depth';
  if (shape.length === 4) return shape[1] === 1 ? undefined : 'class-map';
  if (shape.length === 2 && (shape[0] === 1 || shape[0] === null)) return 'logits';
  if (shape.length !== 3) return undefined;
  const hasPrototypes = others.some(
    (port) => port.shape?.length === 4 && port.shape[1] === PROTOTYPES,
  );
  if (hasPrototypes) return 'yolo-seg';
  return rowsKind(shape, known, problems);
}

/** Rows of candidates or results, [1, a, b]. */
function rowsKind(
  [, a = null, b = null]: readonly (number | null)[],
  { metadata, labels }: Known,
  problems: string[],
): OutputKind | undefined {
  const { task, isEndToEnd } = metadata;
  if (isEndToEnd) return 'end2end';
  const classes = labels?.length;
  const isYolo = classes !== undefined && (a === 4 + classes || b === 4 + classes);
  if (task === 'detect') return b === 6 && !isYolo ? 'end2end' : 'yolo';
  if (classes !== undefined && b === 5 + classes && (b !== 6 || (a ?? 0) >= MANY_CANDIDATES))
    return 'yolo-objectness';
  if (isYolo && b !== 6) return 'yolo';
  if (b === 6) {
    problems.push(
      `that rows of six numbers are x1, y1, x2, y2, score, class is not in the file: it is assumed; give output.kind in a descriptor`,
    );
    return 'end2end';
  }
  if (metadata.isExport && (a === null || b === null)) return 'yolo-objectness';
  if (a === null || b === null || Math.min(a, b) < 5) return undefined;
  const kind = a < b ? 'yolo' : 'yolo-objectness';
  problems.push(
    `the kind of the outputs is not in the file: ${kind} is assumed by their shape [1, ${a}, ${b}]; give output.kind in a descriptor`,
  );
  return kind;
}

interface InputHints {
  readonly described: Partial<NetworkInput>;
  readonly metadata: UltralyticsMetadata;
  readonly hints: NetworkHints;
  readonly kind: OutputKind;
}

function inputOf(
  port: Port,
  second: string | null,
  known: InputHints,
  problems: string[],
): NetworkInput {
  const { described } = known;
  const layout = described.layout ?? layoutOf(port)!;
  const type = port.type as NetworkInput['type'];
  const shape = layout === 'chw' ? [1, ...port.shape!] : port.shape!;
  if (shape.length !== 4) mismatch('layout', layout, port);
  const [channels, height, width] =
    layout === 'nhwc' ? [shape[3], shape[1], shape[2]] : [shape[1], shape[2], shape[3]];
  if (channels !== null && !CHANNELS.includes(channels!)) mismatch('layout', layout, port);
  if (described.type !== undefined && described.type !== type)
    mismatch('type', described.type, port);
  const colour = described.colour ?? (channels === 1 ? 'grey' : 'rgb');
  const count = colour === 'grey' ? 1 : 3;
  if (channels !== null && channels !== count) mismatch('colour', colour, port);
  const guessed = guessedResize(port, { width: width!, height: height! }, known, problems);
  const range = described.range ?? guessed.range ?? (type === 'uint8' ? [0, 255] : [0, 1]);
  const { preprocessor, ...settled } = {
    ...guessed,
    ...withoutUndefined(described),
  };
  const input: NetworkInput = {
    name: port.name,
    layout,
    type,
    width: settled.width,
    height: settled.height,
    resize: settled.resize,
    pad: settled.pad ?? 114,
    interpolation: settled.interpolation ?? 'bilinear',
    antialias: settled.antialias ?? false,
    colour,
    range,
    mean: perChannel(settled.mean ?? [0], count),
    deviation: perChannel(settled.deviation ?? [1], count),
    second,
    ...(preprocessor && { preprocessor }),
  };
  for (const [key, fixed] of [
    ['width', width],
    ['height', height],
  ] as const)
    if (fixed !== null && input[key] !== fixed) mismatch(key, String(input[key]), port);
  if (
    input.resize !== 'none' &&
    (input.width === null || input.height === null) &&
    !input.preprocessor
  )
    throw new SimulationError(
      'bad-parameter',
      `With the resize ${input.resize} the descriptor must give input.width and input.height, because this network takes any size.`,
      'input.width',
    );
  return input;
}

function mismatch(key: string, value: string, port: Port): never {
  throw new SimulationError(
    'bad-parameter',
    `input.${key} ${value} does not fit the input ${shapeText(port)}.`,
    `input.${key}`,
  );
}

const withoutUndefined = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

/** One number for each channel. */
const perChannel = (values: readonly number[], count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => values[values.length === 1 ? 0 : at]!);

type GuessedInput = Pick<NetworkInput, 'width' | 'height' | 'resize'> & Partial<NetworkInput>;

/** How the picture is resized, in the order of docs/reference/vision.md#networks. */
function guessedResize(
  port: Port,
  fixed: { readonly width: number | null; readonly height: number | null },
  { described, metadata, hints, kind }: InputHints,
  problems: string[],
): GuessedInput {
  const isFree = fixed.width === null && fixed.height === null;
  const [rows, columns] = metadata.imageSize ?? [0, 0];
  const sides = {
    width: fixed.width ?? described.width ?? (columns || null),
    height: fixed.height ?? described.height ?? (rows || null),
  };
  if (described.resize !== undefined) return { ...sides, resize: described.resize };
  if (metadata.isExport && sides.width !== null && sides.height !== null)
    return { ...sides, resize: 'letterbox' };
  if (port.name === 'pixel_values' && isObject(described.preprocessor ?? hints.preprocessor))
    return ofPreprocessor(fixed, described.preprocessor ?? (hints.preprocessor as object));
  if (isFree && sides.width === null && sides.height === null) {
    if (!metadata.isExport)
      problems.push(
        'the resize is not in the file: the picture goes in at its own size, with values from 0 to 1; give input in a descriptor where this is wrong',
      );
    return { ...sides, resize: 'none' };
  }
  const { width, height } = {
    width: sides.width ?? sides.height!,
    height: sides.height ?? sides.width!,
  };
  if (kind === 'logits') {
    problems.push(
      `the pre-processing is not in the file: the short side is resized to ${Math.round((Math.min(width, height) * 256) / 224)}, the middle ${width} x ${height} is cut out, with ImageNet's mean and deviation; give input in a descriptor where this is wrong`,
    );
    return {
      width,
      height,
      resize: 'crop',
      antialias: true,
      ...(port.type === 'uint8' ? {} : IMAGENET),
    };
  }
  problems.push(
    `the resize is not in the file: the picture is stretched to ${width} x ${height}, with values from ${port.type === 'uint8' ? '0 to 255' : '0 to 1'}; give input in a descriptor where this is wrong`,
  );
  return { width, height, resize: 'stretch' };
}

/** What people see of a preprocessor_config.json, which itself rules (preprocessing.ts). */
function ofPreprocessor(
  sides: { readonly width: number | null; readonly height: number | null },
  preprocessor: object,
): GuessedInput {
  return {
    ...sides,
    resize: 'stretch',
    antialias: true,
    preprocessor: preprocessor as Readonly<Record<string, unknown>>,
  };
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
