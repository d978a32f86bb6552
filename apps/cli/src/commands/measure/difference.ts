import { pictureDifference, statisticsOf } from '@lumenloom/engine';
import { UsageError } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT } from '../../arguments.ts';
import { command } from '../command.ts';
import { print } from '../print.ts';
import { readArray } from '../read-picture.ts';

/** `lumenloom measure difference`: how far two arrays or pictures are apart. */
export const difference = command(
  {
    usage: ['<a.npy|png> <b.npy|png> [options]'],
    says: 'Largest, mean and root mean square difference of two arrays of the same shape, and the peak signal-to-noise ratio; of two colour pictures also CIEDE2000.',
    words: { min: 2, max: 2, are: 'two arrays or pictures' },
    options: { json: JSON_OUTPUT },
    examples: ['measure difference a.png b.png', 'measure difference a/raw.npy b/raw.npy --json'],
    document: 'docs/measuring-a-camera.md',
  },
  async ({ values, words }, { stdout }) => {
    const [one, other] = await Promise.all(words.map(readArray));
    const [a, b] = [one!, other!];
    if (a.shape.join() !== b.shape.join())
      throw new UsageError(
        `${words[0]!} has the shape [${a.shape.join(', ')}] and ${words[1]!} [${b.shape.join(', ')}]: they must be the same.`,
      );
    if (a.values.length === 0) throw new UsageError(`${words[0]!} holds no values.`);
    for (const [i, { values: numbers }] of [a, b].entries())
      if (!numbers.every(Number.isFinite))
        throw new UsageError(`${words[i]!} holds values that are no finite numbers.`);
    const result = pictureDifference({
      one: a.values,
      other: b.values,
      peak: a.largest ?? statisticsOf(a.values).max,
      isSrgb: a.isSrgb && b.isSrgb && a.largest === 255 && b.largest === 255 && a.shape[2] === 3,
    });
    print(stdout, values.json, result, [
      ['Largest difference', result.maxAbs],
      ['Mean difference', result.meanAbs],
      ['Root mean square difference', result.rms],
      ['Peak signal-to-noise ratio', result.psnrDb ?? 'equal', result.psnrDb === null ? '' : 'dB'],
      ...(result.ciede2000
        ? ([
            ['CIEDE2000, mean', result.ciede2000.mean],
            ['CIEDE2000, largest', result.ciede2000.max],
          ] as const)
        : []),
    ]);
  },
);
