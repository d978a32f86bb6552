import { sharpLens } from './ideal-lens.ts';
import type { Lens } from './lens.ts';
import type { PixelGrid } from './pixel-grid.ts';

/** What a lens lays out its images with. */
type Imaging = Pick<Lens, 'focalLength' | 'chiefRays' | 'irradiancePerRadiance'>;

const lengthOf = ({ chiefRays, focalLength }: Imaging): number =>
  Math.abs(chiefRays?.scale ?? focalLength);

/** Horizontal angle under which a lens without distortion has the grid filled, radians. */
export const hfovOnSensor = (lens: Imaging, { columns, pitch }: PixelGrid): number =>
  2 * Math.atan((columns * pitch) / 2 / lengthOf(lens));

/**
 * A lens whose pictures are there already: the samples of its scene are the light on the pixels of
 * a grid, as the radiance that gives it on the axis.
 *
 * @param grid of those samples; a picture on other pixels gets what they show.
 */
export function onSensor(lens: Lens, { offset = [0, 0], pitch }: PixelGrid): Lens {
  const { formImage, projectScene, footprint, imageHeight, fieldAngle } = sharpLens(
    lengthOf(lens),
    lens.irradiancePerRadiance,
    [offset[0] * pitch, offset[1] * pitch],
  );
  const { imagePoint: _, ...others } = lens;
  return { ...others, formImage, projectScene, footprint, imageHeight, fieldAngle };
}
