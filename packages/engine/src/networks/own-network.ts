import type { RgbImage } from '../host.ts';
import type { NetworkDescriptor } from './descriptor.ts';
import type { Finding } from './findings.ts';

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

/** Such a network, ready to run. */
export interface OpenedNetwork {
  /** Milliseconds that loading took; 0 when it was in memory already. */
  readonly loadMs: number;
  /**
   * What it finds in a picture, in pixels of the picture.
   *
   * @throws SimulationError 'bad-model' where it cannot process the picture, 'cancelled' when
   * stopped.
   */
  find(
    picture: RgbImage,
    watch: { stopped(): boolean },
    options: { readonly threshold: 'drawing' },
  ): Promise<Finding>;
}
