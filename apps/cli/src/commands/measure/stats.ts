import { insidePicture, statisticsOf, type Statistics } from '@lumenloom/engine';
import { UsageError } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT } from '../../arguments.ts';
import { command } from '../command.ts';
import { print, type Row } from '../print.ts';
import { ROI, inFile, readArray, roiOption } from '../read-picture.ts';

/** `lumenloom measure stats`: mean, noise and range of an array or a region of it. */
export const stats = command(
  {
    usage: ['<array.npy|png> [options]'],
    says: 'Count, mean, standard deviation, smallest and largest value and mean / standard deviation of an array [rows, columns] or [rows, columns, channels], whole or in a region; then of each channel.',
    words: { min: 1, max: 1, are: 'one array' },
    options: { roi: ROI, json: JSON_OUTPUT },
    examples: [
      'measure stats out/raw.npy',
      'measure stats out/result.png --roi 10,10,40,40 --json',
    ],
    document: 'docs/measuring-a-camera.md',
  },
  async ({ values, words }, { stdout }) => {
    const [path] = words as [string];
    const rectangle = roiOption(values.roi);
    const { shape, values: all } = await readArray(path);
    const [rows = 1, columns = 1, channels = 1] = shape;
    if (shape.length < 2 || shape.length > 3 || all.length === 0)
      throw new UsageError(
        `${path} has the shape [${shape.join(', ')}]: [rows, columns] or [rows, columns, channels] is wanted, with at least one value.`,
      );
    const { x, y, width, height } = await inFile(path, () =>
      insidePicture({ rows, columns }, rectangle),
    );
    const planes = Array.from({ length: channels }, () => new Float64Array(width * height));
    for (let row = 0; row < height; row += 1)
      for (let column = 0; column < width; column += 1)
        for (const [channel, plane] of planes.entries())
          plane[row * width + column] =
            all[((y + row) * columns + x + column) * channels + channel]!;
    const wrong = planes.findIndex((plane) => !plane.every(Number.isFinite));
    if (wrong >= 0)
      throw new UsageError(
        `${path} holds values that are no finite numbers${channels > 1 ? ` in channel ${wrong}` : ''}: choose a region without them.`,
      );
    const whole = new Float64Array(planes.length * width * height);
    for (const [channel, plane] of planes.entries()) whole.set(plane, channel * plane.length);
    const result = { ...statisticsOf(whole), perChannel: planes.map(statisticsOf) };
    print(stdout, values.json, result, [
      ...rowsOf(result, ''),
      ...(channels > 1
        ? result.perChannel.flatMap((part, i) => rowsOf(part, `Channel ${i}: `))
        : []),
    ]);
  },
);

const rowsOf = (part: Statistics, prefix: string): readonly Row[] => [
  [`${prefix}values`, part.count],
  [`${prefix}mean`, part.mean],
  [`${prefix}standard deviation`, part.standardDeviation],
  [`${prefix}smallest`, part.min],
  [`${prefix}largest`, part.max],
  [`${prefix}mean / standard deviation`, part.snr ?? 'all values are equal'],
];
