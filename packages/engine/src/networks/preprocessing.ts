import type { RgbImage, Tensor } from '../host.ts';
import { SimulationError } from '../simulation-error.ts';
import { bicubic, bilinear, resample, type ResampleFilter } from './resample.ts';
import { isObject } from '../text/json-fields.ts';
import { checkInputBytes } from './room.ts';

/** How a picture is prepared for a network. */
export interface Preprocessing {
  readonly sizeOf: (
    rows: number,
    columns: number,
  ) => { readonly rows: number; readonly columns: number };
  readonly filter: ResampleFilter;
  /** Value of a channel = (byte * scale − mean) / deviation. */
  readonly scale: number;
  readonly mean: Channels;
  readonly deviation: Channels;
}
type Channels = readonly [number, number, number];
type Settings = Readonly<Record<string, unknown>>;

/** What a file leaves out where no published network stands behind it. */
export const UNSTATED = {
  resample: 2,
  rescale_factor: 1 / 255,
  image_mean: [0, 0, 0],
  image_std: [1, 1, 1],
} as const satisfies Settings;

/** The filters by Pillow's numbers, which the files use. */
const FILTERS: Readonly<Record<number, ResampleFilter>> = { 2: bilinear, 3: bicubic };

const wrong = (sentence: string): SimulationError =>
  new SimulationError('bad-model', `preprocessor_config.json: ${sentence}`);

/**
 * Reads the preprocessor_config.json of a network, so that other exports of the same network work
 * too.
 *
 * @param fallback settings of the published network, for those that the file leaves out.
 * @throws SimulationError 'bad-model' for settings that are not supported.
 * @see the image processors of the Python package `transformers`, whose files these are.
 */
export function readPreprocessing(file: unknown, fallback: Settings): Preprocessing {
  if (file !== undefined && !isObject(file)) throw wrong('it must be a JSON object.');
  const settings = { ...fallback, ...file };
  const filter = FILTERS[settings['resample'] as number];
  if (!filter)
    throw wrong(
      `resample must be 2 (bilinear) or 3 (bicubic), not ${String(settings['resample'])}.`,
    );
  const channels = (key: string): Channels => {
    const value = settings[key];
    if (Array.isArray(value) && value.length === 3 && value.every((part) => Number.isFinite(part)))
      return value as unknown as Channels;
    throw wrong(`${key} must be three numbers.`);
  };
  const scale = settings['do_rescale'] === false ? 1 : settings['rescale_factor'];
  if (typeof scale !== 'number' || !(scale > 0))
    throw wrong('rescale_factor must be a number above 0.');
  const isNormalised = settings['do_normalize'] !== false;
  const deviation = isNormalised ? channels('image_std') : ([1, 1, 1] as const);
  if (deviation.includes(0)) throw wrong('image_std must not be 0.');
  return {
    sizeOf: readSize(settings),
    filter,
    scale,
    mean: isNormalised ? channels('image_mean') : [0, 0, 0],
    deviation,
  };
}

/**
 * Pixels. Networks take pictures of a few megapixels at most, so a file that asks for more is
 * damaged.
 */
const LARGEST_SIDE = 4096;

function readSize(settings: Settings): Preprocessing['sizeOf'] {
  const { size } = settings;
  const {
    height,
    width,
    shortest_edge: shortest,
    longest_edge: longest,
  } = isObject(size) ? size : { height: size, width: size };
  const isSide = (value: unknown): value is number =>
    typeof value === 'number' && value >= 1 && value <= LARGEST_SIDE;
  if (isSide(shortest)) {
    const most = isSide(longest) ? longest : Infinity;
    return (rows, columns) => {
      const factor = Math.min(shortest / Math.min(rows, columns), most / Math.max(rows, columns));
      const side = (value: number): number => Math.max(1, Math.round(value * factor));
      return { rows: side(rows), columns: side(columns) };
    };
  }
  if (!isSide(height) || !isSide(width))
    throw wrong(
      'size must name height and width, or shortest_edge and longest_edge, from 1 to 4096.',
    );
  if (settings['keep_aspect_ratio'] !== true) return () => ({ rows: height, columns: width });
  const multiple =
    typeof settings['ensure_multiple_of'] === 'number' ? settings['ensure_multiple_of'] : 1;
  return (rows, columns) => {
    const [down, across] = [height / rows, width / columns];
    // The one of the two factors that is closer to 1.
    const factor = Math.abs(1 - across) < Math.abs(1 - down) ? across : down;
    const side = (value: number): number =>
      Math.max(multiple, Math.round((value * factor) / multiple) * multiple);
    return { rows: side(rows), columns: side(columns) };
  };
}

/** The picture as input of a network: [1, 3, rows, columns], channels red, green, blue. */
export function toPixelValues(
  { rows, columns, rgb }: RgbImage,
  { sizeOf, filter, scale, mean, deviation }: Preprocessing,
): Tensor & { readonly data: Float32Array } {
  const size = sizeOf(rows, columns);
  const area = size.rows * size.columns;
  checkInputBytes(3 * area * Float32Array.BYTES_PER_ELEMENT);
  const data = new Float32Array(3 * area);
  for (const channel of [0, 1, 2] as const) {
    const plane = resample(
      { values: rgb, rows, columns, stride: 3, offset: channel },
      size.rows,
      size.columns,
      filter,
    );
    for (let at = 0; at < area; at += 1)
      data[channel * area + at] =
        (Math.min(255, Math.max(0, plane[at]!)) * scale - mean[channel]) / deviation[channel];
  }
  return { shape: [1, 3, size.rows, size.columns], data };
}

/**
 * The output of a network with that name.
 *
 * @throws SimulationError 'bad-model' when it is missing, has another number of axes or holds no
 * 32-bit floats.
 */
export function outputOf(
  outputs: Readonly<Record<string, Tensor>>,
  name: string,
  axes: number,
): { readonly shape: readonly number[]; readonly data: Float32Array } {
  const tensor = outputs[name];
  if (tensor?.shape.length !== axes || !(tensor.data instanceof Float32Array)) {
    throw new SimulationError(
      'bad-model',
      `its output ${name} ${tensor ? `has the shape [${tensor.shape.join(', ')}]` : 'is missing'}; ${axes} axes of 32-bit numbers are expected.`,
    );
  }
  return { shape: tensor.shape, data: tensor.data };
}
