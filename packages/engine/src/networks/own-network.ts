import type { NetworkDescriptor } from './descriptor.ts';

/** A network from the user's own file, as the algorithm of a run. */
export interface OwnNetwork {
  /** In log and report. */
  readonly name: string;
  /** Where the host finds the file. */
  readonly file: string;
  /** Of the file, hexadecimal. */
  readonly sha256: string;
  /** How it is run and read. */
  readonly descriptor: NetworkDescriptor;
  /** What had to be guessed, in sentences. */
  readonly problems: readonly string[];
}
