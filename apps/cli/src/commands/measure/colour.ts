import {
  deltaE2000,
  deltaE76,
  homography,
  measureChart,
  simulate,
  suitedIsp,
  type Measurement,
  type SimulationPlan,
} from '@lumenloom/engine';
import { illuminants } from '@lumenloom/engine/catalogue';
import { nodeHost } from '@lumenloom/node-host';
import { UsageError, progressOn, sayOn } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT, THREADS, choiceOption, readJson, threadsOption } from '../../arguments.ts';
import { columns } from '../columns.ts';
import { command, type CommandTerminal, type Output } from '../command.ts';
import { cameraOptions, readCamera, refuseCameraOptions } from '../read-camera.ts';
import { RECIPE_OPTION } from '../read-recipe.ts';
import { jsonText, print, type Row } from '../print.ts';
import { inFile, readPicture } from '../read-picture.ts';

type Lab = readonly [number, number, number];
type Colours = ReturnType<typeof measureChart>;

/**
 * What the patches are compared with: the spectra of the scene, or what the maker of the chart has
 * published.
 */
const REFERENCES = ['spectra', '2005', '2014'] as const;

const lights = Object.values(illuminants).flatMap((light) => ('energy' in light ? [light] : []));

/** `lumenloom measure colour`: colour differences, of a chart or of pairs. */
export const colour = command(
  {
    usage: [
      '<picture.png> --corners x1,y1,x2,y2,x3,y3,x4,y4 [options]',
      '--recipe recipe.json [options]',
      '--pairs pairs.json [--json]',
    ],
    says: 'Colours of the 24 patches of a Macbeth chart, in a picture that is read as sRGB or in that of a recipe: L*, a* and b* under D65, those that they should have, CIEDE2000 (kL = kC = kH = 1), CIE 1976 and the signal-to-noise ratio of each; mean, median, largest, and the error of white balance and exposure on the grey patches.',
    words: { min: 0, max: 1, are: 'one picture' },
    options: {
      corners: {
        value: 'X,Y,...',
        says: 'Outer corners of the chart in pixels, in turn round it: the first belongs to the first patch (dark skin), the second to the end of its row.',
      },
      light: {
        value: 'NAME',
        says: `Light that the chart was under (${lights.map(({ label }) => label).join(', ')}), D65 without it: its colours are adapted to D65.`,
      },
      reference: {
        value: REFERENCES.join('|'),
        default: 'spectra',
        says: 'What the patches are compared with: the spectra of our chart, or the colours that its maker has published, of 2005 or of charts made after November 2014.',
      },
      recipe: RECIPE_OPTION,
      ...cameraOptions,
      'suit-light': {
        says: 'Prints the parameters of AWB and CCM that lower the mean CIEDE2000 most in the light of the recipe without clipping more, as an ispParams object.',
      },
      pairs: { value: 'FILE', says: 'Measures a list of {"a": [L, a, b], "b": [L, a, b]}.' },
      threads: THREADS,
      json: JSON_OUTPUT,
    },
    examples: [
      'measure colour --recipe example:first',
      'measure colour chart.png --corners 10,10,630,12,628,430,12,428 --light Tungsten',
    ],
    document: 'docs/measuring-a-camera.md#colour',
  },
  async ({ values, words }, terminal) => {
    const { stdout, stderr } = terminal;
    const [picture] = words;
    if (
      [picture, values.recipe, values.pairs].filter((source) => source !== undefined).length !== 1
    )
      throw new UsageError(
        'Name one picture with --corners, or --recipe recipe.json, or --pairs pairs.json.',
      );
    if (values.recipe === undefined) refuseCameraOptions(values);
    if (values.pairs !== undefined) {
      await measurePairs(stdout, values.pairs, values.json);
      return;
    }
    if (values['suit-light']) {
      if (values.recipe === undefined)
        throw new UsageError('--suit-light needs the light of a recipe: --recipe recipe.json.');
      const plan = await cameraOf(values.recipe, values, terminal, stderr);
      const { parameters, isBetter, before, after, changes, clips } = await inFile(
        values.recipe,
        () => suitedIsp(plan),
      );
      stdout.write(jsonText(parameters));
      stderr.write(
        isBetter
          ? `Macbeth chart, estimated: CIEDE2000 ${before.mean.toFixed(1)} before, ${after.mean.toFixed(1)} after; clipped by ${clips} ${before.clippedPercent.toFixed(1)} % before, ${after.clippedPercent.toFixed(1)} % after. A white diffuser is neutral.\n`
          : `${changes} stay as they are: no others were found that lower the colour error of the Macbeth chart, CIEDE2000 ${before.mean.toFixed(1)}, without clipping more.\n`,
      );
      return;
    }
    const reference = choiceOption('reference', values.reference, REFERENCES, 'spectra');
    const measured =
      picture === undefined
        ? await ofRecipe(
            values.recipe!,
            await cameraOf(values.recipe!, values, terminal, values.json ? stderr : stdout),
            values.threads,
            stderr,
          )
        : await ofPicture(picture, values.corners, values.light);
    const colours = comparedWith(measured, reference);
    if (!values.json) stdout.write(patchTable(colours));
    print(stdout, values.json, colours, summaryRows(colours));
  },
);

/** The camera of a recipe; what was decided about its files is printed. */
async function cameraOf(
  path: string,
  values: Parameters<typeof readCamera>[1],
  terminal: CommandTerminal,
  out: Output,
): Promise<SimulationPlan> {
  const { plan, notes } = await readCamera(path, values, terminal, () => undefined);
  for (const note of notes) sayOn(out)(note);
  return plan;
}

