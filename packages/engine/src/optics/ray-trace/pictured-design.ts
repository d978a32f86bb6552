import { projectedSolidAngle } from './beam.ts';
import { beamOf } from './field-beam.ts';
import {
  REFERENCE_LINE,
  isMoved,
  isPerturbed,
  turnedTowards,
  type LensDesign,
} from './lens-design.ts';
import {
  TURNS,
  linearImage,
  orientationOf,
  symmetryOf,
  type LensSymmetry,
  type Orientation,
} from './lens-symmetry.ts';
import { STRAIGHT, turnedAgain } from './placement.ts';
import { shapeOf } from './surfaces/shape.ts';
import { SimulationError } from '../../simulation-error.ts';

/** How a lens makes pictures. */
export interface PicturedDesign {
  /** The design whose x and y on the sensor run right and down in the picture. */
  readonly design: LensDesign;
  readonly symmetry: LensSymmetry;
  readonly orientation: Orientation;
  /** Set where places in the picture are a map over two dimensions (docs/decisions/050). */
  readonly isFree: boolean;
}

/** How far, as a share, the image of a folded lens may be from the image of the straight one. */
const STRAIGHT_SHARE = 1e-6;

/**
 * The design of a lens as its pictures need it: turned so that they stand like the scene, and
 * without the folds of an axis that leave it round.
 *
 * @param orientation how the picture lies on the sensor; absent: as it stands like the scene.
 * @throws SimulationError where the base ray does not reach the sensor.
 */
export function picturedDesign(design: LensDesign, orientation?: Orientation): PicturedDesign {
  const symmetry = symmetryOf(design);
  if (orientation === undefined && (isPerturbed(design) || isUpright(design)))
    return { design, symmetry, orientation: 1, isFree: false };
  const linear = linearImage(design, REFERENCE_LINE);
  if (!linear || linear.some(Number.isNaN))
    throw new SimulationError(
      'bad-parameter',
      'The base ray does not get through the lens: the axis of the file does not reach the sensor.',
      'surfaces',
    );
  const chosen = orientation ?? orientationOf(linear);
  const oriented = chosen === 1 ? design : orientedDesign(design, chosen);
  if (symmetry === 'folded') {
    const [q, r, s, t] = TURNS[chosen];
    const [a, b, c, d] = linear;
    const turned = [q * a + r * c, q * b + r * d, s * a + t * c, s * b + t * d] as const;
    const straight = unfolded(design);
    const size = STRAIGHT_SHARE * straight.focalLengthMm;
    const isStraight =
      Math.abs(turned[1]) < size &&
      Math.abs(turned[2]) < size &&
      Math.abs(turned[0] - turned[3]) < size &&
      turned[0] > 0;
    if (isStraight && passesSame(design, straight))
      return { design: straight, symmetry, orientation: chosen, isFree: false };
  }
  return { design: oriented, symmetry, orientation: chosen, isFree: true };
}

/**
 * The lens with its axis straight where flat mirrors fold it and stop no light; any other one as it
 * is: for figures of surfaces on one axis.
 */
export function straightDesign(design: LensDesign): LensDesign {
  if (symmetryOf(design) !== 'folded') return design;
  const pictured = picturedDesign(design);
  return pictured.isFree ? design : pictured.design;
}

/** Whether a round lens images upwards what is above: today's lenses do. */
const isUpright = (design: LensDesign): boolean => !isMoved(design) && design.focalLengthMm > 0;

/** The design with the axes of its sensor turned or mirrored. */
function orientedDesign(design: LensDesign, orientation: Orientation): LensDesign {
  const { imagePlaced = STRAIGHT } = design;
  const [a, b, c, d] = TURNS[orientation];
  // Columns are the axes of the picture in the frame of the sensor.
  const axes = [a, c, 0, b, d, 0, 0, 0, 1];
  return {
    ...design,
    imagePlaced: { ...imagePlaced, turn: turnedAgain(imagePlaced.turn, axes) },
  };
}

/** A folded lens with its axis straight: flat mirrors are planes in what is before them. */
function unfolded(design: LensDesign): LensDesign {
  const { imagePlaced: _, hasFrames: __, ...others } = design;
  let [way, before] = [1, 0];
  let placeMm = 0;
  let glass = design.surfaces[0]!.glass;
  const surfaces = design.surfaces.map((surface, i) => {
    const { placed: ___, mirror, vertexMm, apertures, ...own } = surface;
    placeMm += way * (vertexMm - (i === 0 ? 0 : before));
    before = vertexMm;
    const isFlat = mirror === true && shapeOf(surface).kind.name === 'plane';
    const medium = i === 0 ? undefined : glass;
    glass = mirror ? medium : surface.glass;
    const standing = {
      ...own,
      vertexMm: placeMm,
      curvature: way * own.curvature,
      aspheric: own.aspheric.map((value) => way * value),
      ...(own.own && {
        own: {
          ...own.own,
          lists: Object.fromEntries(
            Object.entries(own.own.lists).map(([key, values]) => [
              key,
              values.map((value) => way * value),
            ]),
          ),
        },
      }),
      glass,
      ...(mirror && !isFlat && { mirror }),
      // Those of flat mirrors stop no light, else pictures are not of the straight lens.
      ...(apertures && !isFlat && { apertures }),
      ...(isFlat && ({ isFold: true } as const)),
    };
    if (isFlat) way = -way;
    return standing;
  });
  return {
    ...others,
    surfaces,
    imagePlaneMm: placeMm + way * (design.imagePlaneMm - before),
  };
}

const EDGE = { azimuths: 48, tolerance: 1e-6 };
/** Areas of beams agree to the accuracy of their edges. */
const SAME_AREA = 1e-4;
const DIRECTIONS = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const;

/** Whether the mirrors of a folded lens stop no light that the straight one passes. */
const passesSame = (design: LensDesign, straight: LensDesign): boolean =>
  [0, 0.7, 1].every((share) => {
    const angle = share * design.halfField;
    const area = projectedSolidAngle(beamOf(straight, REFERENCE_LINE, angle, EDGE));
    return DIRECTIONS.every((towards) => {
      const turned = turnedTowards(design, towards);
      const own = projectedSolidAngle(beamOf(turned, REFERENCE_LINE, angle, EDGE));
      return Math.abs(own / area - 1) < SAME_AREA;
    });
  });
