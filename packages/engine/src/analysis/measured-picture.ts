import { srgbDecoder } from '../colour/srgb.ts';
import { SimulationError } from '../simulation-error.ts';
import { clippedEnds } from './clipped-ends.ts';
import type { Region } from './edge-sfr/region.ts';

/** A picture or mosaic to be measured, whoever made it. */
export interface MeasuredPicture {
  readonly rows: number;
  readonly columns: number;
  /** Values per pixel: 1, or 3 for red, green and blue. */
  readonly channels: 1 | 3;
  /** [rows, columns, channels], row by row. */
  readonly data: ArrayLike<number>;
  /** Largest value that its integer type holds; undefined for floating point. */
  readonly largest?: number | undefined;
  /** Code of a pixel that is full, where that is below the largest one. */
  readonly fullCode?: number | undefined;
}

/** Rectangle of pixels: `x` is the column and `y` the row of its upper left pixel. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const MEASURED_CHANNELS = ['red', 'green', 'blue', 'luminance'] as const;
/** Other colours of a mosaic, which pictures do not have. */
const MOSAIC_COLOURS = ['white', 'cyan', 'magenta', 'yellow', 'infrared'] as const;
export const ALL_CHANNELS = [...MEASURED_CHANNELS, ...MOSAIC_COLOURS] as const;
export type MeasuredChannel = (typeof ALL_CHANNELS)[number];
export const ENCODINGS = ['linear', 'srgb'] as const;

/** Which values of a picture are measured. */
export interface Selection {
  readonly rectangle?: Rectangle | undefined;
  /**
   * Colours of the upper left 2 x 2 pixels of a mosaic, row by row, for example grbg; or the rows
   * of letters that repeat over it.
   */
  readonly pattern?: string | readonly string[] | undefined;
  /**
   * Default: green of a mosaic, luminance of a colour picture, the values themselves where there is
   * one per pixel.
   */
  readonly channel?: MeasuredChannel | undefined;
  /** 0 is no light, as in a simulated picture, and not a black level that cut off the dark side. */
  readonly isBlackTrue?: boolean;
  /** Clipped values belong to what is measured: those of a step at saturation. */
  readonly isClipMeasured?: boolean;
  /** `srgb` is undone (IEC 61966-2-1), for integers only. */
  readonly encoding: (typeof ENCODINGS)[number];
}

/** Share of the pixels that may stand at an end at which values are clipped. */
const MOST_CLIPPED = 0.01;
/** Rec. 709 luminance of linear red, green and blue. Source: ITU-R BT.709-6, item 3.2. */
export const LUMINANCE = [0.2126, 0.7152, 0.0722] as const;

/**
 * The values of one channel in a rectangle of a picture, linear in light.
 *
 * @throws SimulationError with the field at fault (`roi`, `channel`, `encoding`) when the values
 * cannot be read.
 */
export function measuredRegion(picture: MeasuredPicture, selection: Selection): Region {
  const { x, y, width, height } = insidePicture(picture, selection.rectangle);
  const { columns, channels, data } = picture;
  const weights = weightsOf(picture, selection);
  const isUsed = mosaicOf(picture, selection);
  const linear = linearBy(picture, selection);
  const values = new Float64Array(width * height);
  const used = new Uint8Array(width * height);
  const counts = weights.map(() => new Map<number, number>());
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      if (!isUsed(y + row, x + column)) continue;
      const from = ((y + row) * columns + x + column) * channels;
      let value = 0;
      for (let channel = 0; channel < channels; channel += 1) {
        if (weights[channel] === 0) continue;
        const code = data[from + channel]!;
        if (!Number.isFinite(code))
          fail(
            'roi',
            `The value in row ${y + row}, column ${x + column} is ${code}: choose a region of numbers only.`,
          );
        value += weights[channel]! * linear(code);
        if (!selection.isClipMeasured) count(counts[channel]!, code);
      }
      values[row * width + column] = value;
      used[row * width + column] = 1;
    }
  if (!selection.isClipMeasured) for (const own of counts) refuseClipped(own, picture, selection);
  return { rows: height, columns: width, values, used };
}

/** Values that are counted; with more of them none piles up. */
const MOST_VALUES = 200_000;

function count(counts: Map<number, number>, code: number): void {
  const known = counts.get(code);
  if (known !== undefined || counts.size < MOST_VALUES) counts.set(code, (known ?? 0) + 1);
}

/** @throws SimulationError where more than a few values of a channel are clipped. */
function refuseClipped(
  counts: ReadonlyMap<number, number>,
  { largest }: MeasuredPicture,
  { isBlackTrue = false }: Selection,
): void {
  const ends = clippedEnds(counts, largest);
  const all = [...counts.values()].reduce((sum, own) => sum + own, 0);
  for (const end of ['high', 'low'] as const) {
    if (isBlackTrue && end === 'low' && ends.low === 0) continue;
    const share = (counts.get(ends[end] ?? NaN) ?? 0) / all;
    if (share > MOST_CLIPPED)
      fail(
        'roi',
        `${(100 * share).toFixed(1)} % of the pixels of this region are ${CLIPPED[end](ends[end]!)}, or choose another region.`,
      );
  }
}

