import {
  USUAL_DELTA,
  USUAL_THRESHOLD,
  flickerOfCamera,
  lampFlicker,
  readFlickerSeries,
} from '@lumenloom/engine/lab';
import { UsageError, numberOption } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT, readJson } from '../../arguments.ts';
import { command } from '../command.ts';
import type { Row } from '../print.ts';
import { allRows, labCameraOptions, measureFileOrCamera } from './lab-input.ts';

/** `lumenloom measure flicker`: what a series of frames shows of a lamp that flickers. */
export const flicker = command(
  {
    usage: ['<series.json> [options]', '--recipe recipe.json --frames N --frame-rate F [options]'],
    says: "Flicker of a lamp in a series of frames, by the formulas of IEEE P2020's public code: modulation index, share of frames that show the lamp as lit, share of frames near the mean. The file is {series: means of a region above black, off: the mean with the lamp off, saturation}; or frames that the camera of a recipe takes of an even field under its flickering light.",
    words: { min: 0, max: 1, are: 'one series' },
    options: {
      threshold: {
        value: 'T',
        default: `${USUAL_THRESHOLD}`,
        says: 'Contrast to the lamp off from which it is seen as lit.',
      },
      delta: {
        value: 'D',
        default: `${USUAL_DELTA}`,
        says: 'Share of the mean within which a frame is steady.',
      },
      frames: { value: 'N', says: 'Frames that the camera takes, 2 to 1000.' },
      'frame-rate': { value: 'F', says: 'Frames per second.' },
      ...labCameraOptions,
      json: JSON_OUTPUT,
    },
    examples: [
      'measure flicker series.json --delta 0.2 --json',
      'measure flicker --recipe lamp.json --frames 16 --frame-rate 29',
    ],
    document: 'docs/reference/lab.md#flicker',
  },
  async ({ values, words }, terminal) => {
    const limits = { above: 0, max: 100 } as const;
    const threshold = numberOption('threshold', values.threshold, limits);
    const delta = numberOption('delta', values.delta, limits);
    const frames = numberOption('frames', values.frames, { whole: true, min: 2, max: 1000 });
    const hertz = numberOption('frame-rate', values['frame-rate'], { above: 0, max: 1e6 });
    const call = { words, values: { ...values, out: undefined } };
    await measureFileOrCamera(call, terminal, {
      own: [],
      noise: 'on',
      ofCamera: async ({ plan, host }) => {
        if (frames === undefined || hertz === undefined)
          throw new UsageError('--recipe needs --frames N and --frame-rate F.');
        return allRows(await flickerOfCamera(plan, host, { frames, hertz, threshold, delta }));
      },
      ofFile: async (path) => {
        if (frames !== undefined || hertz !== undefined)
          throw new UsageError('--frames and --frame-rate go with --recipe.');
        const result = lampFlicker(readFlickerSeries(await readJson(path)), threshold, delta);
        if (result.clipped > 0)
          terminal.stderr.write(
            `Warning: ${result.clipped} of ${result.frames} frames are saturated, which hides flicker: expose less.\n`,
          );
        return { result, rows: flickerRows(result) };
      },
    });
  },
);

export const flickerRows = (result: ReturnType<typeof lampFlicker>): readonly Row[] => [
  ['Modulation index', result.modulationIndex],
  ['Frames that show the lamp lit', result.detectionIndex],
  ['Frames near the mean', result.mitigationProbability],
  ['Frames', result.frames],
  ['Saturated frames', result.clipped],
];
