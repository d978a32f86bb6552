import type { Aperture } from '../optics/ray-trace/apertures.ts';
import { failAt, numberAt, type Statement } from '../text/numbered-lines.ts';
import type { PrivateGlasses } from './code-v-glass.ts';
import type { Decentre } from './decentre.ts';
import type { DraftAperture, DraftSurface, FieldKind } from './lens-draft.ts';

/** A half width of an aperture by its word, until its partner is known. */
export interface CodeVAperture {
  readonly line: number;
  readonly label: string;
  readonly obscures: boolean;
  circle?: number;
  x?: number;
  y?: number;
  isEllipse: boolean;
  shiftX: number;
  shiftY: number;
  turn: number;
}

/** A surface of a .seq file. */
export interface CodeVSurface {
  readonly part: DraftSurface;
  kind: 'sphere' | 'asphere' | 'toroid' | undefined;
  radiusX: number | null | undefined;
  /** Coefficients of r⁴, r⁶, …, for lengths in mm. */
  readonly coefficients: number[];
  conic: number;
  decentre: Decentre | undefined;
  readonly apertures: CodeVAperture[];
}

/** Fields by one of their axes. */
export interface CodeVFields {
  readonly line: number;
  readonly kind: FieldKind;
  values: readonly number[];
}

/** The state while the commands of a file are read. */
export interface CodeVFile {
  readonly surfaces: CodeVSurface[];
  readonly notes: string[];
  readonly passedOver: Set<string>;
  readonly privateGlasses: PrivateGlasses;
  name: string;
  unitMm: number;
  gives: 'radii' | 'curvatures' | undefined;
  stop: number | undefined;
  image: CodeVSurface | undefined;
  wavelengths: readonly number[];
  weights: readonly number[];
  reference: { readonly line: number; readonly number: number } | undefined;
  aperture: ((unitMm: number) => DraftAperture) | undefined;
  readonly fields: Map<'X' | 'Y', CodeVFields>;
  readonly vignetting: Map<string, readonly number[]>;
  fieldWeights: readonly number[];
}

/** A number that may be written as infinite, which is a plane or far away. */
export function lengthAt(statement: Statement, index: number, what: string): number {
  return /^[-+]?inf(inity)?$/i.test(statement.words[index] ?? '')
    ? Infinity
    : numberAt(statement, index, what);
}

/** Openings of a surface and the radius of its clear circle, mm. */
export function openingsOf(surface: CodeVSurface): {
  readonly apertures: readonly Aperture[];
  readonly radius: number | undefined;
} {
  const apertures: Aperture[] = [];
  let radius: number | undefined;
  for (const one of surface.apertures) {
    const { circle, x, y, obscures, shiftX, shiftY, turn, isEllipse, line } = one;
    const place = {
      ...(shiftX !== 0 && { x: shiftX }),
      ...(shiftY !== 0 && { y: shiftY }),
      ...(turn !== 0 && { turn }),
      ...(obscures && { obscures }),
    };
    if (circle !== undefined) {
      if (Object.keys(place).length === 0) radius = circle;
      else apertures.push({ kind: 'circle', radius: circle, ...place });
    }
    if (x === undefined && y === undefined) continue;
    if (x === undefined || y === undefined)
      failAt(
        line,
        `an aperture of surface ${surface.part.number} has a half width in ${x === undefined ? 'y' : 'x'} alone`,
      );
    apertures.push({ kind: isEllipse ? 'ellipse' : 'rectangle', halfX: x, halfY: y, ...place });
  }
  return { apertures, radius };
}
