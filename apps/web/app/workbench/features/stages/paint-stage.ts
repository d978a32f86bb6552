import { convertFromLuma, linearToSrgb } from '@lumenloom/engine/measuring';
import type { Size } from '../../kit/picture/picture-view.ts';
import { falseColours } from '../../kit/picture/false-colours.ts';
import type { Filters, Stage, StagePixels } from './stage-list.ts';

/** How the values of a stage become colours. */
export type StageColouring = 'grey' | 'by filter' | 'false colours';

/** The looks that a stage has, the usual one first; none where its values are colours. */
export function colouringsOf({
  pixels: { kind },
}: Pick<Stage, 'pixels'>): readonly StageColouring[] {
  switch (kind) {
    case 'quantity':
      return ['grey', 'false colours'];
    case 'distance':
      return ['false colours', 'grey'];
    case 'mosaic':
      return ['grey', 'by filter', 'false colours'];
    default:
      return [];
  }
}

/** Steps from black to full. */
const STEPS = 1023;
/** 8-bit grey of a linear value, by its step. */
const greys = Uint8Array.from({ length: STEPS + 1 }, (_, step) => linearToSrgb(step / STEPS));
const stepOf = (value: number, full: number): number =>
  Math.round(STEPS * Math.min(1, Math.max(0, value / full)));

/**
 * Writes red, green and blue of a pixel of a stage to target[at], target[at + 1] and target[at +
 * 2].
 */
export type Painter = (pixel: number, target: Uint8Array, at: number) => void;

/** The painter of a stage in one of its looks. */
export function painterOf({ pixels, width }: Stage, look: StageColouring | undefined): Painter {
  switch (pixels.kind) {
    case 'scene':
      return copying(pixels.picture, [0, 1, 2]);
    case 'colours':
      return copying(pixels.data, [2, 1, 0]);
    case 'linear colours':
      return (pixel, target, at) => {
        for (let channel = 0; channel < 3; channel += 1)
          target[at + channel] = greys[stepOf(pixels.data[3 * pixel + 2 - channel]!, pixels.full)]!;
      };
    case 'luma':
      return lumaPainter(pixels);
    case 'quantity':
      return ofOneValue(pixels, look);
    case 'distance':
      return ofOneValue(steppedDistances(pixels), look);
    case 'mosaic':
      return look === 'by filter'
        ? byFilter(pixels, pixels.filters, width)
        : ofOneValue(pixels, look);
  }
}

const copying =
  (data: ArrayLike<number>, [red, green, blue]: readonly [number, number, number]): Painter =>
  (pixel, target, at) => {
    target[at] = data[3 * pixel + red]!;
    target[at + 1] = data[3 * pixel + green]!;
    target[at + 2] = data[3 * pixel + blue]!;
  };

function lumaPainter({ y, cbcr }: Extract<StagePixels, { readonly kind: 'luma' }>): Painter {
  const source = { y: new Uint8Array(1), cbcr: new Uint8Array(2) };
  const rgb = new Uint8Array(3);
  const part = { source, target: { rgb }, tables: {}, rows: 1, columns: 1, from: 0, to: 1 };
  return (pixel, target, at) => {
    source.y[0] = y[pixel]!;
    source.cbcr[0] = cbcr[2 * pixel]!;
    source.cbcr[1] = cbcr[2 * pixel + 1]!;
    convertFromLuma(part);
    target[at] = rgb[2]!;
    target[at + 1] = rgb[1]!;
    target[at + 2] = rgb[0]!;
  };
}

/** Distances as shares of the way from the nearest to the farthest. */
function steppedDistances({
  data,
  near,
  far,
}: Extract<StagePixels, { readonly kind: 'distance' }>): OneValue {
  const span = far - near || 1;
  return { data: Float32Array.from(data, (distance) => (distance - near) / span), full: 1 };
}

interface OneValue {
  readonly data: ArrayLike<number>;
  readonly full: number;
}

function ofOneValue({ data, full }: OneValue, look: StageColouring | undefined): Painter {
  if (look === 'false colours') {
    const colours = falseColours(STEPS);
    return (pixel, target, at) => {
      const step = 3 * stepOf(data[pixel]!, full);
      target[at] = colours[step]!;
      target[at + 1] = colours[step + 1]!;
      target[at + 2] = colours[step + 2]!;
    };
  }
  return (pixel, target, at) => {
    target.fill(greys[stepOf(data[pixel]!, full)]!, at, at + 3);
  };
}

