import type { MeasuredPicture } from '../../analysis/measured-picture.ts';
import {
  brightnessChannel,
  mosaicOf,
  type ColourFilters,
  type FilterColour,
} from '../../sensors/colour-filters.ts';
import type { Shot } from '../shot.ts';

/** A shot with its pictures as they are measured. */
export interface MeasuredShot extends Shot {
  /** Of the sensor; undefined without one. */
  readonly exposureSeconds: number | undefined;
  /** The raw codes; undefined without a sensor. */
  readonly mosaic: MeasuredPicture | undefined;
  /** What is shown; undefined where that is the mosaic itself in grey. */
  readonly developed: MeasuredPicture | undefined;
}

/** The colour of a mosaic that is measured: green of a Bayer one, white of a mono one. */
export function measuredColour(filters: ColourFilters): FilterColour {
  const { channels } = mosaicOf(filters);
  return channels[brightnessChannel(channels)]!;
}

/** The pattern of a mosaic as measurements take it. */
export const patternOf = ({ order, tile }: ColourFilters): string | readonly string[] =>
  order ?? tile!;

/**
 * Whether the developed picture has the pixels of the sensor, but for an odd last row or column.
 */
export const hasItsPixels = ({ plan: { grid }, developed }: MeasuredShot): boolean =>
  developed !== undefined &&
  Math.abs(grid.rows - developed.rows) <= 1 &&
  Math.abs(grid.columns - developed.columns) <= 1;
