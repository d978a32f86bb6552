import { acutanceOf, readLeavesChart, textureOfCamera, textureSfr } from '@lumenloom/engine/lab';
import { UsageError, numberOption } from '@lumenloom/node-host/command-line';
import { choiceOption, readJson } from '../../arguments.ts';
import { command } from '../command.ts';
import {
  comparedRow,
  fileOrCameraOptions,
  meanFrame,
  measureFileOrCamera,
  readStack,
  viewOption,
  viewOptions,
  type LabResult,
} from './lab-input.ts';

/** `lumenloom measure texture`: the sharpness that dead leaves show. */
export const texture = command(
  {
    usage: ['<leaves.npy|picture.png> --chart FILE [options]', '--recipe recipe.json [options]'],
    says: 'Texture SFR of a square region that shows a chart of dead leaves pixel on pixel: cross, by the cross spectrum with the known leaves (Kirk and others 2014), and power, by the power less the noise (McElvain and others 2010); and the acutance of cross as it is looked at.',
    words: { min: 0, max: 1, are: 'one picture of leaves' },
    options: {
      chart: {
        value: 'FILE',
        says: 'The chart as JSON: {seed, size, smallest, largest, low, high}.',
      },
      'noise-variance': {
        value: 'V',
        default: '0',
        says: 'Variance of a pixel of an even patch, which power takes off.',
      },
      spectrum: {
        value: 'leaves|model',
        default: 'leaves',
        says: 'What power is compared with: the known leaves, or the exact spectrum of such charts.',
      },
      ...viewOptions,
      ...fileOrCameraOptions,
    },
    examples: [
      'measure texture leaves.npy --chart chart.json --noise-variance 0.0001',
      'measure texture --recipe example:first --view monitor',
    ],
    document: 'docs/reference/lab.md#texture',
  },
  async (call, terminal) => {
    const { values } = call;
    const view = viewOption(values);
    await measureFileOrCamera(call, terminal, {
      own: ['chart'],
      noise: 'off',
      ofCamera: async ({ plan, host }) => comparedTexture(await textureOfCamera(plan, host), view),
      ofFile: async (path) => {
        if (values.chart === undefined) throw new UsageError('Name the chart with --chart FILE.');
        const noiseVariance = numberOption('noise-variance', values['noise-variance'], {
          min: 0,
          max: 1e12,
        });
        const spectrum = choiceOption('spectrum', values.spectrum, ['leaves', 'model'], 'leaves');
        const chart = readLeavesChart(await readJson(values.chart));
        const region = meanFrame(await readStack(path, values));
        const isModel = spectrum === 'model';
        return textureResult(textureSfr(region, chart, { noiseVariance, isModel }), view);
      },
    });
  },
);

export function textureResult(
  found: Omit<ReturnType<typeof textureSfr>, 'leaves'>,
  view: number,
): LabResult {
  const { frequency, cross, power } = found;
  const { acutance } = acutanceOf(frequency, cross, view);
  return {
    result: { ...found, acutance },
    rows: [
      ...frequency.flatMap((f, i) => (i % 4 === 3 ? ([[textureAt(f), cross[i]!]] as const) : [])),
      ['Acutance', acutance],
    ],
    curves: { cyPerPixel: frequency, cross, power },
  };
}

/** A camera's curves with their acutance, and lines of them. */
function comparedTexture(found: Awaited<ReturnType<typeof textureOfCamera>>, view: number) {
  const { true: model, raw, developed } = found;
  const withAcutance = <Curve extends { readonly frequency: readonly number[] }>(
    curve: Curve & { readonly cross: readonly number[] },
  ) => ({ ...curve, acutance: acutanceOf(curve.frequency, curve.cross, view).acutance });
  const compared = {
    true: withAcutance(model),
    raw: raw && withAcutance(raw),
    developed: developed && withAcutance(developed),
  };
  const rows = compared.true.frequency.flatMap((f, i) =>
    i % 4 === 3 ? [comparedRow(textureAt(f), compared, ({ cross }) => cross[i])] : [],
  );
  return [
    compared,
    [...rows, comparedRow('Acutance', compared, ({ acutance }) => acutance)],
  ] as const;
}

const textureAt = (frequency: number): string =>
  `Texture SFR at ${frequency.toFixed(3)} cycles/pixel`;
