import type { Network, RgbImage } from '../host.ts';
import type { Comparison } from './comparison.ts';

/** What an algorithm says about itself. */
export interface AlgorithmDescriptor {
  /** Exactly as the choice list shows it and the request carries it; also the folder of its files. */
  readonly label: string;
  readonly load: () => Promise<{ readonly build: (network: Network) => Algorithm<unknown> }>;
}

/** Where a picture holds anything: places run from 0 to 1 across and down. */
export type IsSeen = (x: number, y: number) => boolean;

/** A network with all that surrounds it. `Finding` is what it says about one picture. */
export interface Algorithm<Finding> {
  /** @throws SimulationError 'bad-model' when the network does not answer as it should, 'cancelled' when stopped. */
  read(picture: RgbImage, watch: { stopped(): boolean }): Promise<Finding>;
  /** Judges what it found on the camera's picture by what it finds on the ideal one; `lines` say the same for the log. */
  compare(
    camera: Finding,
    ideal: Finding,
    size: Pick<RgbImage, 'rows' | 'columns'>,
    isSeen: IsSeen,
  ): { readonly comparison: Comparison; readonly lines: readonly string[] };
  /** Draws a finding over its picture. */
  draw(finding: Finding, picture: RgbImage, isSeen: IsSeen): RgbImage;
}
