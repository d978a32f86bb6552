import { SimulationError } from '../simulation-error.ts';
import { isObject, type Table } from '../text/json-fields.ts';
import {
  LARGEST_SIDE,
  type NetworkDescriptor,
  type NetworkInput,
  type PartialDescriptor,
} from './descriptor.ts';
import type { Guess } from './guess.ts';
import type { OnnxFile, Port } from './onnx-file.ts';
import { TYPES } from './network-input.ts';
import { listed, refuseNetwork, shapeText } from './ports.ts';
import { UNSTATED, readPreprocessing } from './preprocessing.ts';
import { bilinear } from './resample.ts';
import { COMMAND, kindNamed } from './tasks/list.ts';
import type { UltralyticsMetadata } from './ultralytics.ts';

/** Mean and deviation of ImageNet's pictures, which most classifiers were trained with. */
const IMAGENET = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const;
const CHANNELS: readonly (number | null)[] = [1, 3];
type Layout = NetworkInput['layout'];

/** The layout in which an input takes a picture; undefined for an input that takes none. */
function layoutOf({ type, shape }: Port): Layout | undefined {
  if (!TYPES.includes(type as NetworkInput['type']) || !shape) return undefined;
  if (shape.length === 3) {
    if (CHANNELS.includes(shape[0]!)) return 'chw';
    return CHANNELS.includes(shape[2]!) ? 'hwc' : undefined;
  }
  if (shape.length !== 4) return undefined;
  if (CHANNELS.includes(shape[1]!)) return 'nchw';
  if (CHANNELS.includes(shape[3]!)) return 'nhwc';
  return shape[1] === null ? 'nchw' : undefined;
}

export function pictureInput(file: OnnxFile, described: PartialDescriptor['input']): Port {
  const named = described?.name;
  const candidates = file.inputs.filter(
    (port) => layoutOf(port) && (named === undefined || port.name === named),
  );
  const port =
    candidates.find(({ name }) => name === 'pixel_values') ??
    candidates[0] ??
    refuseNetwork(
      `It has no input ${named === undefined ? '' : `${named} `}that takes a picture (3 or 1 channels of ${TYPES.join(', ')}); its inputs: ${listed(file.inputs)}.`,
    );
  const batch = port.shape?.length === 3 ? 1 : (port.shape?.[0] ?? 1);
  if (batch !== 1)
    refuseNetwork(
      `Its input ${shapeText(port)} takes ${batch} pictures at once; export it for one picture.`,
    );
  if (port.shape!.some((side) => side !== null && side > LARGEST_SIDE))
    refuseNetwork(
      `Its input ${shapeText(port)} has a side of more than ${LARGEST_SIDE} pixels; export it for smaller pictures.`,
    );
  return port;
}

/** Inputs of PaddlePaddle's detectors that follow from the picture. */
const FURTHER: Readonly<Record<string, 'inputSize' | 'scale'>> = {
  im_shape: 'inputSize',
  scale_factor: 'scale',
};
type OtherInputs = Required<Pick<NetworkInput, 'second' | 'further'>>;

/** The inputs besides the picture: the picture's size or scale, or a mask of its pixels. */
export function otherInputs(
  { inputs }: OnnxFile,
  picture: Port,
  described: PartialDescriptor['input'],
): OtherInputs {
  const besides = inputs.filter(({ name }) => name !== picture.name);
  const meaningOf = ({ name, type, shape }: Port) =>
    type === 'float32' && shape?.at(-1) === 2
      ? (described?.further?.[name] ?? FURTHER[name])
      : undefined;
  const further = Object.fromEntries(
    besides.flatMap((port) => {
      const meaning = meaningOf(port);
      return meaning ? [[port.name, meaning] as const] : [];
    }),
  );
  const others = besides.filter(({ name }) => !(name in further));
  const [second, third] = others;
  if (described?.second !== undefined && described.second !== (second?.name ?? null))
    throw new SimulationError(
      'bad-parameter',
      second
        ? `input.second must be ${second.name}, the second input of this network.`
        : 'input.second must be null: this network has no second input.',
      'input.second',
    );
  if (!second) return { second: null, further };
  const isKnown =
    second.type === 'int64' &&
    second.shape !== undefined &&
    ((second.shape.length === 2 && (second.shape[1] === 2 || second.shape[1] === null)) ||
      second.shape.length === 3);
  if (!isKnown || third)
    refuseNetwork(
      `Besides a picture it asks for inputs that do not follow from one: ${listed(others)}.`,
    );
  return { second: second.name, further };
}

