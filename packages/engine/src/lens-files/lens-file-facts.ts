import type { AnyLensFile } from '../optics/load-lens.ts';
import type { LensFile } from '../optics/ray-trace/lens-file.ts';
import type { UsedGlass } from './draft-glasses.ts';
import type { DraftFacts, LensFormat } from './lens-draft.ts';

/** What a lens file says besides its lens, and what its reader made of it. Keys are published. */
export interface LensFileFacts extends Omit<DraftFacts, 'format'> {
  readonly format: LensFormat;
  readonly aperture: {
    readonly kind: string;
    readonly value: number | null;
    readonly objectSide: boolean;
  } | null;
  readonly primaryNm: number | null;
  readonly configurations: number;
  readonly configuration: number;
  readonly configurationNames: readonly string[];
  readonly glasses: readonly UsedGlass[];
  readonly notes: readonly string[];
}

/** The same of a file that may hold what was measured of a lens in place of its surfaces. */
export interface ReadAnyLens extends Omit<ReadLens, 'file'> {
  readonly file: AnyLensFile;
}

/** A lens that was read from a file, and what its reader decided, one sentence each. */
export interface ReadLens {
  readonly file: LensFile;
  readonly notes: readonly string[];
  readonly about: LensFileFacts;
}