/** The colours with another reference in place of the spectra. */
function comparedWith(colours: Colours, reference: (typeof REFERENCES)[number]): Colours {
  const found = colours.published.find(({ edition }) => edition === reference);
  if (!found) return colours;
  const { edition: _, label: __, patches, ...figures } = found;
  return {
    ...colours,
    ...figures,
    patches: colours.patches.map((patch, i) => ({ ...patch, ...patches[i]! })),
  };
}

async function ofPicture(
  path: string,
  corners: string | undefined,
  light: string | undefined,
): Promise<Colours> {
  const label = choiceOption(
    'light',
    light,
    lights.map((candidate) => candidate.label),
    illuminants.d65.label,
  );
  const { energy } = lights.find((candidate) => candidate.label === label)!;
  const map = readCorners(corners);
  const picture = await readPicture(path);
  if (picture.channels !== 3 || !picture.isSrgb)
    throw new UsageError(
      `${path} is no colour picture: colours are measured on red, green and blue.`,
    );
  return inFile(path, () => measureChart(picture, homography(map), Float64Array.from(energy)));
}

type Corners = Parameters<typeof homography>[0];

function readCorners(text: string | undefined): Corners {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (numbers.length !== 8 || !numbers.every(Number.isFinite))
    throw new UsageError(
      '--corners must be eight numbers x1,y1,x2,y2,x3,y3,x4,y4: the outer corners of the chart in turn, from that of dark skin.',
    );
  return [0, 2, 4, 6].map((i) => [numbers[i]!, numbers[i + 1]!] as const) as unknown as Corners;
}

/** The colours that a run of a recipe measures. */
async function ofRecipe(
  path: string,
  plan: SimulationPlan,
  threads: string | undefined,
  stderr: Output,
): Promise<Colours> {
  const host = nodeHost(threadsOption(threads));
  const found = (await measurementsOf(plan, host, stderr)).find(({ name }) => name === 'colour');
  if (!found)
    throw new UsageError(
      'scene: the recipe must show the Macbeth chart to be measured for colour.',
    );
  if ('problem' in found) throw new UsageError(`${path}: ${found.problem}`);
  return found as Colours;
}

async function measurementsOf(
  plan: SimulationPlan,
  host: ReturnType<typeof nodeHost>,
  stderr: Output,
): Promise<readonly Measurement[]> {
  const progress = progressOn(stderr, 'Measuring');
  const { report } = await simulate({ ...plan, algorithm: undefined }, host, {
    stopped: () => false,
    log: () => undefined,
    progress: progress.reach,
    stage: () => undefined,
  }).finally(progress.end);
  return report.measurements;
}

/** A line per patch: its colour, the one that it should have, and how far they are apart. */
function patchTable({ patches }: Colours): string {
  const names = ['patch', ...patches.map(({ name }) => inWords(name))];
  const widest = Math.max(...names.map((name) => name.length));
  const cells = [
    ['L*', 'a*', 'b*', 'for L*', 'a*', 'b*', 'CIEDE2000', 'CIE 1976', 'SNR dB'],
    ...patches.map(({ lab, reference, deltaE2000, deltaE76, snrDb }) => [
      ...[...lab, ...reference, deltaE2000, deltaE76].map((value) => value.toFixed(1)),
      snrDb?.toFixed(1) ?? 'no noise',
    ]),
  ];
  const rows = columns(cells.map((row, i) => [names[i]!.padEnd(widest), ...row]));
  return `${rows.join('\n')}\n\n`;
}

/** The name of a patch as its maker writes it: dark skin, neutral 6.5. */
const inWords = (name: string): string =>
  name
    .replace(/[A-Z]|\d+/g, ' $&')
    .replace(/(\d)(\d)/, '$1.$2')
    .toLowerCase();

const summaryRows = (colours: Colours): readonly Row[] => [
  ['CIEDE2000, mean', colours.mean.toFixed(1)],
  ['CIEDE2000, median', colours.median.toFixed(1)],
  ['CIEDE2000, largest', colours.max.toFixed(1)],
  ['Chroma of the greys off', colours.whiteBalanceErrorC.toFixed(1)],
  ['Colour temperature off', colours.whiteBalanceErrorK?.toFixed(0) ?? 'too coloured', 'K'],
  ['Exposure off', colours.exposureErrorStops?.toFixed(2) ?? 'black', 'stops'],
];

async function measurePairs(stdout: Output, path: string, asJson: boolean): Promise<void> {
  const pairs = readPairs(path, await readJson(path)).map(({ a, b }) => ({
    deltaE2000: deltaE2000(a, b),
    deltaE76: deltaE76(a, b),
  }));
  if (asJson) stdout.write(jsonText({ pairs }));
  else stdout.write(`${pairTable(pairs).join('\n')}\n`);
}

/** With the digits of published pairs. */
const pairTable = (pairs: readonly Readonly<Record<'deltaE2000' | 'deltaE76', number>>[]) =>
  columns([
    ['pair', 'CIEDE2000', 'CIE 1976'],
    ...pairs.map((pair, i) => [`${i}`, pair.deltaE2000.toFixed(4), pair.deltaE76.toFixed(4)]),
  ]);

function readPairs(path: string, json: unknown): readonly { readonly a: Lab; readonly b: Lab }[] {
  if (!Array.isArray(json))
    throw new UsageError(`${path} must be a list of pairs {"a": [L, a, b], "b": [L, a, b]}.`);
  return json.map((pair: unknown, i) => {
    const read = (name: 'a' | 'b'): Lab => {
      const lab = (pair as Readonly<Record<string, unknown>> | null)?.[name];
      if (!Array.isArray(lab) || lab.length !== 3 || !lab.every(Number.isFinite))
        throw new UsageError(`${path}: [${i}].${name} must be three numbers, L*, a* and b*.`);
      return lab as unknown as Lab;
    };
    return { a: read('a'), b: read('b') };
  });
}
