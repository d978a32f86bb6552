import { srgbDecoder } from '../../colour/srgb.ts';
import type { Triple } from '../../colour/xyz.ts';
import { SimulationError } from '../../simulation-error.ts';
import { LUMINANCE, type MeasuredPicture } from '../measured-picture.ts';
import { statisticsOf } from '../region-statistics.ts';

/** Mean colour of a patch, linear in light. */
export interface PatchColour {
  /** Red, green, blue; of a picture 1 is its largest code. */
  readonly linear: Triple;
  /**
   * Mean over standard deviation of luminance, of green in a mosaic; null where all pixels are
   * equal, or clipped.
   */
  readonly snrDb: number | null;
  /** More than a hundredth of the pixels is clipped in a channel: it has no noise to speak of. */
  readonly clipped?: true;
}

/**
 * Patches in rows and columns, and where a place of the chart, 0 to 1 across and down, lies in the
 * picture, pixels.
 */
export interface PatchGrid {
  readonly rows: number;
  readonly columns: number;
  readonly map: (u: number, v: number) => readonly [x: number, y: number];
}

/**
 * Part of a patch that is measured, along each side: its middle (docs/reference/physics.md#p11).
 */
const MIDDLE = 0.4;
/** Fewer pixels of a patch do not average the noise. */
const LEAST_PIXELS = 16;
/** Share of the pixels of a patch that may be clipped in a channel. */
const MOST_CLIPPED = 0.01;

/**
 * Colours of the patches of a chart, row by row.
 *
 * @param picture red, green and blue as sRGB, or a mosaic, whose values are linear.
 * @param pattern colours of the upper left 2 x 2 pixels of a mosaic.
 * @throws SimulationError (field `corners`) when a patch lies outside the picture or has too few
 * pixels.
 */
export function patchColours(
  picture: MeasuredPicture,
  { rows, columns, map }: PatchGrid,
  pattern?: string,
): readonly PatchColour[] {
  return Array.from({ length: rows * columns }, (_, patch) => {
    const [u, v] = [(patch % columns) + 0.5, Math.floor(patch / columns) + 0.5];
    const corner = (right: number, down: number): Point =>
      map((u + (right * MIDDLE) / 2) / columns, (v + (down * MIDDLE) / 2) / rows);
    const outline = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
    return colourInside(picture, outline, patch + 1, pattern);
  });
}

type Point = readonly [x: number, y: number];

function colourInside(
  { rows, columns, channels, data, largest = 1, fullCode = largest }: MeasuredPicture,
  outline: readonly Point[],
  number: number,
  pattern: string | undefined,
): PatchColour {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  if (!(left >= 0 && top >= 0 && right <= columns && bottom <= rows))
    refuse(`patch ${number} of the chart reaches out of the picture.`);
  const [sums, counts, full] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  const brightness: number[] = [];
  const linear = srgbDecoder(largest);
  for (let row = Math.floor(top); row < bottom; row += 1)
    for (let column = Math.floor(left); column < right; column += 1) {
      if (!isInside(outline, column + 0.5, row + 0.5)) continue;
      const at = (row * columns + column) * channels;
      if (pattern !== undefined) {
        const channel = 'rgb'.indexOf(pattern[(row % 2) * 2 + (column % 2)]!);
        sums[channel]! += data[at]! / largest;
        counts[channel]! += 1;
        if (data[at]! >= fullCode) full[channel]! += 1;
        if (channel === 1) brightness.push(data[at]!);
        continue;
      }
      let luminance = 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const code = data[at + (channels === 3 ? channel : 0)]!;
        const value = linear(code);
        if (code >= fullCode) full[channel]! += 1;
        sums[channel]! += value;
        counts[channel]! += 1;
        luminance += LUMINANCE[channel]! * value;
      }
      brightness.push(luminance);
    }
  if (Math.min(...counts) < LEAST_PIXELS / (pattern === undefined ? 1 : 4))
    refuse(
      `the chart is too small: the middle of patch ${number} has ${brightness.length} pixels, and ${LEAST_PIXELS} are needed.`,
    );
  const clipped = full.some((count, channel) => count > MOST_CLIPPED * counts[channel]!);
  const { snr } = statisticsOf(brightness);
  return {
    linear: sums.map((sum, channel) => sum / counts[channel]!) as unknown as Triple,
    snrDb: clipped || snr === null || snr <= 0 ? null : 20 * Math.log10(snr),
    ...(clipped && { clipped }),
  };
}

/** Whether a place lies in a convex outline, whichever way round its corners come. */
function isInside(outline: readonly Point[], x: number, y: number): boolean {
  let [isLeft, isRight] = [false, false];
  // Asked of each pixel: iterators and pairs would be most of a run's garbage.
  let from = outline.at(-1)!;
  for (const to of outline) {
    const side = (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
    from = to;
    if (side < 0) isLeft = true;
    if (side > 0) isRight = true;
  }
  return !(isLeft && isRight);
}

function refuse(sentence: string): never {
  throw new SimulationError('bad-parameter', sentence, 'corners');
}
