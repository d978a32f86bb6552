import { configuredLens, differencesOf } from './ray-trace/configurations.ts';
import { lensDesign, wayToSensor } from './ray-trace/lens-design.ts';
import type { LensFile } from './ray-trace/lens-file.ts';
import type { Move } from './ray-trace/placement.ts';
import { scaledMoves, scaledParts } from './ray-trace/surface-parts.ts';
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
  const { focalLengthMm: _, imageDistance, stated: __, ...parts } = file;
  const { groups, image, surfaces, configurations, ...kept } = parts;
  const last = surfaces.length - 1;
  const design = lensDesign(file);
  const way = wayToSensor(design);
  const fileDistanceMm = way * (imageDistance ?? way * surfaces[last]!.thickness);
  const scale = design.imageDistanceMm / Math.abs(fileDistanceMm);
  const sized = (length: number): number => Number((length * scale).toPrecision(DIGITS));
  const moved = <Given extends Move>(part: Given): Given => ({
    ...part,
    ...(part.decentre && { decentre: part.decentre.map(sized) }),
  });
  const sizedFile: LensFile = {
    ...kept,
    surfaces: surfaces.map((row, i) => ({
      ...scaledShape(moved(row), scale, sized),
      ...scaledParts(row, scale, sized),
      thickness: sized(i === last ? fileDistanceMm : row.thickness),
      semiDiameter: sized(row.semiDiameter),
    })),
    ...(groups && {
      groups: groups.map((group) => ({
        ...moved(group),
        ...(group.pivot !== undefined && { pivot: sized(group.pivot) }),
      })),
    }),
    ...(image && {
      image: {
        ...moved(image),
        ...(image.before && { before: scaledMoves(image.before, sized) }),
      },
    }),
  };
  if (!configurations) return sizedFile;
  return {
    ...sizedFile,
    configurations: configurations.map((one, i) => {
      if (one.refused !== undefined) return one;
      const other = sizedLens(configuredLens(file, i + 2));
      return { ...one, set: differencesOf(asTable(sizedFile), asTable(other)) };
    }),
  };
}

const asTable = (file: LensFile): Readonly<Record<string, unknown>> => ({ ...file });
