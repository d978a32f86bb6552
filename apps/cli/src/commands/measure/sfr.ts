import {
  edgeSfr,
  ENCODINGS,
  ALL_CHANNELS,
  SimulationError,
  measuredRegion,
  tiltOf,
  type EdgeSfr,
  type MeasuredPicture,
} from '@lumenloom/engine';
import { NAMED_TILES } from '@lumenloom/engine/catalogue';
import { UsageError, numberOption, sayOn, writeFile } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT, THREADS, choiceOption } from '../../arguments.ts';
import { command } from '../command.ts';
import { cameraOptions, readCamera, refuseCameraOptions } from '../read-camera.ts';
import { RECIPE_OPTION } from '../read-recipe.ts';
import { FIELDS, fieldTable, measureField } from './field-sfr.ts';
import { curveText } from './lab-input.ts';
import { jsonText, print, type Row } from '../print.ts';
import { ROI, inFile, readPicture, roiOption } from '../read-picture.ts';

/** `lumenloom measure sfr`: the sharpness that an edge shows. */
export const sfr = command(
  {
    usage: ['<picture.npy|png> [options]', '--recipe recipe.json [options]'],
    says: 'Edge SFR (ISO 12233:2023) of the one edge in a region of a picture. With --recipe it measures the camera of a recipe instead: edges are put into its field, and the SFR of the raw and of the developed picture stands beside what the lens and the pixels pass (true), per direction (radial: along the radius) and colour. Without noise raw is that of the electrons.',
    words: { min: 0, max: 1, are: 'one picture' },
    options: {
      roi: ROI,
      pattern: {
        value: 'PATTERN',
        says: 'The picture is a mosaic, such as grbg, of which one colour is measured as it is.',
      },
      channel: {
        value: 'COLOUR',
        says: `${ALL_CHANNELS.join(', ')}; without it green, of a mono pattern white.`,
      },
      encoding: {
        value: ENCODINGS.join('|'),
        says: 'Of the values; linear in an .npy file and srgb in a picture without it.',
      },
      pitch: { value: 'UM', says: 'Pixel pitch in µm, for line pairs per mm.' },
      out: {
        value: 'FILE',
        output: 'file',
        says: 'Writes the curve as CSV, .02 to 1 cycles per pixel along the normal of the edge.',
      },
      recipe: RECIPE_OPTION,
      ...cameraOptions,
      field: {
        value: 'F,...',
        says: `Shares of the half angle of the lens at which edges are put; ${FIELDS} without it.`,
      },
      noise: { value: 'on|off', says: "Of the recipe's camera; off without it." },
      threads: THREADS,
      json: JSON_OUTPUT,
    },
    examples: [
      'measure sfr edge.png --roi 20,20,60,80 --pitch 3.45',
      'measure sfr --recipe example:edge --field 0,.7',
    ],
    document: 'docs/measuring-a-camera.md#sharpness',
  },
  async ({ values, words }, terminal) => {
    const { stdout, stderr } = terminal;
    if (values.recipe !== undefined) {
      refuseTogether(words, values);
      const { plan, notes } = await readCamera(values.recipe, values, terminal, () => undefined);
      for (const note of notes) sayOn(values.json ? stderr : stdout)(note);
      const report = await measureField({ ...values, plan, stderr });
      stdout.write(values.json ? jsonText(report) : fieldTable(report));
      return;
    }
    const [path] = words;
    refuseCameraOptions(values);
    if (path === undefined)
      throw new UsageError('Name a picture to measure, or a recipe with --recipe recipe.json.');
    for (const option of ['field', 'noise', 'threads'] as const)
      if (values[option] !== undefined)
        throw new UsageError(`--${option} goes with --recipe, not with a picture.`);
    const pitch = numberOption('pitch', values.pitch, { above: 0, max: 1000 });
    const channel =
      values.channel === undefined
        ? undefined
        : choiceOption('channel', values.channel, ALL_CHANNELS, 'green');
    const rectangle = roiOption(values.roi);
    const picture = await readPicture(path);
    const encoding = choiceOption(
      'encoding',
      values.encoding,
      ENCODINGS,
      picture.isSrgb ? 'srgb' : 'linear',
    );
    const pattern = tileOf(values.pattern);
    const ofMono = pattern?.[0] === 'w' ? 'white' : undefined;
    const selection = { rectangle, pattern, channel: channel ?? ofMono, encoding };
    const result = await inFile(path, () =>
      edgeSfr(regionOf(picture, selection, (note) => stderr.write(`Note: ${note}\n`))),
    );
    if (values.out !== undefined) await writeFile(values.out, csvOf(result, pitch));
    print(stdout, values.json, result, rowsOf(result, pitch));
  },
);

/** The rows of a pattern that has a name. */
const tileOf = (name: string | undefined): string | readonly string[] | undefined =>
  name !== undefined && Object.hasOwn(NAMED_TILES, name) ? NAMED_TILES[name] : name;

/** The region. That its dark side is cut off at 0 is a note, because 0 may be no light. */
function regionOf(
  picture: MeasuredPicture,
  selection: Parameters<typeof measuredRegion>[1],
  tell: (note: string) => void,
): ReturnType<typeof measuredRegion> {
  try {
    return measuredRegion(picture, selection);
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    const region = measuredRegion(picture, { ...selection, isBlackTrue: true });
    tell(error.message);
    return region;
  }
}

/** With a recipe the pictures are ours: options that say how to read one mean nothing. */
function refuseTogether(words: readonly string[], values: Readonly<Record<string, unknown>>): void {
  const [word] = words;
  if (word !== undefined)
    throw new UsageError(`Measure ${word} or the camera of a recipe, not both.`);
  for (const option of ['roi', 'pattern', 'channel', 'encoding', 'pitch', 'out'])
    if (values[option] !== undefined)
      throw new UsageError(`--${option} goes with a picture, not with --recipe.`);
}

/** Line pairs per millimetre of a frequency in cycles per pixel, for a pitch in micrometres. */
const perMillimetre = (frequency: number, pitch: number): number => (frequency / pitch) * 1e3;

const csvOf = ({ frequencies, sfr: values }: EdgeSfr, pitch: number | undefined): string =>
  curveText({
    cyPerPixel: frequencies,
    sfr: values,
    ...(pitch !== undefined && { lpPerMm: frequencies.map((f) => perMillimetre(f, pitch)) }),
  });

function rowsOf(result: EdgeSfr, pitch: number | undefined): readonly Row[] {
  const levels = [
    ['MTF50', result.mtf50],
    ['MTF30', result.mtf30],
    ['MTF10', result.mtf10],
  ] as const;
  const tilt = tiltOf(result);
  return [
    [`Edge from the ${tilt.from}`, tilt.degrees, 'degrees'],
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
