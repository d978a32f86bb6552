import type { OpenedStages } from '@lumenloom/browser-host';
import type { Point, Size } from '../../kit/picture/picture-view.ts';
import { filterAt } from './paint-stage.ts';
import { ofScene, type Stage } from './stage-list.ts';

const LETTERS = ['R', 'G', 'B'] as const;
/** Digits of what is not a whole number. */
const DIGITS = 5;

/** A value of a pixel: a whole number as it is, any other with five significant digits. */
const inDigits = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e6
    ? String(value)
    : value.toPrecision(DIGITS).replace('e+', 'e').replace('-', '\u2212');

/**
 * The values of a stage at one of its pixels, without their unit: '3620.4', or with the letters of
 * their channels 'R 512 G 480 B 301'.
 */
export function valuesAt({ pixels, width, height }: Stage, { x, y }: Point): string {
  // The cursor stood on a larger picture.
  if (x >= width || y >= height) return '';
  const at = y * width + x;
  const lettered = (values: readonly number[], letters: readonly string[] = LETTERS): string =>
    values.map((value, channel) => `${letters[channel]!} ${inDigits(value)}`).join(' ');
  switch (pixels.kind) {
    case 'scene':
      return inDigits(pixels.luminance[at]!);
    case 'quantity':
      return pixels.exact ? inDigits(pixels.exact[at]!) : '…';
    case 'distance':
      return pixels.data[at] === Infinity ? '∞' : inDigits(pixels.data[at]!);
    case 'mosaic':
      return `${filterAt(pixels.filters, y, x)[0]!.toUpperCase()} ${inDigits(pixels.data[at]!)}`;
    case 'linear colours':
    case 'colours':
      return lettered([2, 1, 0].map((channel) => pixels.data[3 * at + channel]!));
    case 'luma':
      return lettered(
        [pixels.y[at]!, pixels.cbcr[2 * at]!, pixels.cbcr[2 * at + 1]!],
        ['Y', 'Cb', 'Cr'],
      );
  }
}

/**
 * What the read-out under the picture has of a pixel of a stage: its value, and over a frame of
 * several captures the electrons of each and of all merged.
 */
export function readingOf(list: readonly Stage[], shown: Stage, at: Point): string {
  const own = `${valuesAt(shown, at)} ${shown.unit}`;
  const captures = list.filter(({ isCapture }) => isCapture);
  if (captures.length === 0 || !(shown.id === 'raw' || captures.includes(shown))) return own;
  const others = captures.filter((stage) => stage !== shown);
  return [own, ...others.map((stage) => `${stage.label} ${electronsAt(stage, at)} e⁻`)].join(' · ');
}

/** Electrons of a capture at a pixel, without the letter of its filter. */
const electronsAt = (stage: Stage, at: Point): string => valuesAt(stage, at).split(' ').at(-1)!;

type Grid = Pick<OpenedStages, 'rows' | 'columns' | 'scene' | 'sceneAt'>;

/**
 * How many pixels of the grid make one of a picture along an axis: 1, unless the ISP has scaled it.
 * An odd last row or column may be left out.
 */
const ratio = (grid: number, picture: number): number =>
  grid - picture === 0 || grid - picture === 1 ? 1 : (grid & ~1) / picture;

const scaled = (at: number, by: number, size: number): number =>
  Math.min(size - 1, Math.floor((at + 0.5) * by));

/** The pixel of the sensor that a pixel of the scene shows; undefined where none does. */
export function pixelOfScene(
  { sceneAt, scene, columns }: Grid,
  { x, y }: Point,
): Point | undefined {
  const pixel = sceneAt.indexOf(y * scene.columns + x);
  return pixel < 0 ? undefined : { x: pixel % columns, y: Math.floor(pixel / columns) };
}

/** The pixel of the sensor that a pixel of a picture of another size comes from. */
export const pixelOfPicture = ({ rows, columns }: Grid, picture: Size, { x, y }: Point): Point => ({
  x: scaled(x, ratio(columns, picture.width), columns),
  y: scaled(y, ratio(rows, picture.height), rows),
});

/**
 * The pixel of a stage at the place of a pixel of the sensor; undefined where the stage has none
 * there.
 */
export function pixelOfStage(
  { rows, columns, scene, sceneAt }: Grid,
  { id, width, height }: Pick<Stage, 'id' | keyof Size>,
  { x, y }: Point,
): Point | undefined {
  if (ofScene.includes(id)) {
    const sample = sceneAt[y * columns + x]!;
    return sample < 0
      ? undefined
      : { x: sample % scene.columns, y: Math.floor(sample / scene.columns) };
  }
  const [across, down] = [ratio(columns, width), ratio(rows, height)];
  const at = { x: Math.floor((x + 0.5) / across), y: Math.floor((y + 0.5) / down) };
  return at.x < width && at.y < height ? at : undefined;
}
