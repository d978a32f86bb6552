import { SimulationError } from '../simulation-error.ts';
import { tan } from '../quantities/elementary.ts';
import { micrometresOf } from './millimetres.ts';
import { indicesAt, vertexCurvature, type DesignSurface } from './ray-trace/design-surface.ts';
import { firstOrder } from './ray-trace/first-order.ts';
import { isMoved, refuseActive, type LensDesign } from './ray-trace/lens-design.ts';
import { kindOf } from './ray-trace/surfaces/shape.ts';

/** Seidel sums of a surface or of a lens, in µm of path. The keys are published. */
export interface SeidelTerms {
  /** S_I; the wavefront at the rim of the pupil has S_I/8. */
  readonly sphericalUm: number;
  /** S_II; S_II/2. */
  readonly comaUm: number;
  /** S_III; S_III/2. */
  readonly astigmatismUm: number;
  /** S_IV; (S_III + S_IV)/4. */
  readonly petzvalUm: number;
  /** S_V; S_V/2. */
  readonly distortionUm: number;
  /** C_I; C_I/2. */
  readonly axialColourUm: number;
  /** C_II. */
  readonly lateralColourUm: number;
}

/** Seidel sums of a lens for its whole aperture and field. The keys are published. */
export interface SeidelSums {
  readonly wavelengthNm: number;
  readonly surfaces: readonly SeidelTerms[];
  readonly sum: SeidelTerms;
}

/** The paraxial marginal and chief ray before a surface. */
interface TwoRays {
  /** Heights, mm, and slopes. */
  readonly h: number;
  readonly u: number;
  readonly hBar: number;
  readonly uBar: number;
}

/** What is before and behind a surface. */
interface Media {
  readonly before: number;
  readonly behind: number;
  /** Index at the short wavelength less that at the long one. */
  readonly dispersionBefore: number;
  readonly dispersionBehind: number;
}

/**
 * Seidel sums of a lens, surface by surface, conics and aspheres included. A simple
 * converging lens has positive spherical aberration.
 *
 * @param wavelength nanometres.
 * @param colours the short and the long wavelength between which colour is taken, nanometres.
 * @throws SimulationError for a lens whose entrance pupil is at infinity, or of which parts are
 * tilted or decentred: the sums are terms of a series in the distance from one axis.
 * @see W. T. Welford, Aberrations of Optical Systems, chapters 8 and 10.
 */
export function seidelSums(
  design: LensDesign,
  wavelength: number,
  [short, long]: readonly [number, number],
): SeidelSums {
  if (isMoved(design))
    throw new SimulationError(
      'bad-parameter',
      'Seidel sums belong to surfaces on one axis: surfaces of this lens, or its image plane, are tilted or decentred.',
      'surfaces',
    );
  refuseActive(design, 'Seidel sums are those of rays');
  const indices = indicesAt(design.surfaces, wavelength);
  const [atShort, atLong] = [short, long].map((at) => indicesAt(design.surfaces, at));
  let rays = firstRays(design, wavelength);
  const surfaces = design.surfaces.map((surface, i) => {
    const media: Media = {
      before: i === 0 ? 1 : indices[i - 1]!,
      behind: indices[i]!,
      dispersionBefore: i === 0 ? 0 : atShort![i - 1]! - atLong![i - 1]!,
      dispersionBehind: atShort![i]! - atLong![i]!,
    };
    const terms = termsOf(surface, media, rays);
    const next = design.surfaces[i + 1];
    rays = refracted(surface, media, rays, next ? next.vertexMm - surface.vertexMm : 0);
    return terms;
  });
  const sum = (key: keyof SeidelTerms): number =>
    surfaces.reduce((total, terms) => total + terms[key], 0);
  return {
    wavelengthNm: wavelength,
    surfaces,
    sum: {
      sphericalUm: sum('sphericalUm'),
      comaUm: sum('comaUm'),
      astigmatismUm: sum('astigmatismUm'),
      petzvalUm: sum('petzvalUm'),
      distortionUm: sum('distortionUm'),
      axialColourUm: sum('axialColourUm'),
      lateralColourUm: sum('lateralColourUm'),
    },
  };
}

/** The rays at the first vertex: rim of the paraxial entrance pupil, rim of the field. */
function firstRays(design: LensDesign, wavelength: number): TwoRays {
  const { entrancePupilMm, entrancePupilDiameterMm } = firstOrder(design, wavelength);
  if (!Number.isFinite(entrancePupilMm))
    throw new SimulationError(
      'bad-parameter',
      'The entrance pupil is at infinity: Seidel sums are those of lenses whose pupil is at a finite distance.',
      'stop',
    );
  const { objectDistanceMm = Infinity } = design;
  const u = entrancePupilDiameterMm / 2 / (objectDistanceMm + entrancePupilMm);
  const uBar = tan(design.halfField);
  return {
    h: entrancePupilDiameterMm / 2 - u * entrancePupilMm,
    u,
    hBar: -entrancePupilMm * uBar,
    uBar,
  };
}

function refracted(
  surface: DesignSurface,
  { before, behind }: Media,
  { h, u, hBar, uBar }: TwoRays,
  thicknessMm: number,
): TwoRays {
  const power = (behind - before) * vertexCurvature(surface);
  const [next, nextBar] = [
    (before * u - power * h) / behind,
    (before * uBar - power * hBar) / behind,
  ];
  return { h: h + thicknessMm * next, u: next, hBar: hBar + thicknessMm * nextBar, uBar: nextBar };
}

function departureOf(surface: DesignSurface): number {
  const { name, departure } = kindOf(surface);
  const found = departure?.(surface) ?? NaN;
  if (!Number.isNaN(found)) return found;
  throw new SimulationError(
    'bad-parameter',
    `Seidel sums are those of planes, spheres, conics and even aspheres: this lens has a ${name}.`,
    'surfaces',
  );
}

function termsOf(surface: DesignSurface, media: Media, { h, u, hBar, uBar }: TwoRays): SeidelTerms {
  const { before: n, behind: m } = media;
  const c = vertexCurvature(surface);
  // Refraction invariants of the two rays, and the invariant of Lagrange.
  const [a, aBar] = [n * (h * c + u), n * (hBar * c + uBar)];
  const lagrange = a * hBar - aBar * h;
  const squares = 1 / m ** 2 - 1 / n ** 2;
  const petzval = c * (1 / m - 1 / n);
  const bend = a * squares - h * petzval;
  const dispersed = media.dispersionBehind / m - media.dispersionBefore / n;
  // What the surface departs from its osculating sphere in the fourth power of the radius.
  const asphere = 8 * departureOf(surface) * (m - n) * h;
  return {
    sphericalUm: micrometresOf(-a * a * h * bend + asphere * h ** 3),
    comaUm: micrometresOf(-a * aBar * h * bend + asphere * h ** 2 * hBar),
    astigmatismUm: micrometresOf(-aBar * aBar * h * bend + asphere * h * hBar ** 2),
    petzvalUm: micrometresOf(-lagrange * lagrange * petzval),
    // Without the division by the invariant of the marginal ray, which may be 0.
    distortionUm: micrometresOf(
      aBar * (petzval * hBar * (aBar * h - lagrange) - aBar * aBar * h * squares) +
        asphere * hBar ** 3,
    ),
    axialColourUm: micrometresOf(a * h * dispersed),
    lateralColourUm: micrometresOf(aBar * h * dispersed),
  };
}
