import { lensDesign } from './ray-trace/lens-design.ts';
import type { LensFile } from './ray-trace/lens-file.ts';
import type { Move } from './ray-trace/placement.ts';
import { scaledShape } from './ray-trace/surfaces/shape.ts';

/** Digits that a length keeps: less than a nanometre in a metre. */
const DIGITS = 10;

/**
 * A prescription at the size at which it is traced: a change of one length then changes no other.
 * The figures of its source are left out, because they are not figures of a lens that is changed.
 *
 * @throws SimulationError when the lens forms no real image.
 */
export function sizedLens(file: LensFile): LensFile {
  const { focalLengthMm: _, imageDistance, stated: __, groups, image, surfaces, ...kept } = file;
  const last = surfaces.length - 1;
  const fileDistanceMm = imageDistance ?? surfaces[last]!.thickness;
  const scale = lensDesign(file).imageDistanceMm / fileDistanceMm;
  const sized = (length: number): number => Number((length * scale).toPrecision(DIGITS));
  const moved = <Given extends Move>(part: Given): Given => ({
    ...part,
    ...(part.decentre && { decentre: part.decentre.map(sized) }),
  });
  return {
    ...kept,
    surfaces: surfaces.map((row, i) => ({
      ...scaledShape(moved(row), scale, sized),
      thickness: sized(i === last ? fileDistanceMm : row.thickness),
      semiDiameter: sized(row.semiDiameter),
    })),
    ...(groups && {
      groups: groups.map((group) => ({
        ...moved(group),
        ...(group.pivot !== undefined && { pivot: sized(group.pivot) }),
      })),
    }),
    ...(image && { image: moved(image) }),
  };
}