/** Red, green and blue that a filter is painted with. */
const FILTER_COLOURS: Readonly<Record<Filters['channels'][number], readonly number[]>> = {
  red: [1, 0, 0],
  green: [0, 1, 0],
  blue: [0, 0, 1],
  cyan: [0, 1, 1],
  magenta: [1, 0, 1],
  yellow: [1, 1, 0],
  white: [1, 1, 1],
  infrared: [0.6, 0.3, 0.6],
};

function byFilter({ data, full }: OneValue, filters: Filters, columns: number): Painter {
  return (pixel, target, at) => {
    const row = Math.floor(pixel / columns);
    const grey = greys[stepOf(data[pixel]!, full)]!;
    const colour = FILTER_COLOURS[filterAt(filters, row, pixel - row * columns)];
    for (let channel = 0; channel < 3; channel += 1) target[at + channel] = grey * colour[channel]!;
  };
}

/** The filter on a pixel. */
export function filterAt({ channels, layout }: Filters, row: number, column: number) {
  const line = layout[row % layout.length]!;
  return channels[line[column % line.length]!]!;
}

/** The whole stage: 8-bit red, green and blue of every pixel. */
export function paintStage(stage: Stage, look: StageColouring | undefined): Uint8Array {
  const { width, height } = stage;
  const paint = painterOf(stage, look);
  const rgb = new Uint8Array(3 * width * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) paint(pixel, rgb, 3 * pixel);
  return rgb;
}

/** Samples per pixel of a thumbnail along each axis; a cell of a mosaic has as many. */
const SAMPLES = 2;

/**
 * A reduced stage: red, green, blue and opacity of every pixel. Each is the mean of four neighbours
 * in the middle of the area that it stands for.
 */
export function thumbnailOf(
  stage: Stage,
  look: StageColouring | undefined,
  size: Size,
): Uint8ClampedArray {
  const paint = painterOf(stage, look);
  const { width, height } = stage;
  const rgba = new Uint8ClampedArray(4 * size.width * size.height);
  const colour = new Uint8Array(3);
  const placeOf = (at: number, count: number, from: number): number =>
    Math.max(0, Math.min(from - SAMPLES, Math.floor(((at + 0.5) / count) * from - 0.5)));
  for (let at = 0; at < size.width * size.height; at += 1) {
    const left = placeOf(at % size.width, size.width, width);
    const top = placeOf(Math.floor(at / size.width), size.height, height);
    const sums = [0, 0, 0];
    for (let sample = 0; sample < SAMPLES ** 2; sample += 1) {
      const [x, y] = [left + (sample & 1), top + (sample >> 1)];
      paint(Math.min(y, height - 1) * width + Math.min(x, width - 1), colour, 0);
      for (let channel = 0; channel < 3; channel += 1) sums[channel]! += colour[channel]!;
    }
    rgba.set([...sums.map((sum) => sum / SAMPLES ** 2), 255], 4 * at);
  }
  return rgba;
}

/**
 * Ends of the scale of a stage, and its colours from one end to the other; undefined where the
 * values are colours.
 */
export function legendOf(
  { pixels }: Stage,
  look: StageColouring | undefined,
):
  | { readonly from: number; readonly full: number; readonly colours: readonly string[] }
  | undefined {
  if (pixels.kind !== 'quantity' && pixels.kind !== 'mosaic' && pixels.kind !== 'distance')
    return undefined;
  const steps = 16;
  const colours = falseColours(steps);
  return {
    ...(pixels.kind === 'distance'
      ? { from: pixels.near, full: pixels.far }
      : { from: 0, full: pixels.full }),
    colours: Array.from({ length: steps + 1 }, (_, step) => {
      const grey = linearToSrgb(step / steps);
      return look === 'false colours'
        ? `rgb(${colours.slice(3 * step, 3 * step + 3).join(' ')})`
        : `rgb(${grey} ${grey} ${grey})`;
    }),
  };
}
