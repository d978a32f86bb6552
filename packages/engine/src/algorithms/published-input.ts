import type { Network } from '../host.ts';
import type { NetworkInput } from '../networks/descriptor.ts';
import { readPreprocessing } from '../networks/preprocessing.ts';

/**
 * The input `pixel_values` of a published network.
 *
 * @param published its preprocessor_config.json, for what the file beside the weights leaves out.
 * @throws SimulationError 'bad-model' for settings that are not supported.
 */
export function publishedInput(
  { preprocessor, inputs }: Pick<Network, 'preprocessor' | 'inputs'>,
  published: Readonly<Record<string, unknown>>,
): NetworkInput {
  readPreprocessing(preprocessor, published);
  return {
    name: 'pixel_values',
    layout: 'nchw',
    type: 'float32',
    width: null,
    height: null,
    resize: 'stretch',
    pad: 0,
    interpolation: 'bilinear',
    antialias: true,
    colour: 'rgb',
    range: [0, 1],
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
    second: 'pixel_mask' in inputs ? 'pixel_mask' : null,
    preprocessor: { ...published, ...(preprocessor as object | undefined) },
  };
}