const CLIPPED: Readonly<Record<'low' | 'high', (code: number) => string>> = {
  high: (code) => `saturated (at ${code}), which sharpens an edge: expose less`,
  low: (code) => `cut off below (at ${code}), which sharpens an edge: lower the black level`,
};

function fail(field: string, sentence: string): never {
  throw new SimulationError('bad-parameter', sentence, field);
}

/** A square in the middle of a picture, at an even row and column; all of a smaller one. */
export function centredSquare(
  { rows, columns }: Pick<MeasuredPicture, 'rows' | 'columns'>,
  side: number,
): Rectangle {
  const [width, height] = [Math.min(side, columns), Math.min(side, rows)];
  const [x, y] = [columns - width, rows - height].map((rest) => 2 * Math.floor(rest / 4));
  return { x: x!, y: y!, width, height };
}

/** A rectangle of a colour picture in sRGB codes, decoded: [rows, columns, 3]. */
export function linearColours(picture: MeasuredPicture, rectangle?: Rectangle) {
  const { x, y, width, height } = insidePicture(picture, rectangle);
  const decode = srgbDecoder(picture.largest!);
  const linear = new Float64Array(3 * width * height);
  for (let row = 0; row < height; row += 1)
    for (let i = 0; i < 3 * width; i += 1)
      linear[3 * row * width + i] = decode(
        picture.data[3 * ((y + row) * picture.columns + x) + i]!,
      );
  return { rows: height, columns: width, linear };
}

/** The rectangle, or the whole picture. */
export function insidePicture(
  { rows, columns }: Pick<MeasuredPicture, 'rows' | 'columns'>,
  rectangle: Rectangle = { x: 0, y: 0, width: columns, height: rows },
): Rectangle {
  const { x, y, width, height } = rectangle;
  if (![x, y, width, height].every(Number.isSafeInteger) || width < 1 || height < 1)
    fail('roi', 'A region is x,y,width,height in whole pixels, at least 1 wide and high.');
  if (x < 0 || y < 0 || x + width > columns || y + height > rows)
    fail(
      'roi',
      `The region x ${x}, y ${y}, ${width} x ${height} reaches out of the picture, which is ${columns} pixels wide and ${rows} high.`,
    );
  return rectangle;
}

/** How much of each value of a pixel counts. */
function weightsOf(
  { channels }: MeasuredPicture,
  { pattern, channel }: Selection,
): readonly number[] {
  if (channels === 3) {
    if (pattern !== undefined)
      fail(
        'pattern',
        'This picture has red, green and blue in every pixel: leave the pattern out.',
      );
    if (channel === undefined || channel === 'luminance') return LUMINANCE;
    return MEASURED_CHANNELS.slice(0, 3).map((name) => (name === channel ? 1 : 0));
  }
  if (pattern === undefined && channel !== undefined && channel !== 'luminance')
    fail(
      'channel',
      `This picture has one value per pixel: name the pattern of its mosaic, for example grbg, to measure ${channel}.`,
    );
  return [1];
}

/** The pixels of a mosaic that have the measured colour. */
function mosaicOf(
  { channels }: MeasuredPicture,
  { pattern, channel = 'green' }: Selection,
): (row: number, column: number) => boolean {
  if (channels === 3 || pattern === undefined) return () => true;
  const tile = tileOf(pattern);
  if (channel === 'luminance')
    fail(
      'channel',
      'A mosaic has no luminance without interpolation, which changes the sharpness: choose red, green or blue.',
    );
  const letter = channel[0]!;
  if (!tile.some((row) => row.includes(letter)))
    fail('channel', `The pattern ${tile.join('/')} has no ${channel} pixels.`);
  return (row, column) => {
    const letters = tile[row % tile.length]!;
    return letters[column % letters.length] === letter;
  };
}

/** The rows of a pattern. */
function tileOf(pattern: string | readonly string[]): readonly string[] {
  if (typeof pattern !== 'string') return pattern;
  if (!/^(rggb|grbg|gbrg|bggr)$/.test(pattern))
    fail('pattern', `A pattern is rggb, grbg, gbrg or bggr, not "${pattern.slice(0, 20)}".`);
  return [pattern.slice(0, 2), pattern.slice(2)];
}

/** From a value to one that is linear in light. */
function linearBy({ largest }: MeasuredPicture, { encoding }: Selection): (code: number) => number {
  if (encoding === 'linear') return (code) => code;
  if (largest === undefined)
    fail('encoding', 'sRGB codes are whole numbers of 8 or 16 bits: these are not, so say linear.');
  return srgbDecoder(largest);
}
