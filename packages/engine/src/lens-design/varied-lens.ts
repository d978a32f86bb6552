import { GLASSES, powerOf, refractiveIndex, type Glass } from '../optics/glass/refractive-index.ts';
import { focalLengthOf } from '../optics/ray-trace/first-order.ts';
import { REFERENCE_LINE, scaledSurfaces } from '../optics/ray-trace/lens-design.ts';
import type { LensFile } from '../optics/ray-trace/lens-file.ts';
import { turnOf, type Move, type Placement } from '../optics/ray-trace/placement.ts';
import {
  mapNumbers,
  numberAt,
  numbersOf,
  withNumber,
  type NumbersOf,
} from '../optics/ray-trace/surfaces/shape-numbers.ts';
import { bendOf, type ShapePart } from '../optics/ray-trace/surfaces/shape-row.ts';
import { tracedWith, type TracedLens } from '../optics/ray-trace/trace-ray.ts';
import { constant, over, plus, scaled, through, times, type Dual } from './dual.ts';
import { curvatureYOf, slopedShape } from './dual-shape.ts';
import {
  movedPart,
  movedWith,
  type DualFrame,
  type DualGroup,
  type DualMove,
  type DualTriple,
} from './dual-placement.ts';
import type { StudyPart } from './lens-study.ts';
import { modelIndex } from './model-index.ts';
import type { SlopedLens } from './sloped-ray.ts';

/** A glass between its catalogue and another: its index at d and Abbe number are varied. */
export interface ModelGlass {
  readonly index: Dual;
  readonly abbe: Dual;
}

/** One surface of a lens whose numbers may be varied; lengths in mm of the unscaled file. */
export interface VariedSurface {
  shape: NumbersOf<Dual>;
  thickness: Dual;
  semiDiameter: Dual;
  tilt: DualTriple;
  decentre: DualTriple;
  /** Undefined for air. */
  glass: Glass | undefined;
  /** At the d line, in place of the glass's own index. */
  index: Dual | undefined;
  /** In place of the glass. */
  model: ModelGlass | undefined;
}

/** A lens whose numbers may be varied. */
export interface VariedLens {
  readonly surfaces: VariedSurface[];
  readonly groups: { readonly first: number; readonly last: number; move: DualMove; pivot: Dual }[];
  image: DualMove;
  readonly stopIndex: number;
  /** All lengths are multiplied by it. */
  readonly scale: number;
  /** Half field, radians. */
  readonly halfField: number;
  /** Count of variables. */
  readonly variables: number;
}

const tripleOf = (values: readonly number[] | undefined): DualTriple => [
  constant(values?.[0] ?? 0),
  constant(values?.[1] ?? 0),
  constant(values?.[2] ?? 0),
];
const moveOf = ({ tilt, decentre }: Move): DualMove => ({
  tilt: tripleOf(tilt),
  decentre: tripleOf(decentre),
});

/** Scale of a file's lengths: 1 where it names no focal length. */
export function scaleOf(file: LensFile): number {
  if (file.focalLengthMm === undefined) return 1;
  return (
    file.focalLengthMm /
    focalLengthOf(scaledSurfaces(file.surfaces, file.glasses, 1), REFERENCE_LINE)
  );
}

/**
 * The lens of a file with constants everywhere.
 *
 * @param scale of its lengths.
 * @param variables count of those that will be set.
 */
export const constantLens = (file: LensFile, scale: number, variables: number): VariedLens => ({
  surfaces: file.surfaces.map((row, i) => ({
    shape: mapNumbers(numbersOf(row), constant),
    thickness: constant(
      i === file.surfaces.length - 1 ? (file.imageDistance ?? row.thickness) : row.thickness,
    ),
    semiDiameter: constant(row.semiDiameter),
    ...moveOf(row),
    glass: row.glass === null ? undefined : (file.glasses?.[row.glass] ?? GLASSES[row.glass]!),
    index: undefined,
    model: undefined,
  })),
  groups: (file.groups ?? []).map(({ surfaces: [first, last], pivot, ...move }) => ({
    first,
    last,
    move: moveOf(move),
    pivot: constant(pivot ?? 0),
  })),
  image: moveOf(file.image ?? {}),
  stopIndex: file.stopIndex,
  scale,
  halfField: (file.halfFieldDegrees * Math.PI) / 180,
  variables,
});

/** Replaces one number of three. */
const replaced = (triple: DualTriple, component: number, value: Dual): DualTriple =>
  triple.map((one, i) => (i === component ? value : one)) as unknown as DualTriple;

