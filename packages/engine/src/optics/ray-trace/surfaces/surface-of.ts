import { meetByNewton, type Followed } from './meet-by-newton.ts';
import { inOrder, type ShapeNumbers } from './shape-numbers.ts';
import { factsOf, type NumbersOfKind } from './surface-facts.ts';
import { newRoundDerivatives, type RoundDerivatives, type SurfaceKind } from './surface-kind.ts';

/** What every kind says, and what it says where it knows more than slopes and sag tell. */
interface AnySurface
  extends
    NumbersOfKind,
    Pick<SurfaceKind, 'reach' | 'departure'>,
    Partial<Pick<SurfaceKind, 'isSphere' | 'normal' | 'meet'>> {}

/** A surface that is the same all round its axis, as functions of r². */
interface RoundSurface extends AnySurface {
  readonly sagAt: (numbers: ShapeNumbers, r2: number) => number;
  /** Slope of the sag over r, 1/mm. */
  readonly slopeOverRadius: (numbers: ShapeNumbers, r2: number) => number;
  readonly derivativesAt: (numbers: ShapeNumbers, r2: number, to: RoundDerivatives) => void;
  readonly vertexCurvature: (numbers: ShapeNumbers) => number;
}

type OfPlaces = 'sag' | 'slopes' | 'derivatives' | 'curvatureY' | 'curvatureX';

/** Any other surface, as functions of x and y. */
type FreeSurface = AnySurface & Pick<SurfaceKind, OfPlaces>;

/** The record of a kind of surface. */
export function surfaceOf(surface: RoundSurface | FreeSurface): SurfaceKind {
  const isRound = 'sagAt' in surface;
  const places = isRound ? placesOf(surface) : surface;
  const followed = isRound ? roundly(surface) : freely(surface);
  return {
    ...factsOf(surface),
    ...(surface.departure && { departure: surface.departure }),
    ...(isRound && { roundDerivatives: surface.derivativesAt }),
    name: surface.name,
    isSphere: surface.isSphere ?? false,
    reach: surface.reach,
    sag: places.sag,
    slopes: places.slopes,
    curvatureY: places.curvatureY,
    curvatureX: places.curvatureX,
    derivatives: places.derivatives,
    domain: (numbers, x, y) => !Number.isNaN(places.sag(numbers, x, y)),
    normal: surface.normal ?? followed.normal,
    meet: surface.meet ?? ((numbers, ray, way) => meetByNewton(followed, numbers, ray, way)),
  };
}

/** What rays follow: the slope along them, and the normal that the slopes give. */
type WithNormal = Followed & Pick<SurfaceKind, 'normal'>;

/** One slope does for a round surface. */
const roundly = ({ sagAt, slopeOverRadius }: RoundSurface): WithNormal => ({
  sag: (numbers, x, y) => sagAt(numbers, x * x + y * y),
  along: (numbers, x, y, L, M) => slopeOverRadius(numbers, x * x + y * y) * (x * L + y * M),
  normal: (numbers, x, y, _, at) => {
    const slope = slopeOverRadius(numbers, x * x + y * y);
    at.z = 1 / Math.sqrt(1 + slope * slope * (x * x + y * y));
    at.x = -slope * x * at.z;
    at.y = -slope * y * at.z;
  },
});

function freely({ sag, slopes }: FreeSurface): WithNormal {
  const slope = { x: 0, y: 0 };
  return {
    sag,
    along: (numbers, x, y, L, M) => {
      slopes(numbers, x, y, slope);
      return slope.x * L + slope.y * M;
    },
    normal: (numbers, x, y, _, at) => {
      slopes(numbers, x, y, slope);
      at.z = 1 / Math.sqrt(1 + slope.x * slope.x + slope.y * slope.y);
      at.x = -slope.x * at.z;
      at.y = -slope.y * at.z;
    },
  };
}

/** A round surface as functions of x and y. */
function placesOf(surface: RoundSurface): Pick<SurfaceKind, OfPlaces> {
  const { sagAt, slopeOverRadius, derivativesAt, vertexCurvature } = surface;
  const round = newRoundDerivatives();
  return {
    sag: (numbers, x, y) => sagAt(numbers, x * x + y * y),
    slopes: (numbers, x, y, at) => {
      const slope = slopeOverRadius(numbers, x * x + y * y);
      at.x = slope * x;
      at.y = slope * y;
    },
    curvatureY: vertexCurvature,
    curvatureX: vertexCurvature,
    derivatives: (numbers, x, y, to) => {
      derivativesAt(numbers, x * x + y * y, round);
      const { slope, bySquare } = round;
      to.x = slope * x;
      to.y = slope * y;
      to.xx = slope + 2 * bySquare * x * x;
      to.xy = 2 * bySquare * x * y;
      to.yy = slope + 2 * bySquare * y * y;
      for (const at of inOrder(numbers).keys()) {
        to.sagBy[at] = round.sagBy[at]!;
        to.xBy[at] = round.slopeBy[at]! * x;
        to.yBy[at] = round.slopeBy[at]! * y;
      }
    },
  };
}
