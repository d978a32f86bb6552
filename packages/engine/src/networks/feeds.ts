import type { Network, Tensor } from '../host.ts';
import { SimulationError } from '../simulation-error.ts';

/**
 * Checks the inputs for a network against its own list of inputs: none is missing, none is unknown,
 * and fixed sizes match.
 *
 * @throws SimulationError 'bad-model' naming the first input that does not fit.
 */
export function checkedFeeds<Feeds extends Readonly<Record<string, Tensor>>>(
  { inputs }: Pick<Network, 'inputs'>,
  feeds: Feeds,
): Feeds {
  const wrong = (sentence: string): SimulationError => new SimulationError('bad-model', sentence);
  const unknown = Object.keys(feeds).find((name) => !Object.hasOwn(inputs, name));
  if (unknown !== undefined) throw wrong(`it has no input ${unknown}.`);
  for (const [name, sides] of Object.entries(inputs)) {
    const shape = feeds[name]?.shape;
    if (!shape) throw wrong(`it asks for the input ${name}, which this algorithm does not have.`);
    const fits =
      shape.length === sides.length &&
      sides.every((side, axis) => side === undefined || side === shape[axis]);
    if (!fits)
      throw wrong(
        `its input ${name} has the shape [${sides.map((side) => side ?? 'any').join(', ')}], which [${shape.join(', ')}] does not fit.`,
      );
  }
  return feeds;
}