/** Sets a number of a lens, in place; glasses are not numbers. */
export function setPart(lens: VariedLens, part: StudyPart, value: Dual): void {
  if (part.part === 'image') {
    const { property, component } = part;
    lens.image = { ...lens.image, [property]: replaced(lens.image[property], component, value) };
    return;
  }
  if (part.part === 'group') {
    const group = lens.groups[part.at]!;
    const { property, component } = part;
    group.move = { ...group.move, [property]: replaced(group.move[property], component, value) };
    return;
  }
  const surface = lens.surfaces[part.at]!;
  if (part.part === 'model glass') {
    const none = constant(NaN);
    surface.model = { ...(surface.model ?? { index: none, abbe: none }), [part.property]: value };
    return;
  }
  switch (part.property) {
    case 'tilt':
    case 'decentre':
      surface[part.property] = replaced(surface[part.property], part.component, value);
      break;
    case 'glass':
      break;
    case 'thickness':
    case 'semiDiameter':
    case 'index':
      surface[part.property] = value;
      break;
    default: {
      const bend = bendPart(part);
      surface.shape = withNumber(
        surface.shape,
        bend ?? part,
        bend ? over(constant(1), value) : value,
        constant(0),
      );
    }
  }
}

/** The curvature in place of a radius; undefined for other numbers. */
const bendPart = ({ property }: ShapePart): ShapePart | undefined => {
  const bend = bendOf(property);
  return bend === undefined ? undefined : { property: bend as ShapePart['property'] };
};

/** The number of a lens that a part names; NaN for the radius of a plane and the index of air. */
export function partValue(lens: VariedLens, part: StudyPart): number {
  if (part.part === 'image') return lens.image[part.property][part.component]!.value;
  if (part.part === 'group')
    return lens.groups[part.at]!.move[part.property][part.component]!.value;
  const surface = lens.surfaces[part.at]!;
  if (part.part === 'model glass') return surface.model?.[part.property].value ?? NaN;
  switch (part.property) {
    case 'tilt':
    case 'decentre':
      return surface[part.property][part.component]!.value;
    case 'glass':
      return NaN;
    case 'index':
      return (
        surface.index?.value ??
        (surface.glass ? refractiveIndex(surface.glass, REFERENCE_LINE) : NaN)
      );
    case 'thickness':
    case 'semiDiameter':
      return surface[part.property].value;
    default: {
      const bend = bendPart(part);
      const { value } = numberAt(surface.shape, bend ?? part, constant(0));
      if (!bend) return value;
      return value === 0 ? NaN : 1 / value;
    }
  }
}

/** Refractive index behind a surface, relative to air; `wavelength` in nm. */
export function indexBehind({ glass, index, model }: VariedSurface, wavelength: number): Dual {
  if (model) return modelIndex(model, wavelength);
  if (!glass) return constant(1);
  const own = refractiveIndex(glass, wavelength);
  if (!index) return constant(own);
  // n² − 1 at all wavelengths times the same factor; n − 1 where the formula of the glass gives n.
  const power = powerOf(glass);
  const raised = power === 1 ? index : through(index, index.value * index.value, 2 * index.value);
  const share = (own ** power - 1) / (refractiveIndex(glass, REFERENCE_LINE) ** power - 1);
  const sum = scaled(raised, share, 1 - share);
  if (power === 1) return sum;
  const root = Math.sqrt(sum.value);
  return through(sum, root, 1 / (2 * root));
}

/** z of the nominal vertices and, last, of the nominal plane of the sensor, mm. */
export function nominalPlaces({ surfaces, scale }: VariedLens): readonly Dual[] {
  const places: Dual[] = [constant(0)];
  for (const { thickness } of surfaces) places.push(plus(places.at(-1)!, scaled(thickness, scale)));
  return places;
}

const scaledMove = ({ tilt, decentre }: DualMove, scale: number): DualMove => ({
  tilt,
  decentre: decentre.map((one) => scaled(one, scale)) as unknown as DualTriple,
});

/** The lens for tracing, per wavelength. @param wavelengths nanometres. */
export function slopedLenses(lens: VariedLens, wavelengths: readonly number[]): SlopedLens[] {
  const { scale } = lens;
  const places = nominalPlaces(lens);
  const groups = lens.groups.map(({ first, last, move, pivot }): DualGroup => ({
    first,
    last,
    ...scaledMove(move, scale),
    pivotMm: plus(places[first]!, scaled(pivot, scale)),
  }));
  const surfaces = lens.surfaces.map((surface, i) => ({
    frame: movedWith(
      movedPart(places[i]!, scaledMove(surface, scale)),
      groups.filter(({ first, last }) => first <= i && i <= last),
    ),
    shape: slopedShape(surface.shape, scale),
  }));
  const image = movedPart(places.at(-1)!, scaledMove(lens.image, scale));
  return wavelengths.map((wavelength) => {
    const behind = lens.surfaces.map((surface) => indexBehind(surface, wavelength));
    return {
      surfaces,
      image,
      variables: lens.variables,
      ...(lens.variables === 0 && { plain: plainLens(lens, surfaces, image, behind) }),
      refractions: behind.map((index, i) => {
        const before = i === 0 ? constant(1) : behind[i - 1]!;
        return { before, ratio: over(before, index) };
      }),
    };
  });
}

