import type { LibraryKind, NetworkFigures, OwnFilePreview } from '@lumenloom/contract';
import type { LensFileFacts, LensOverview, SensorOverview } from '@lumenloom/engine';

/** A file to be read by the process for it. */
export interface Reading {
  readonly kind: LibraryKind;
  /** Where the file lies, and its name, which tells its format. */
  readonly path: string;
  readonly fileName: string;
  /** Where the data of an ENVI header lie. */
  readonly dataPath?: string | undefined;
  /** The bands of an .npy cube, nm. */
  readonly wavelengths?: readonly number[] | undefined;
  readonly radiance?: 'energy' | 'photons' | undefined;
  /** What the distances of a depth map are, and metres per code. */
  readonly depthKind?: 'z' | 'range' | undefined;
  readonly depthScale?: number | undefined;
  readonly keepFocus: boolean;
  /** Of a lens file: the one that is read, and keys that are passed over. */
  readonly configuration?: number | undefined;
  readonly ignoreKeys?: readonly string[] | undefined;
  /** Names of the classes of a network, and JSON of its descriptor. */
  readonly labels?: string | undefined;
  readonly descriptor?: string | undefined;
  /** That a .zip may unpack to; absent: its room says. */
  readonly megabytes?: number | undefined;
  /** The glasses of the account's catalogues, the newest catalogue first. */
  readonly glasses: readonly string[];
  /** Where what was read goes: the part, the planes of a scene. */
  readonly partPath: string;
  readonly planesPath: string;
  /** The folder into which the files of a world go. */
  readonly filesPath: string;
  /** Bytes that the planes, or the files of a world, may take. */
  readonly room: number;
  /** Memory of the process, bytes. */
  readonly memory: number;
}

/** The values read from a file, without the parts that are stored as files. */
export interface ReadFile {
  /** In a line. */
  readonly summary: string;
  /** What the reader decided, one sentence each. */
  readonly notes: readonly string[];
  /** What lists show of a lens, a sensor or a network. */
  readonly figures?: LensOverview | SensorOverview | NetworkFigures;
  /** Of a twin: its lens and its sensor, each in the folder of its kind beside `partPath`. */
  readonly parts?: Readonly<Record<TwinPart, ReadFile>>;
}

/** The parts of a twin that are files of their own, by their kinds. */
export const TWIN_PARTS = ['lens', 'sensor'] as const;
export type TwinPart = (typeof TWIN_PARTS)[number];

/** The JSON at `partPath`: the part for a plan, the preview for people, what a lens file has. */
export interface WrittenPart {
  readonly part: unknown;
  readonly preview: OwnFilePreview;
  readonly file?: LensFileFacts;
}

/** Why a file is not read. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** A field of the form, or a path inside the file. */
  readonly field: string | undefined;
}

/**
 * Answer of the process. A refusal has a sentence for people; a fault is a bug of ours and has the
 * error's text.
 */
export type ReadingAnswer<Read> =
  | { readonly read: Read }
  | {
      readonly refusal: Refusal;
    }
  | { readonly fault: string };
