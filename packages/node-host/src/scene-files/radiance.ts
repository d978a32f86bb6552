import { linearSrgbFrom, toLinearSrgb, type Primaries } from '@lumenloom/engine';
import { linearScene, type PictureScene } from './picture-scene.ts';
import { checkSize, failScene } from './spectral-file.ts';

/** Whether the first bytes are those of a Radiance picture, whose end of name ENVI has too. */
export const isRadiance = (bytes: Uint8Array): boolean =>
  /^#\?(RADIANCE|RGBE)\s/.test(String.fromCharCode(...bytes.subarray(0, 12)));

const MOST_HEADER = 65_536;
/** Widths that are packed by runs of each channel. */
const [LEAST_PACKED, MOST_PACKED] = [8, 32_767];
const XYZ_WHITE = [1, 1, 1] as const;

/**
 * Reads a Radiance picture (.hdr): RGBE or XYZE, packed or not.
 *
 * @param room bytes that the planes may take.
 * @throws SimulationError with a sentence.
 * @see G. Ward, Real Pixels, Graphics Gems II; Radiance file formats.
 */
export function readRadiance(bytes: Uint8Array, room?: number): PictureScene {
  const { format, primaries, resolution, at } = readHeader(bytes);
  const { rows, columns, turned } = resolution;
  checkSize(rows, columns, 3, room);
  const pixels = unpack(bytes, at, rows, columns);
  const convert =
    format === 'xyze'
      ? linearSrgbFrom(
          [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
          XYZ_WHITE,
        )
      : primaries && toLinearSrgb(primaries);
  let [last, colour]: [number, readonly number[]] = [-1, [0, 0, 0]];
  const picture = linearScene(rows, columns, 3, (pixel, channel) => {
    if (pixel !== last) {
      const source = turned(pixel);
      const exponent = pixels[4 * source + 3]!;
      const scale = exponent === 0 ? 0 : 2 ** (exponent - 136);
      const raw = [0, 1, 2].map(
        (i) => (pixels[4 * source + i]! + (exponent === 0 ? 0 : 0.5)) * scale,
      );
      colour = convert ? convert(raw as unknown as readonly [number, number, number]) : raw;
      last = pixel;
    }
    return colour[channel]!;
  });
  return { ...picture, notes: ['Its values are linear light (Radiance).', ...picture.notes] };
}

function readHeader(bytes: Uint8Array) {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, MOST_HEADER));
  const end = /\r?\n\r?\n/.exec(head);
  if (!end) return failScene('The header of the Radiance picture has no end');
  const lines = head.slice(0, end.index).split(/\r?\n/);
  const valueOf = (key: string): string | undefined =>
    lines.findLast((line) => line.startsWith(`${key}=`))?.slice(key.length + 1);
  const format = /32-bit_rle_(rgbe|xyze)/.exec(valueOf('FORMAT') ?? '32-bit_rle_rgbe')?.[1];
  if (!format)
    return failScene(`The format ${valueOf('FORMAT')!.slice(0, 40)} of Radiance is not read`);
  const start = end.index + end[0].length;
  const line = /^[^\n]*\n/.exec(head.slice(start))?.[0] ?? '';
  return {
    format,
    primaries: primariesOf(valueOf('PRIMARIES')),
    resolution: resolutionOf(line),
    at: start + line.length,
  };
}

function primariesOf(text: string | undefined): Primaries | undefined {
  if (text === undefined) return undefined;
  const numbers = text.trim().split(/\s+/).map(Number);
  if (numbers.length !== 8 || !numbers.every((value) => value > 0 && value < 1))
    return failScene('The primaries of the Radiance picture are not eight chromaticities');
  const pair = (i: number) => [numbers[i]!, numbers[i + 1]!] as const;
  return { red: pair(0), green: pair(2), blue: pair(4), white: pair(6) };
}

/** Rows and columns, and which stored pixel a pixel of the upright picture is. */
function resolutionOf(line: string) {
  const [, sign = '', axis, first, otherSign = '', other, second] =
    /^([-+])([XY]) (\d+) ([-+])([XY]) (\d+)\s*$/.exec(line) ?? [];
  if (axis === undefined || axis === other)
    return failScene('The size of the Radiance picture is not such as -Y 480 +X 640');
  if (axis === 'X')
    return failScene('The Radiance picture is stored by columns; save it with -Y and +X');
  const [rows, columns] = [Number(first), Number(second)];
  return {
    rows,
    columns,
    turned: (pixel: number): number => {
      const [row, column] = [Math.floor(pixel / columns), pixel % columns];
      const y = sign === '-' ? row : rows - 1 - row;
      return y * columns + (otherSign === '+' ? column : columns - 1 - column);
    },
  };
}

const ENDS = 'The Radiance picture ends early';

/** Four bytes of each pixel. */
function unpack(bytes: Uint8Array, start: number, rows: number, columns: number): Uint8Array {
  const pixels = new Uint8Array(4 * rows * columns);
  let at = start;
  for (let row = 0; row < rows; row += 1) {
    const isPacked =
      columns >= LEAST_PACKED &&
      columns <= MOST_PACKED &&
      bytes[at] === 2 &&
      bytes[at + 1] === 2 &&
      bytes[at + 2] === columns >> 8 &&
      bytes[at + 3] === (columns & 255);
    const line = pixels.subarray(4 * row * columns, 4 * (row + 1) * columns);
    at = isPacked ? unpackLine(bytes, at + 4, columns, line) : copyLine(bytes, at, line);
  }
  return pixels;
}

/** Runs of each channel of a line. */
function unpackLine(bytes: Uint8Array, start: number, columns: number, line: Uint8Array): number {
  let at = start;
  for (let channel = 0; channel < 4; channel += 1) {
    let column = 0;
    while (column < columns) {
      const count = bytes[at];
      if (count === undefined || count === 0) return failScene(ENDS);
      const isRun = count > 128;
      const length = isRun ? count - 128 : count;
      if (column + length > columns || at + (isRun ? 1 : length) >= bytes.length)
        return failScene(ENDS);
      for (let i = 0; i < length; i += 1)
        line[4 * (column + i) + channel] = bytes[at + 1 + (isRun ? 0 : i)]!;
      column += length;
      at += 1 + (isRun ? 1 : length);
    }
  }
  return at;
}

/** Pixels as they stand, with the runs of old files. */
function copyLine(bytes: Uint8Array, start: number, line: Uint8Array): number {
  let [at, to, shift] = [start, 0, 0];
  while (to < line.length) {
    if (at + 4 > bytes.length) return failScene(ENDS);
    const pixel = bytes.subarray(at, at + 4);
    at += 4;
    if (pixel[0] === 1 && pixel[1] === 1 && pixel[2] === 1 && to > 0) {
      const count = pixel[3]! << shift;
      if (to + 4 * count > line.length) return failScene(ENDS);
      for (let i = 0; i < count; i += 1, to += 4) line.copyWithin(to, to - 4, to);
      shift += 8;
    } else {
      line.set(pixel, to);
      [to, shift] = [to + 4, 0];
    }
  }
  return at;
}
