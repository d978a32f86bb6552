import type { Aperture } from '../optics/ray-trace/apertures.ts';
import type { Glass } from '../optics/glass/refractive-index.ts';
import type { Triple } from '../optics/ray-trace/placement.ts';
import type { ShapeRow } from '../optics/ray-trace/surfaces/shape-row.ts';

/** Primary wavelength of a file that names none, nm. */
export const D_LINE = 587.5618;
export const MOST_SURFACES = 200;

/** Programs whose files are read. */
export type LensFormat = 'zmx' | 'seq' | 'oslo' | 'optiland' | 'ray-optics' | 'json';

/** Glass of a surface as its file names or describes it. */
export interface DraftGlass {
  readonly name: string;
  readonly line: number;
  /** Of a glass that the file describes itself. */
  readonly glass?: Glass;
  /** The name without its maker, and the maker or catalogue, where the name carries one. */
  readonly bare?: string;
  readonly catalogue?: string;
  /** At the d line, beside the name. */
  readonly index?: number;
}

/** A move of the axis (docs/lens-design.md#surfaces-mirrors-and-moves-of-the-axis). */
export interface AxisMove {
  readonly decentre?: Triple;
  /** Degrees about the own axes. */
  readonly tilt?: Triple;
  readonly order?: 0 | 1;
  readonly thickness?: number;
}

/** A phase that a surface adds. */
export type DraftPhase =
  | {
      readonly kind: 'radial';
      readonly order: number;
      readonly normRadius: number;
      readonly coefficients: readonly number[];
    }
  | { readonly kind: 'grating'; readonly linesPerMicrometre: number; readonly order: number };

/** A kind of surface with numbers of its own, by its keys in a lens file. */
export type DraftShape = { readonly kind: string } & Readonly<Record<string, unknown>>;

/** A surface as its file gives it, in mm. */
export interface DraftSurface {
  /** The file's own number, and the line at which the surface begins. */
  readonly number: number;
  readonly line: number;
  shape: Omit<ShapeRow, 'shape'>;
  own?: DraftShape;
  thicknessMm: number | undefined;
  /** Undefined is air. */
  glass: DraftGlass | undefined;
  mirror: boolean;
  thin?: { readonly focalLengthMm: number };
  phase?: DraftPhase;
  apertures: readonly Aperture[];
  before: readonly AxisMove[];
  after?: AxisMove;
  /** Number in the file of the surface from whose frame this one starts. */
  returnTo?: number;
  /** Of the surface alone; the axis stays. */
  tilt?: Triple;
  decentre?: Triple;
  /** Undefined where the file has none. */
  semiDiameterMm: number | undefined;
  /** Whether its size is one that the program computed, and no aperture. */
  isComputedSize: boolean;
}

export const newSurface = (number: number, line: number): DraftSurface => ({
  number,
  line,
  shape: { radius: null },
  thicknessMm: undefined,
  glass: undefined,
  mirror: false,
  apertures: [],
  before: [],
  semiDiameterMm: undefined,
  isComputedSize: false,
});

/**
 * The aperture that limits the beam; lengths in mm. 'stop' takes the semi-diameter of the stop's
 * surface.
 */
export type DraftAperture =
  | {
      readonly kind:
        | 'entrance pupil'
        | 'f-number'
        | 'paraxial working f-number'
        | 'object aperture';
      readonly value: number;
    }
  | { readonly kind: 'stop' };

export type FieldKind = 'angle' | 'object height' | 'paraxial image height' | 'real image height';

/** The largest field: degrees, or a height in mm. */
export interface DraftField {
  readonly kind: FieldKind;
  readonly value: number;
  /** At which it stands. */
  readonly line?: number;
}

/** A field of a file: degrees or mm. */
export interface FileField {
  readonly x: number;
  readonly y: number;
  readonly kind: FieldKind;
  readonly weight: number;
  /** Factors by their names in the file; shown, and not used. */
  readonly vignetting: Readonly<Record<string, number>>;
}

