import type { DraftAperture, FieldKind } from './lens-draft.ts';
import type { ZemaxSurface } from './zemax-surface.ts';

/** Apertures of a file by their keys. */
export interface ZemaxAperture {
  readonly key: 'ENPD' | 'OBNA' | 'FNUM';
  readonly value: number;
  /** Of FNUM: whether it means the cone behind the lens. */
  readonly isWorking?: boolean;
}

/** A .zmx file as its statements give it. */
export interface ZemaxFile {
  readonly surfaces: ZemaxSurface[];
  readonly notes: string[];
  readonly catalogues: string[];
  readonly passedOver: Set<string>;
  readonly wavelengths: Map<number, { micrometres: number; readonly weight: number }>;
  /** Numbers of the fields by x, y, weight and vignetting factor, as far as the file has them. */
  readonly fields: Map<string, { readonly line: number; readonly values: number[] }>;
  name: string;
  unitMm: number;
  /** The number of the surface with the stop, and the line that says so. */
  stop: { number: number; readonly line: number } | undefined;
  primary: { readonly line: number; number: number } | undefined;
  aperture: ZemaxAperture | undefined;
  floats: boolean;
  fieldKind: FieldKind;
  counts: { readonly fields: number | undefined; readonly waves: number | undefined };
  configurations: number;
}

export const newZemaxFile = (): ZemaxFile => ({
  surfaces: [],
  notes: [],
  catalogues: [],
  passedOver: new Set(),
  wavelengths: new Map(),
  fields: new Map(),
  name: '',
  unitMm: 1,
  stop: undefined,
  primary: undefined,
  aperture: undefined,
  floats: false,
  fieldKind: 'angle',
  counts: { fields: undefined, waves: undefined },
  configurations: 1,
});

/** The aperture of a file for a draft, lengths in mm. */
export function apertureOf({ aperture, unitMm }: ZemaxFile, isDistant: boolean): DraftAperture {
  if (!aperture) return { kind: 'stop' };
  const { key, value } = aperture;
  if (key === 'ENPD') return { kind: 'entrance pupil', value: value * unitMm };
  if (key === 'OBNA') return { kind: 'object aperture', value };
  return {
    kind: aperture.isWorking === true && !isDistant ? 'paraxial working f-number' : 'f-number',
    value,
  };
}