interface InputHints {
  readonly described: Partial<NetworkInput>;
  readonly metadata: UltralyticsMetadata;
  /** The parsed preprocessor_config.json beside the network's file. */
  readonly preprocessor: unknown;
  readonly kind: NetworkDescriptor['output']['kind'];
}

/** The input of the picture: from the descriptor, the file, and guesses. */
export function inputOf(
  port: Port,
  { second, further }: OtherInputs,
  known: InputHints,
  guesses: Guess[],
): NetworkInput {
  const { described } = known;
  const layout = described.layout ?? layoutOf(port)!;
  const type = port.type as NetworkInput['type'];
  const isOne = layout === 'chw' || layout === 'hwc';
  const shape = isOne ? [1, ...port.shape!] : port.shape!;
  if (shape.length !== 4) mismatch('layout', layout, port);
  const [channels, height, width] =
    layout === 'nhwc' || layout === 'hwc'
      ? [shape[3], shape[1], shape[2]]
      : [shape[1], shape[2], shape[3]];
  if (channels !== null && !CHANNELS.includes(channels!)) mismatch('layout', layout, port);
  if (described.type !== undefined && described.type !== type)
    mismatch('type', described.type, port);
  const guessed = guessedResize(port, { width: width!, height: height! }, known, guesses);
  const colour = described.colour ?? (channels === 1 ? 'grey' : (guessed.colour ?? 'rgb'));
  const count = colour === 'grey' ? 1 : 3;
  if (channels !== null && channels !== count) mismatch('colour', colour, port);
  const range = described.range ?? guessed.range ?? RANGES[type];
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
    ...(settled.corner !== undefined && { corner: settled.corner }),
    ...(settled.shortSide !== undefined && { shortSide: settled.shortSide }),
    ...(settled.multiple !== undefined && { multiple: settled.multiple }),
    ...(Object.keys(further).length > 0 && { further }),
    ...(preprocessor && { preprocessor }),
  };
  for (const [key, fixed] of [
    ['width', width],
    ['height', height],
  ] as const)
    if (fixed !== null && input[key] !== fixed) mismatch(key, String(input[key]), port);
  for (const side of [input.width, input.height])
    if (side !== null && !(Number.isInteger(side) && side >= 1 && side <= LARGEST_SIDE))
      refuseNetwork(
        `The files beside it ask for pictures of ${String(input.width)} x ${String(input.height)} pixels; sides are whole numbers from 1 to ${LARGEST_SIDE}.`,
      );
  if (
    input.resize !== 'none' &&
    (input.resize !== 'height' || input.height === null) &&
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
  { described, metadata, preprocessor, kind }: InputHints,
  guesses: Guess[],
): GuessedInput {
  const isFree = fixed.width === null && fixed.height === null;
  const [rows, columns] = metadata.imageSize ?? [0, 0];
  const sides = {
    width: fixed.width ?? described.width ?? (columns || null),
    height: fixed.height ?? described.height ?? (rows || null),
  };
  const values = valuesOf(port, described);
  if (described.resize !== undefined) return { ...sides, resize: described.resize };
  if (metadata.isExport && sides.width !== null && sides.height !== null)
    return metadata.task === 'classify'
      ? { ...sides, resize: 'crop', shortSide: 1, antialias: true }
      : { ...sides, resize: 'letterbox' };
  if (port.name === 'pixel_values' && isObject(described.preprocessor ?? preprocessor))
    return ofPreprocessor(fixed, described.preprocessor ?? (preprocessor as Table));
  if (isFree && sides.width === null && sides.height === null) {
    if (!metadata.isExport)
      guesses.push([
        ['input.resize', ...values.keys],
        `the resize is not in the file: the picture goes in at its own size, with values ${values.words}; give input in a descriptor where this is wrong`,
      ]);
    return { ...sides, resize: 'none' };
  }
  if (kind !== COMMAND && kindNamed(kind).isLine) return ofLine(sides, guesses);
  const { width, height } = {
    width: sides.width ?? sides.height!,
    height: sides.height ?? sides.width!,
  };
  const { prepared, isCropped = false } = kind === COMMAND ? {} : kindNamed(kind);
  if (prepared) {
    guesses.push([
      ['input.resize', 'input.range', 'input.colour'],
      `the pre-processing is not in the file: ${width} x ${height}, as ${prepared.by} does it, is assumed; give input in a descriptor where this is wrong`,
    ]);
    return { width, height, ...prepared.input };
  }
  if (isCropped) {
    guesses.push([
      ['input.resize', 'input.range', 'input.mean', 'input.deviation'],
      `the pre-processing is not in the file: the short side is resized to ${Math.round((Math.min(width, height) * 256) / 224)}, the middle ${width} x ${height} is cut out, with ImageNet's mean and deviation; give input in a descriptor where this is wrong`,
    ]);
    return {
      width,
      height,
      resize: 'crop',
      antialias: true,
      ...(port.type.startsWith('float') && IMAGENET),
    };
  }
  guesses.push([
    ['input.resize', ...values.keys],
    `the resize is not in the file: the picture is stretched to ${width} x ${height}, with values ${values.words}; give input in a descriptor where this is wrong`,
  ]);
  return { width, height, resize: 'stretch' };
}

