import { writeFile } from 'node:fs/promises';
import {
  edgeSfr,
  ENCODINGS,
  MEASURED_CHANNELS,
  measuredRegion,
  type EdgeSfr,
  type MeasuredPicture,
} from '@lumenloom/engine';
import { UsageError, numberOption, readArguments } from '@lumenloom/node-host/command-line';
import { choiceOption } from '../../arguments.ts';
import type { Command } from '../command.ts';
import { fieldTable, measureField } from './field-sfr.ts';
import { print, type Row } from './print.ts';
import { inFile, readPicture, roiOption } from './read-picture.ts';

/** `lumenloom measure sfr`: the sharpness that an edge shows. */
export const sfr: Command = {
  name: 'sfr',
  usage:
    'measure sfr <picture.npy|png> [--roi x,y,w,h] [--pattern grbg --channel red|green|blue|luminance] [--encoding linear|srgb] [--pitch UM] [--out sfr.csv] [--json]\n  measure sfr --recipe recipe.json [--field 0,.35,.7,.9] [--noise on|off] [--threads N] [--json]',
  summary:
    'Edge SFR (ISO 12233:2023) of the one edge in a region: x is the column and y the row of its upper left pixel; without --roi the whole picture. --pattern says that the picture is a mosaic, of which one colour is measured as it is (default: green). Values are taken as linear in an .npy file and as sRGB in a picture, unless --encoding says otherwise. --pitch adds line pairs per mm. --out writes the curve, .02 to 1 cycles per pixel along the normal of the edge. --recipe measures the camera of a recipe instead: edges are put at these shares of the half angle of its lens, and the SFR of the raw and of the developed picture stands beside what the lens and the pixels pass (true), per direction (radial: along the radius) and colour. Without noise (the default) raw is that of the electrons.',
  run: async (args, { stdout }) => {
    const { values, words } = readArguments(
      args,
      {
        roi: { type: 'string' },
        pattern: { type: 'string' },
        channel: { type: 'string' },
        encoding: { type: 'string' },
        pitch: { type: 'string' },
        out: { type: 'string', output: 'file' },
        recipe: { type: 'string' },
        field: { type: 'string' },
        noise: { type: 'string' },
        threads: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
      { min: 0, max: 1, are: 'one picture' },
    );
    if (values.recipe !== undefined) {
      refuseTogether(words, values);
      const report = await measureField({ ...values, recipe: values.recipe });
      stdout.write(values.json ? `${JSON.stringify(report, undefined, 2)}\n` : fieldTable(report));
      return;
    }
    const [path] = words;
    if (path === undefined)
      throw new UsageError('Name a picture to measure, or a recipe with --recipe recipe.json.');
    for (const option of ['field', 'noise', 'threads'] as const)
      if (values[option] !== undefined)
        throw new UsageError(`--${option} goes with --recipe, not with a picture.`);
    const pitch = numberOption('pitch', values.pitch, { above: 0, max: 1000 });
    const channel =
      values.channel === undefined
        ? undefined
        : choiceOption('channel', values.channel, MEASURED_CHANNELS, 'green');
    const rectangle = roiOption(values.roi);
    const picture = await readPicture(path);
    const encoding = choiceOption(
      'encoding',
      values.encoding,
      ENCODINGS,
      picture.isSrgb ? 'srgb' : 'linear',
    );
    const result = await inFile(path, () =>
      edgeSfr(
        measuredRegion(picture satisfies MeasuredPicture, {
          rectangle,
          pattern: values.pattern,
          channel,
          encoding,
        }),
      ),
    );
    if (values.out !== undefined) await writeFile(values.out, csvOf(result, pitch));
    print(stdout, values.json, result, rowsOf(result, pitch));
  },
};

/** With a recipe the pictures are ours: options that say how to read one mean nothing. */
function refuseTogether(
  words: readonly string[],
  values: Readonly<Record<string, string | boolean | undefined>>,
): void {
  const [word] = words;
  if (word !== undefined)
    throw new UsageError(`Measure ${word} or the camera of a recipe, not both.`);
  for (const option of ['roi', 'pattern', 'channel', 'encoding', 'pitch', 'out'])
    if (values[option] !== undefined)
      throw new UsageError(`--${option} goes with a picture, not with --recipe.`);
}

/** Line pairs per millimetre of a frequency in cycles per pixel, for a pitch in micrometres. */
const perMillimetre = (frequency: number, pitch: number): number => (frequency / pitch) * 1e3;

function csvOf({ frequencies, sfr: values }: EdgeSfr, pitch: number | undefined): string {
  const lines = frequencies.map((frequency, i) =>
    [frequency, values[i], ...(pitch === undefined ? [] : [perMillimetre(frequency, pitch)])].join(
      ',',
    ),
  );
  return [`cyPerPixel,sfr${pitch === undefined ? '' : ',lpPerMm'}`, ...lines, ''].join('\n');
}

function rowsOf(result: EdgeSfr, pitch: number | undefined): readonly Row[] {
  const levels = [
    ['MTF50', result.mtf50],
    ['MTF30', result.mtf30],
    ['MTF10', result.mtf10],
  ] as const;
  return [
    ['Edge from the columns', result.edgeDegrees, 'degrees'],
    ...levels.map(([name, value]): Row => [name, value, 'cycles/pixel']),
    ...(pitch === undefined
      ? []
      : levels.map(([name, value]): Row => [
          name,
          value === null ? null : perMillimetre(value, pitch),
          'lp/mm',
        ])),
    ['SFR at half Nyquist', result.atHalfNyquist],
    ['SFR at Nyquist', result.atNyquist],
    ['Rise from 10 to 90 %', result.rise1090Px, 'pixels'],
    ['Overshoot', result.overshootPercent, '% of the step'],
    ['Contrast', result.contrast],
    ['Empty bins', result.emptyBins],
    ['Distance of rows from the line', result.residualPx, 'pixels, RMS'],
    ...result.frequencies
      .map((frequency, i): Row => [`SFR at ${frequency.toFixed(2)} cycles/pixel`, result.sfr[i]!])
      .filter((_, i) => i % 5 === 4),
  ];
}
