import type { Network, RgbImage } from '../host.ts';
import type { NetworkDescriptor } from './descriptor.ts';
import { checkedFeeds } from './feeds.ts';
import { prepareInput } from './prepare-input.ts';
import { readOutputs } from './read-outputs.ts';
import type { Finding } from './tasks/list.ts';

/** What a network is asked. */
export interface NetworkQuestion {
  readonly picture: RgbImage;
  /** How the picture is prepared and the outputs are read. */
  readonly descriptor: NetworkDescriptor;
  /** 'scoring' keeps weak results, 'drawing' those that are worth a look, without masks. */
  readonly threshold: 'scoring' | 'drawing';
}

/** A network that runs at once, where it may take memory and time. */
interface RunningNetwork extends Pick<Network, 'inputs'> {
  readonly run: (
    inputs: ReturnType<typeof prepareInput>['feeds'],
    outputs: readonly string[],
  ) => Promise<ReturnType<typeof prepareInput>['feeds']>;
}

/**
 * What a network finds in a picture, in pixels of the picture.
 *
 * @throws SimulationError 'bad-model' where it cannot process this picture, or its outputs are not
 * of the descriptor's kind.
 * @see docs/reference/vision.md#networks
 */
export async function findInPicture(
  { inputs, run }: RunningNetwork,
  { picture, descriptor, threshold }: NetworkQuestion,
): Promise<Finding> {
  const { feeds, placement } = prepareInput(picture, descriptor, inputs);
  const outputs = await run(checkedFeeds({ inputs }, feeds), descriptor.output.names);
  return readOutputs(outputs, descriptor, placement, threshold);
}
