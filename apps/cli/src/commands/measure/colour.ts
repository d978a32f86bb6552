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
import { endParallel, nodeHost } from '@lumenloom/node-host';
import { UsageError, readArguments } from '@lumenloom/node-host/command-line';
import { choiceOption, readJson, threadsOption } from '../../arguments.ts';
import type { Command } from '../command.ts';
import { planOf } from '../read-recipe.ts';
import { print, type Row } from './print.ts';
import { inFile, readPicture } from './read-picture.ts';

type Lab = readonly [number, number, number];
type Colours = ReturnType<typeof measureChart>;

const lights = Object.values(illuminants).flatMap((light) => ('energy' in light ? [light] : []));

/** `lumenloom measure colour`: colour differences, of a chart or of pairs. */
export const colour: Command = {
  name: 'colour',
  usage:
    'measure colour <picture.png> --corners x1,y1,x2,y2,x3,y3,x4,y4 [--light D65] [--json]\n  measure colour --recipe recipe.json [--suit-light] [--threads N] [--json]\n  measure colour --pairs pairs.json [--json]',
  summary: `Colours of the 24 patches of a Macbeth chart, in a picture that is read as sRGB: L*, a* and b* under D65, those that they should have, CIEDE2000 (kL = kC = kH = 1), CIE 1976 and the signal-to-noise ratio of each; mean, median, largest, and the error of white balance and exposure on the grey patches. --corners are the outer corners of the chart in pixels, in turn round it: the first belongs to the first patch (dark skin), the second to the end of its row. --light is the light that the chart was under (${lights.map(({ label }) => label).join(', ')}): its colours are adapted to D65. --recipe takes the picture of a recipe with the Macbeth chart. --suit-light prints parameters of AWB and CCM that suit the light of the recipe, as an ispParams object. --pairs measures pairs of colours: pairs.json is a list of {"a": [L, a, b], "b": [L, a, b]}.`,
  run: async (args) => {
    const { values, words } = readArguments(
      args,
      {
        corners: { type: 'string' },
        light: { type: 'string' },
        recipe: { type: 'string' },
        'suit-light': { type: 'boolean', default: false },
        threads: { type: 'string' },
        pairs: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
      { min: 0, max: 1, are: 'one picture' },
    );
    const [picture] = words;
    if ([picture, values.recipe, values.pairs].filter((given) => given !== undefined).length !== 1)
      throw new UsageError(
        'Name one picture with --corners, or --recipe recipe.json, or --pairs pairs.json.',
      );
    if (values.pairs !== undefined) {
      await measurePairs(values.pairs, values.json);
      return;
    }
    if (values['suit-light']) {
      if (values.recipe === undefined)
        throw new UsageError('--suit-light needs the light of a recipe: --recipe recipe.json.');
      const { plan } = planOf(await readJson(values.recipe));
      process.stdout.write(`${JSON.stringify(suitedIsp(plan), undefined, 2)}\n`);
      return;
    }
    const colours =
      picture === undefined
        ? await ofRecipe(values.recipe!, values.threads)
        : await ofPicture(picture, values.corners, values.light);
    print(values.json, colours, rowsOf(colours));
  },
};

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
async function ofRecipe(path: string, threads: string | undefined): Promise<Colours> {
  const host = nodeHost(threadsOption(threads));
  const { plan } = planOf(await readJson(path));
  const found = (await measurementsOf(plan, host)).find(({ name }) => name === 'colour');
  await endParallel();
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
): Promise<readonly Measurement[]> {
  const quiet = {
    stopped: () => false,
    log: () => undefined,
    progress: () => undefined,
    stage: () => undefined,
  };
  const { report } = await simulate({ ...plan, algorithm: undefined }, host, quiet);
  return report.measurements;
}

const rowsOf = (colours: Colours): readonly Row[] => [
  ...colours.patches.map((patch): Row => [
    patch.name,
    patch.deltaE2000,
    `(CIEDE2000; L* ${patch.lab.map((value) => value.toFixed(1)).join(' ')} for ${patch.reference.map((value) => value.toFixed(1)).join(' ')})`,
  ]),
  ['CIEDE2000, mean', colours.mean],
  ['CIEDE2000, median', colours.median],
  ['CIEDE2000, largest', colours.max],
  ['White balance, chroma off on the greys', colours.whiteBalanceErrorC],
  ['White balance, colour temperature off', colours.whiteBalanceErrorK ?? 'too coloured', 'K'],
  ['Exposure', colours.exposureErrorStops ?? 'black', 'stops'],
];

async function measurePairs(path: string, asJson: boolean): Promise<void> {
  const pairs = readPairs(path, await readJson(path)).map(({ a, b }) => ({
    deltaE2000: deltaE2000(a, b),
    deltaE76: deltaE76(a, b),
  }));
  print(
    asJson,
    { pairs },
    pairs.flatMap((pair, i) => [
      [`Pair ${i}: CIEDE2000`, pair.deltaE2000] as const,
      [`Pair ${i}: CIE 1976`, pair.deltaE76] as const,
    ]),
  );
}

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
