import type { RgbImage } from '../host.ts';
import type { Placement } from './prepare-input.ts';
import type { RecognisedNetwork } from './recognise.ts';
import { COMMAND, kindNamed, type OutputKind } from './tasks/list.ts';
import { loadTask } from './tasks/load-task.ts';
import type { Observed, Reading } from './tasks/task-code.ts';

/** A network run on a picture. */
interface TrialRun {
  readonly fed: Reading['outputs'];
  readonly outputs: Reading['outputs'];
  readonly placement: Placement;
}

/**
 * Runs a network on a picture to learn what names, types and shapes leave open.
 *
 * @returns undefined where values show nothing, and where it cannot be run on this picture.
 * @throws SimulationError 'bad-model' for outputs that are no answer to any task.
 */
export async function observeOutputs(
  { descriptor, guessed }: Pick<RecognisedNetwork, 'descriptor' | 'guessed'>,
  picture: RgbImage,
  runOn: (picture: RgbImage) => Promise<TrialRun>,
): Promise<Observed<OutputKind> | undefined> {
  const { kind } = descriptor.output;
  if (kind === COMMAND) return undefined;
  const facts = kindNamed(kind);
  const task = await loadTask(facts.task);
  const runs = await Promise.all(
    [picture, ...(facts.isTriedTwice ? [mirrored(picture)] : [])].map(runOn),
  ).catch(() => undefined);
  if (!runs) return undefined;
  const [own, other] = runs;
  const reading = { ...own!, descriptor, score: 0, hasMasks: false };
  const observed = task.observe?.(kind, { reading, guessed, mirrored: other?.outputs });
  return observed && observed.guesses.length > 0 ? observed : undefined;
}

/** A picture with left and right exchanged. */
function mirrored({ rows, columns, rgb }: RgbImage): RgbImage {
  const out = new Uint8Array(rgb.length);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [from, to] = [row * columns + column, row * columns + columns - 1 - column];
      out.set(rgb.subarray(3 * from, 3 * from + 3), 3 * to);
    }
  return { rows, columns, rgb: out };
}