/** What a file says besides its surfaces. */
export interface DraftFacts {
  readonly format: LensFormat;
  readonly fields: readonly FileField[];
  readonly wavelengths: readonly { readonly nm: number; readonly weight: number }[];
  /** Keys of the file that have no effect on rays. */
  readonly passedOver: readonly string[];
  readonly stated: {
    readonly eflMm: number | null;
    readonly epdMm: number | null;
    readonly fNumber: number | null;
  };
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
  /** Moves of the axis before the sensor. */
  readonly imageBefore: readonly AxisMove[];
  /** Catalogues in which glasses are looked up first. */
  readonly catalogues: readonly string[];
  /** What the reader decided, one sentence each. */
  readonly notes: readonly string[];
  readonly facts: DraftFacts;
}

/** A file that was read, with the configurations that it has. */
export interface LensSource {
  /** Names of the configurations, as the file gives or counts them; the first one is traced. */
  readonly configurations: readonly string[];
  /** @param configuration from 1. */
  readonly draft: (configuration: number) => LensDraft;
}

/** How a reader is asked to read. */
export interface SourceReading {
  /** Unknown keys of surfaces that are passed over, in capitals. */
  readonly ignoreKeys: readonly string[];
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

/** The move without what is 0; undefined where nothing moves. */
export function trimmedMove(move: AxisMove): AxisMove | undefined {
  const { decentre = [], tilt = [], order, thickness = 0 } = move;
  const shifts = decentre.some((value) => value !== 0);
  const turns = tilt.some((value) => value !== 0);
  if (!shifts && !turns && thickness === 0) return undefined;
  return {
    ...(shifts && { decentre: move.decentre! }),
    ...(turns && { tilt: move.tilt! }),
    ...(order === 1 && shifts && turns && { order }),
    ...(order === 1 && turns && !shifts && { order }),
    ...(thickness !== 0 && { thickness }),
  };
}

const RADIANS = Math.PI / 180;

/** The largest of several fields: an angle in degrees, or a height. */
export function largestField(
  fields: readonly { readonly x: number; readonly y: number }[],
  kind: FieldKind,
): { readonly value: number; readonly x: number; readonly y: number } {
  const sized = fields.map(({ x, y }) => ({ value: sizeOf(x, y, kind), x, y }));
  return sized.reduce((most, field) => (field.value > most.value ? field : most), {
    value: 0,
    x: 0,
    y: 0,
  });
}

function sizeOf(x: number, y: number, kind: FieldKind): number {
  if (x === 0 || y === 0) return Math.abs(x) + Math.abs(y);
  if (kind !== 'angle') return Math.hypot(x, y);
  const tangent = Math.hypot(Math.tan(x * RADIANS), Math.tan(y * RADIANS));
  return Math.atan(tangent) / RADIANS;
}

/** Degrees or millimetres. */
export const unitOfField = (kind: FieldKind): string => (kind === 'angle' ? '°' : ' mm');

/**
 * Objects farther away than this are distant: lens programs write 1e10 or more for infinity, mm.
 */
export const DISTANT_MM = 1e9;
/** Half field of a file that has only the field on the axis, degrees. */
export const AXIS_FIELD = 1;

/** The field of a draft from those of its file, with what was decided about it. */
export function fieldOfAll(
  fields: readonly FileField[],
  kind: FieldKind,
  line: number | undefined,
  notes: string[],
): DraftField {
  const { value, x, y } = largestField(fields, kind);
  if (value === 0) {
    notes.push(
      `The file has only the field on the axis: the half field is taken as ${AXIS_FIELD}°.`,
    );
    return { kind: 'angle', value: AXIS_FIELD };
  }
  if (x !== 0) {
    const unit = unitOfField(kind);
    notes.push(
      `The half field is that of the field at x ${x}${unit}, y ${y}${unit}: ${Number(value.toPrecision(6))}${unit}.`,
    );
  }
  return { kind, value, ...(line !== undefined && { line }) };
}
