import type { Network, RgbImage, Tensor } from '../host.ts';
import type { NetworkDescriptor, NetworkInput } from './descriptor.ts';
import { checkInputBytes } from './room.ts';
import { UNSTATED, readPreprocessing, toPixelValues } from './preprocessing.ts';
import {
  openCvArea,
  openCvBilinear,
  pillowBilinear,
  roundHalfEven,
  type Resize,
} from './resize-bytes.ts';

/**
 * Where the picture lies in the input: input = picture · scale + (left, top), in pixels that begin
 * at 0.
 */
export interface Placement {
  /** Of the picture. */
  readonly rows: number;
  readonly columns: number;
  /** Of the input. */
  readonly height: number;
  readonly width: number;
  readonly scaleX: number;
  readonly scaleY: number;
  readonly left: number;
  readonly top: number;
}

/** The inputs of a network for one picture. */
export interface PreparedInput {
  readonly feeds: Readonly<Record<string, Tensor>>;
  readonly placement: Placement;
}

/**
 * Sides of a mask where the network does not fix them: the mask is all ones, and the network
 * resizes it.
 */
const MASK_SIDE = 64;

/**
 * Prepares a picture as a descriptor says.
 *
 * @param inputs shapes of the network's inputs by name.
 * @throws SimulationError 'bad-model' for a preprocessor_config.json that is not supported, and
 * where the input takes more memory than is allowed.
 * @see docs/reference/vision.md#networks
 */
export function prepareInput(
  picture: RgbImage,
  { input }: Pick<NetworkDescriptor, 'input'>,
  inputs: Network['inputs'],
): PreparedInput {
  const { tensor, placement } = input.preprocessor
    ? byPreprocessor(picture, input, input.preprocessor)
    : byDescriptor(picture, input);
  const second = input.second === null ? undefined : inputs[input.second];
  const further = Object.entries(input.further ?? {}).map(
    ([name, meaning]) => [name, furtherTensor(placement, meaning)] as const,
  );
  return {
    feeds: {
      [input.name]: tensor,
      ...(second && { [input.second!]: secondTensor(picture, second) }),
      ...Object.fromEntries(further),
    },
    placement,
  };
}

/** Height and width of the resized picture, or its scales down and across. */
const furtherTensor = (placement: Placement, meaning: 'inputSize' | 'scale'): Tensor => ({
  shape: [1, 2],
  data: Float32Array.from(
    meaning === 'scale'
      ? [placement.scaleY, placement.scaleX]
      : [placement.height, placement.width],
  ),
});

/** Width and height of the picture, or a mask of ones. */
function secondTensor({ rows, columns }: RgbImage, shape: readonly (number | undefined)[]): Tensor {
  if (shape.length === 2)
    return { shape: [1, 2], data: BigInt64Array.of(BigInt(columns), BigInt(rows)) };
  const mask = shape.slice(1).map((side) => side ?? MASK_SIDE);
  const area = mask.reduce((product, side) => product * side, 1);
  checkInputBytes(area * BigInt64Array.BYTES_PER_ELEMENT);
  return { shape: [1, ...mask], data: new BigInt64Array(area).fill(1n) };
}

interface Prepared {
  readonly tensor: Tensor;
  readonly placement: Placement;
}

function byPreprocessor(
  picture: RgbImage,
  { type }: NetworkInput,
  settings: Readonly<Record<string, unknown>>,
): Prepared {
  const tensor = toPixelValues(picture, readPreprocessing(settings, UNSTATED));
  const [, , height = 1, width = 1] = tensor.shape;
  return {
    tensor:
      type === 'float16'
        ? { shape: tensor.shape, data: Uint16Array.from(tensor.data, halfBits) }
        : tensor,
    placement: placed(picture, { width, height, innerWidth: width, innerHeight: height }),
  };
}

interface Frame {
  readonly width: number;
  readonly height: number;
  /** Size of the resized picture in it. */
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly left?: number;
  readonly top?: number;
  /** The scale before sizes were rounded. */
  readonly scale?: number;
}

const placed = ({ rows, columns }: RgbImage, frame: Frame): Placement => ({
  rows,
  columns,
  width: frame.width,
  height: frame.height,
  scaleX: frame.scale ?? frame.innerWidth / columns,
  scaleY: frame.scale ?? frame.innerHeight / rows,
  left: frame.left ?? 0,
  top: frame.top ?? 0,
});

/** Size and place of the resized picture in the input. */
function frameOf(
  { rows, columns }: RgbImage,
  { resize, width, height, corner = false, multiple = 1, shortSide }: NetworkInput,
): Frame {
  if (resize === 'height' && height !== null) {
    const innerWidth = Math.max(1, Math.ceil((columns * height) / rows));
    return { width: innerWidth, height, innerWidth, innerHeight: height };
  }
  if (resize === 'none' || width === null || height === null)
    return {
      width: width ?? multiple * Math.ceil(columns / multiple),
      height: height ?? multiple * Math.ceil(rows / multiple),
      innerWidth: columns,
      innerHeight: rows,
    };
  if (resize === 'stretch') return { width, height, innerWidth: width, innerHeight: height };
  if (resize === 'letterbox') {
    const scale = Math.min(width / columns, height / rows);
    const side = (value: number): number => Math.max(1, roundHalfEven(value * scale));
    const [innerWidth, innerHeight] = [side(columns), side(rows)];
    const begin = (pad: number): number => (corner ? 0 : roundHalfEven(pad / 2 - 0.1));
    return {
      width,
      height,
      innerWidth,
      innerHeight,
      scale,
      left: begin(width - innerWidth),
      top: begin(height - innerHeight),
    };
  }
  const filling = Math.max(width / columns, height / rows);
  const scale = shortSide === undefined ? (filling * 256) / 224 : filling * shortSide;
  const side = (value: number, least: number): number => Math.max(least, Math.round(value * scale));
  const [innerWidth, innerHeight] = [side(columns, width), side(rows, height)];
  return {
    width,
    height,
    innerWidth,
    innerHeight,
    left: -roundHalfEven((innerWidth - width) / 2),
    top: -roundHalfEven((innerHeight - height) / 2),
  };
}

