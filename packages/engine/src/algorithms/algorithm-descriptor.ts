import type { Network, RgbImage } from '../host.ts';
import type { IsInImageCircle } from '../networks/overlay/image-circle.ts';
import type { Comparison } from './comparison.ts';

/** An algorithm of the choice list: its name and where its code is. */
export interface AlgorithmDescriptor {
  /** As in the choice list and in the request; also the name of the folder with its model files. */
  readonly label: string;
  readonly load: () => Promise<{ readonly build: (network: Network) => Algorithm<unknown> }>;
}

/** A network with its pre- and postprocessing. `Finding` is its result for one picture. */
export interface Algorithm<Finding> {
  /**
   * Runs the network on a picture.
   * @throws SimulationError 'bad-model' for outputs of the wrong form, 'cancelled' when stopped.
   */
  read(picture: RgbImage, watch: { stopped(): boolean }): Promise<Finding>;
  /**
   * Compares the finding on the camera's picture with that on the ideal one; `lines` are the
   * comparison in sentences for the log.
   */
  compare(
    camera: Finding,
    ideal: Finding,
    size: Pick<RgbImage, 'rows' | 'columns'>,
    isSeen: IsInImageCircle,
  ): { readonly comparison: Comparison; readonly lines: readonly string[] };
  /** Draws a finding over its picture; undefined where there is nothing that can be drawn. */
  draw(finding: Finding, picture: RgbImage, isSeen: IsInImageCircle): RgbImage | undefined;
}
