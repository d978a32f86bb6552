import type { Glass } from '../optics/glass/refractive-index.ts';
import type { ShapeRow } from '../optics/ray-trace/surfaces/shape-row.ts';
import type { OtherNames } from '../optics/ray-trace/surfaces/surface-kind.ts';

/** Primary wavelength of a file that names none, nm. */
export const D_LINE = 587.5618;
export const MOST_SURFACES = 200;

/** Glass of a surface as its file names or describes it. */
export type DraftGlass = { readonly name: string } & (
  | { readonly glass: Glass }
  | { readonly glass?: undefined }
);

/** A surface as its file gives it, in mm. */
export interface DraftSurface {
  /** The file's own number, and the line at which the surface begins. */
  readonly number: number;
  readonly line: number;
  shape: ShapeRow;
  /** How its program names its kind, and the numbers of that kind. */
  names: OtherNames;
  thicknessMm: number | undefined;
  /** Undefined is air. */
  glass: (DraftGlass & { readonly line: number }) | undefined;
  /** Undefined where the file has none. */
  semiDiameterMm: number | undefined;
}

export const newSurface = (number: number, line: number): DraftSurface => ({
  number,
  line,
  shape: { radius: null },
  names: {},
  thicknessMm: undefined,
  glass: undefined,
  semiDiameterMm: undefined,
});

/**
 * The aperture that limits the beam; lengths in mm. 'stop' takes the semi-diameter of the stop's
 * surface.
 */
export type DraftAperture =
  | { readonly kind: 'entrance pupil' | 'f-number' | 'object aperture'; readonly value: number }
  | { readonly kind: 'stop' };

/** The largest field: degrees, or a height in mm. */
export interface DraftField {
  readonly kind: 'angle' | 'object height' | 'paraxial image height' | 'real image height';
  readonly value: number;
}

/** A lens as its file gives it, between the object and the image. */
export interface LensDraft {
  readonly name: string;
  readonly surfaces: readonly DraftSurface[];
  /** Index of the surface with the stop. */
  readonly stopIndex: number;
  /** From the object to the first surface, mm; Infinity for a distant object. */
  readonly objectDistanceMm: number;
  /** Wavelength at which pupils and foci are paraxial, nm. */
  readonly primaryNm: number;
  readonly aperture: DraftAperture;
  readonly field: DraftField;
  /** Catalogues in which glasses are looked up first. */
  readonly catalogues: readonly string[];
  /** What the reader decided, one sentence each. */
  readonly notes: readonly string[];
}

/** Relative rounding error of a product or quotient. */
const ROUNDING = 4e-16;

/**
 * A number that was converted: the decimal of 15 digits where it is the same but for rounding, as
 * the number before was written.
 */
export function converted(value: number): number {
  const short = Number(value.toPrecision(15));
  return Math.abs(short - value) <= ROUNDING * Math.abs(value) ? short : value;
}

/** A curvature, 1/mm, as a radius; null where it is 0. */
export const radiusOf = (curvature: number): number | null =>
  curvature === 0 ? null : converted(1 / curvature);

/**
 * Objects farther away than this are distant: lens programs write 1e10 or more for infinity, mm.
 */
export const DISTANT_MM = 1e9;
/** Half field of a file that has only the field on the axis, degrees. */
export const AXIS_FIELD = 1;