/** Black and white of a type of numbers, before mean and deviation. */
const RANGES: Readonly<Record<NetworkInput['type'], readonly [number, number]>> = {
  float32: [0, 1],
  float16: [0, 1],
  uint8: [0, 255],
  int8: [-128, 127],
  uint16: [0, 65535],
  int16: [0, 32767],
};

/** What is assumed of values and colours where the descriptor does not say it. */
function valuesOf(
  { type, shape }: Port,
  described: Partial<NetworkInput>,
): { readonly keys: readonly string[]; readonly words: string } {
  const isGrey = shape?.at(-1) === 1 || shape?.at(-3) === 1;
  const [black, white] = described.range ?? RANGES[type as NetworkInput['type']];
  const isColour = !isGrey && described.colour === undefined;
  return {
    keys: [
      'input.range',
      ...(isColour ? ['input.colour'] : []),
      'input.mean',
      'input.deviation',
    ].filter((key) => !Object.hasOwn(described, key.slice('input.'.length))),
    words: `from ${black} to ${white}${isColour ? ', red first' : ''}`,
  };
}

/** A line of text: as high as the input, and as long as it gets or filled up with grey. */
function ofLine(
  { width, height }: Pick<NetworkInput, 'width' | 'height'>,
  guesses: Guess[],
): GuessedInput {
  guesses.push([
    ['input.resize', 'input.range', 'input.colour'],
    `the pre-processing is not in the file: a line is scaled to a height of ${height ?? width!}, with values from -1 to 1, as PaddleOCR does it; give input in a descriptor where this is wrong`,
  ]);
  const range = [-1, 1] as const;
  return width === null || height === null
    ? { width: null, height: height ?? width, resize: 'height', range }
    : { width, height, resize: 'letterbox', corner: true, pad: 128, range };
}

/**
 * A preprocessor_config.json in the words of a descriptor; where these do not suffice, the file
 * itself stays and rules (prepare-input.ts).
 */
function ofPreprocessor(
  fixed: { readonly width: number | null; readonly height: number | null },
  file: Table,
): GuessedInput {
  const { filter, scale, mean, deviation } = readPreprocessing(file, UNSTATED);
  const values = { antialias: true, range: [0, 255 * scale] as const, mean, deviation };
  const { size, crop_size: crop } = file;
  const [sides, cut] = [size, crop].map((one) =>
    typeof one === 'number' ? { height: one, width: one } : isObject(one) ? one : {},
  ) as [Table, Table];
  const isCut = file['do_center_crop'] === true;
  const isPlain = filter === bilinear && file['keep_aspect_ratio'] !== true;
  const shape = (from: Table) => ({
    width: from['width'] as number,
    height: from['height'] as number,
  });
  if (isPlain && !isCut && 'height' in sides && 'width' in sides)
    return { ...shape(sides), resize: 'stretch', ...values };
  if (
    isPlain &&
    isCut &&
    sides['shortest_edge'] === Math.round(((cut['height'] as number) * 256) / 224)
  )
    return { ...shape(cut), resize: 'crop', ...values };
  return { ...fixed, resize: 'stretch', ...values, preprocessor: file };
}
