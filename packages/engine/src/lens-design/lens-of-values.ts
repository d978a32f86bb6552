import {
  scaledGlass,
  powerOf,
  refractiveIndex,
  type Glass,
} from '../optics/glass/refractive-index.ts';
import { focalLengthOf } from '../optics/ray-trace/first-order.ts';
import { REFERENCE_LINE, scaledSurfaces } from '../optics/ray-trace/lens-design.ts';
import { readLensFile, type LensFile, type SurfaceRow } from '../optics/ray-trace/lens-file.ts';
import type { Move, Triple } from '../optics/ray-trace/placement.ts';
import { reachOf } from '../optics/ray-trace/surfaces/shape.ts';
import { mapNumbers, rowOfNumbers } from '../optics/ray-trace/surfaces/shape-numbers.ts';
import type { DualMove, DualTriple } from './dual-placement.ts';
import { pupilRay } from './field-rays.ts';
import { focusedLensAt, raysAt, type LensProblem } from './lens-problem.ts';
import { rimPoints } from './pupil-points.ts';
import type { VariedSurface } from './varied-lens.ts';

/** Share of a surface that ends somewhere that an aperture may have at most. */
const WHOLE_SURFACE = 0.999;
/** A clear aperture exceeds the beam by this factor, so that no ray is stopped by rounding. */
const CLEARANCE = 1 + 1e-9;
const RIM = [...rimPoints(32), { x: 0, y: 1 }, { x: 0, y: -1 }];

const valuesOf = (triple: DualTriple): Triple => [
  triple[0].value,
  triple[1].value,
  triple[2].value,
];

/** Tilt and decentre as a file has them; nothing where they are 0. */
function moveOf({ tilt, decentre }: DualMove): Move {
  const isMoved = (triple: DualTriple): boolean => triple.some(({ value }) => value !== 0);
  return {
    ...(isMoved(tilt) && { tilt: valuesOf(tilt) }),
    ...(isMoved(decentre) && { decentre: valuesOf(decentre) }),
  };
}

/**
 * The lens file with other numbers: the scale of its lengths stays, so its focal length changes.
 *
 * @param values in the order of `vary`.
 * @param grows whether clear apertures grow to the beams; the stop then gets the size of the
 *   aperture of the document.
 * @throws SimulationError when the lens cannot be read back.
 */
export function lensOfValues(
  problem: LensProblem,
  values: ArrayLike<number>,
  grows: boolean,
): LensFile {
  const { lens: file } = problem.document;
  const lens = focusedLensAt(problem, values);
  const sizes = grows
    ? beamSizes(problem, values)
    : lens.surfaces.map(({ semiDiameter }) => semiDiameter.value);
  const glasses: Record<string, Glass> = { ...file.glasses };
  const surfaces = lens.surfaces.map((surface, i): SurfaceRow => {
    const row = file.surfaces[i]!;
    const shape = rowOfNumbers(
      mapNumbers(surface.shape, ({ value }) => value),
      row,
    );
    return {
      ...shape,
      thickness: surface.thickness.value,
      glass: glassName(row.glass, surface, i, glasses),
      semiDiameter: Math.min(sizes[i]!, reachOf(shape, WHOLE_SURFACE)),
      ...moveOf(surface),
    };
  });
  const { imageDistance: _, focalLengthMm, image: __, groups: ___, ...kept } = file;
  const image = moveOf(lens.image);
  const written = {
    ...kept,
    surfaces,
    ...(Object.keys(glasses).length > 0 && { glasses }),
    ...(lens.groups.length > 0 && {
      groups: lens.groups.map(({ first, last, move, pivot }) => ({
        surfaces: [first, last],
        ...moveOf(move),
        ...(pivot.value !== 0 && { pivot: pivot.value }),
      })),
    }),
    ...(Object.keys(image).length > 0 && { image }),
  };
  const own = readLensFile(written);
  if (focalLengthMm === undefined) return own;
  const native = focalLengthOf(scaledSurfaces(own.surfaces, own.glasses, 1), REFERENCE_LINE);
  return { ...own, focalLengthMm: native * problem.scale };
}

/** The name of a surface's glass; one whose index is varied gets a glass of its own. */
function glassName(
  name: string | null,
  { glass, index }: VariedSurface,
  surface: number,
  glasses: Record<string, Glass>,
): string | null {
  if (name === null || !glass || !index) return name;
  const power = powerOf(glass);
  const own = `${name} behind surface ${surface}`;
  glasses[own] = scaledGlass(
    glass,
    (index.value ** power - 1) / (refractiveIndex(glass, REFERENCE_LINE) ** power - 1),
  );
  return own;
}

/** Semi-diameters, mm of the unscaled file, that let the beams of all fields pass. */
function beamSizes(problem: LensProblem, values: ArrayLike<number>): readonly number[] {
  const rays = raysAt(problem, values);
  const { fields, aperture } = problem.document;
  return rays.lens.surfaces.map(({ semiDiameter }, surface) => {
    const isStop = surface === rays.lens.stopIndex;
    if (isStop && !aperture) return semiDiameter.value;
    // The stop is what the beam on the axis fills.
    const needed = (isStop ? [0] : fields).flatMap((field) =>
      RIM.map((point) => {
        const { place } = pupilRay(rays, rays.reference, field, point, surface);
        return Math.hypot(place.values[0], place.values[1]);
      }),
    );
    const most = (CLEARANCE * Math.max(...needed)) / rays.lens.scale;
    return isStop ? most : Math.max(semiDiameter.value, most);
  });
}
