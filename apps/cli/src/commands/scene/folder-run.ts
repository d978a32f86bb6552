import { hashToSeed, type OwnParts } from '@lumenloom/contract';
import type { RenderFrame } from '@lumenloom/node-host';
import type { MapOption } from './map-outputs.ts';
import type { RenderReading } from './open-render.ts';

/** What all exposures of a folder have in common. */
export interface FolderRun {
  /** Where the scenes lie, and where the results go. */
  readonly folder: string;
  readonly out: string;
  readonly recipe: unknown;
  /** Values of --set, which win over the fields of a sensor file. */
  readonly changes: readonly string[];
  /** Parts of the camera from files. */
  readonly own: OwnParts;
  readonly reading: RenderReading;
  readonly exposureSeconds: number | undefined;
  readonly fixedPatternSeed: number | undefined;
  readonly noise: boolean;
  readonly quality: 'normal' | 'high';
  readonly offset: readonly [number, number] | undefined;
  /** Pictures per second: picture i begins at i/hertz; absent: all begin at once. */
  readonly hertz: number | undefined;
  /** Writes the raw codes of each exposure, of which a recording is made. */
  readonly keepsRaw: boolean;
  /** Name of the GPU that computes all of them; undefined: the processor does. */
  readonly device: string | undefined;
  /** Ends of the names of maps. */
  readonly maps: Readonly<Partial<Record<MapOption, string>>>;
}

/** An exposure, as it reaches the thread. */
export interface FrameTask {
  readonly frame: RenderFrame;
  /** Place in the folder. */
  readonly index: number;
  /** Set to 1 to stop. */
  readonly stopFlag: Int32Array;
}

/** How it ended; files are written when it is done. */
export type FrameResult =
  | { readonly status: 'done' | 'stopped' }
  | { readonly status: 'failed'; readonly message: string };

/** The seed of an exposure's noise: of the recipe and the name of its file. */
export const seedOf = (recipe: unknown, { colour }: RenderFrame): number =>
  hashToSeed({ recipe, name: colour });