function byDescriptor(picture: RgbImage, input: NetworkInput): Prepared {
  const frame = frameOf(picture, input);
  const resize: Resize =
    input.interpolation === 'area' ? openCvArea : input.antialias ? pillowBilinear : openCvBilinear;
  const { innerHeight, innerWidth, width, height } = frame;
  const bytes = ARRAYS[input.type].BYTES_PER_ELEMENT;
  checkInputBytes(3 * Math.max(innerHeight * innerWidth, bytes * width * height));
  const resized =
    innerHeight === picture.rows && innerWidth === picture.columns
      ? picture
      : resize(picture, innerHeight, innerWidth);
  return { tensor: tensorOf(resized, frame, input), placement: placed(picture, frame) };
}

/** The resized picture within the input, as numbers. */
function tensorOf({ rgb }: RgbImage, frame: Frame, input: NetworkInput): Tensor {
  const { width, height, innerWidth, innerHeight, left = 0, top = 0 } = frame;
  const { layout, colour, type, pad } = input;
  const sources = colour === 'bgr' ? [2, 1, 0] : colour === 'grey' ? [-1] : [0, 1, 2];
  const count = sources.length;
  const area = width * height;
  const data = new ARRAYS[type](area * count);
  for (const [channel, source] of sources.entries()) {
    const values = valuesOfBytes(input, channel);
    const [first, step] =
      layout === 'nhwc' || layout === 'hwc' ? [channel, count] : [channel * area, 1];
    for (let row = 0, to = first; row < height; row += 1)
      for (let column = 0; column < width; column += 1, to += step) {
        const [y, x] = [row - top, column - left];
        const isInside = y >= 0 && y < innerHeight && x >= 0 && x < innerWidth;
        const at = (y * innerWidth + x) * 3;
        const byte = !isInside ? pad : source < 0 ? greyOf(rgb, at) : rgb[at + source]!;
        data[to] = values[byte]!;
      }
  }
  const shapes = {
    nchw: [1, count, height, width],
    nhwc: [1, height, width, count],
    chw: [count, height, width],
    hwc: [height, width, count],
  };
  return { shape: shapes[layout], data, ...(type === 'uint16' && { type }) };
}

/** Luma of ITU-R BT.601 as a byte, in the fixed point of Pillow. */
const greyOf = (rgb: Uint8Array, at: number): number =>
  (rgb[at]! * 19595 + rgb[at + 1]! * 38470 + rgb[at + 2]! * 7471 + 0x8000) >> 16;

/** What each byte becomes in a channel of the input. */
function valuesOfBytes(
  { range: [black, white], mean, deviation, type }: NetworkInput,
  channel: number,
): ArrayLike<number> {
  const values = Array.from(
    { length: 256 },
    (_, byte) => (black + (byte / 255) * (white - black) - mean[channel]!) / deviation[channel]!,
  );
  if (type === 'float16') return values.map(halfBits);
  if (type === 'float32') return values;
  const [least, most] = WHOLE[type];
  return values.map((value) => Math.min(most, Math.max(least, roundHalfEven(value))));
}

/** Arrays of the types of inputs; bits of 16-bit floats are kept as whole numbers. */
const ARRAYS = {
  float32: Float32Array,
  float16: Uint16Array,
  uint8: Uint8Array,
  int8: Int8Array,
  uint16: Uint16Array,
  int16: Int16Array,
} as const;

/** Least and largest whole numbers of a type. */
const WHOLE = {
  uint8: [0, 255],
  int8: [-128, 127],
  uint16: [0, 65535],
  int16: [-32768, 32767],
} as const;

const FLOATS = new Float32Array(1);
const BITS = new Uint32Array(FLOATS.buffer);

/** The bits of the nearest 16-bit float, halves to even. @see IEEE 754-2019, section 3.6 */
export function halfBits(value: number): number {
  FLOATS[0] = value;
  const bits = BITS[0]!;
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (magnitude >= 65520) return sign | 0x7c00;
  // Below the smallest normal number the step is fixed.
  if (magnitude < 2 ** -14) return sign | roundHalfEven(magnitude * 2 ** 24);
  const exponent = Math.floor(Math.log2(magnitude));
  const power =
    2 ** exponent > magnitude
      ? exponent - 1
      : 2 ** (exponent + 1) <= magnitude
        ? exponent + 1
        : exponent;
  return sign | (((power + 14) << 10) + roundHalfEven((magnitude / 2 ** power) * 1024));
}
