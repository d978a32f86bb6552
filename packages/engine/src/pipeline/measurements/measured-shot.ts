import type { MeasuredPicture } from '../../analysis/measured-picture.ts';
import type { Shot } from '../shot.ts';

/** A shot with its pictures as they are measured. */
export interface MeasuredShot extends Shot {
  /** The raw codes; undefined without a sensor. */
  readonly mosaic: MeasuredPicture | undefined;
  /** What is shown; undefined where that is the mosaic itself in grey. */
  readonly developed: MeasuredPicture | undefined;
}

/**
 * Whether the developed picture has the pixels of the sensor, but for an odd last row or column.
 */
export const hasItsPixels = ({ plan: { grid }, developed }: MeasuredShot): boolean =>
  developed !== undefined &&
  Math.abs(grid.rows - developed.rows) <= 1 &&
  Math.abs(grid.columns - developed.columns) <= 1;