/** The place and turn of a part, where it is not on the axis and square to it. */
const placedAs = ({ vertex: [x, y], turn }: DualFrame): { readonly placed?: Placement } =>
  turn || x.value !== 0 || y.value !== 0
    ? {
        placed: {
          shiftMm: [x.value, y.value, 0],
          turn: turn?.map(({ value }) => value) ?? turnOf([0, 0, 0]),
        },
      }
    : {};

/** A lens of constants for the tracer of rays without derivatives. */
function plainLens(
  { surfaces: rows, stopIndex, scale }: VariedLens,
  surfaces: SlopedLens['surfaces'],
  image: DualFrame,
  behind: readonly Dual[],
): TracedLens {
  const { placed } = placedAs(image);
  return tracedWith(
    {
      surfaces: surfaces.map(({ frame, shape }, i) => ({
        ...shape.numbers,
        vertexMm: frame.vertex[2].value,
        semiDiameterMm: rows[i]!.semiDiameter.value * scale,
        glass: undefined,
        ...placedAs(frame),
      })),
      stopIndex,
      imagePlaneMm: image.vertex[2].value,
      ...(placed && { imagePlaced: placed }),
    },
    Float64Array.from(behind, ({ value }) => value),
    // Rays start where the merit wants them.
    NaN,
  );
}

/** Paraxial figures at one wavelength, mm; distances from the first nominal vertex. */
export interface ParaxialFigures {
  readonly eflMm: Dual;
  readonly bflMm: Dual;
  readonly entrancePupilMm: Dual;
  /** Height at the stop over height in front of the lens, of a ray parallel to the axis. */
  readonly stopMagnification: Dual;
}

type DualMatrix = readonly [Dual, Dual, Dual, Dual];

/** Ray transfer matrix through surfaces `from` to `to` − 1, to the vertex of `to` or the last. */
export function matrixThrough(
  lens: VariedLens,
  wavelength: number,
  from: number,
  to: number,
): DualMatrix {
  const { surfaces, scale } = lens;
  let [a, b, c, d]: DualMatrix = [constant(1), constant(0), constant(0), constant(1)];
  for (let s = from; s < to; s += 1) {
    const surface = surfaces[s]!;
    const before = s === 0 ? constant(1) : indexBehind(surfaces[s - 1]!, wavelength);
    const behind = indexBehind(surface, wavelength);
    const bend = curvatureYOf(surface.shape);
    const power = scaled(times(plus(behind, scaled(before, -1)), bend), -1 / scale);
    [c, d] = [plus(c, times(power, a)), plus(d, times(power, b))];
    if (s + 1 === surfaces.length) break;
    const reduced = over(gapBehind(lens, s), behind);
    [a, b] = [plus(a, times(reduced, c)), plus(b, times(reduced, d))];
  }
  return [a, b, c, d];
}

/** From a vertex to the next one along the axis, with what decentres add, mm. */
function gapBehind({ surfaces, groups, scale }: VariedLens, s: number): Dual {
  const along = (at: number): Dual =>
    groups
      .filter(({ first, last }) => first <= at && at <= last)
      .reduce((sum, { move }) => plus(sum, move.decentre[2]), surfaces[at]!.decentre[2]);
  return scaled(plus(surfaces[s]!.thickness, plus(along(s + 1), scaled(along(s), -1))), scale);
}

/** Paraxial figures by ray transfer matrices; tilts and shifts across the axis do not count. */
export function paraxialFigures(lens: VariedLens, wavelength: number): ParaxialFigures {
  const { surfaces, stopIndex } = lens;
  const [a, , c] = matrixThrough(lens, wavelength, 0, surfaces.length);
  const [frontA, frontB] = matrixThrough(lens, wavelength, 0, stopIndex);
  return {
    eflMm: over(constant(-1), c),
    bflMm: scaled(over(a, c), -1),
    entrancePupilMm: over(frontB, frontA),
    stopMagnification: frontA,
  };
}
