import {
  NOISE_KINDS,
  USUAL_BLOCK,
  isMosaic,
  noiseSpectrum,
  noiseSpectrumOfCamera,
  planesOf,
  type NoiseKind,
  type Stack,
} from '@lumenloom/engine/lab';
import { numberOption } from '@lumenloom/node-host/command-line';
import { choiceOption } from '../../arguments.ts';
import { command } from '../command.ts';
import {
  comparedRow,
  fileOrCameraOptions,
  measureFileOrCamera,
  readStack,
  type LabResult,
} from './lab-input.ts';

const KEYS = ['mean', 'variance', 'rowVariance', 'columnVariance'] as const;

/** `lumenloom measure nps`: the power of noise by spatial frequency. */
export const nps = command(
  {
    usage: ['<stack.npy|picture.png> [options]', '--recipe recipe.json [options]'],
    says: 'Noise power spectrum of an even region, after IEC 62220-1-1:2015: radial, along rows and columns, and the variances of whole rows and columns. Values are [rows, columns], [frames, rows, columns] or [rows, columns, 3]. Of a mosaic, each place of the tile is a picture of its own, and frequencies end at .25 cycles per pixel.',
    words: { min: 0, max: 1, are: 'one stack of frames' },
    options: {
      kind: {
        value: NOISE_KINDS.join('|'),
        default: 'temporal',
        says: 'What changes from frame to frame, all but slow changes, or what stays.',
      },
      block: {
        value: 'N',
        default: `${USUAL_BLOCK}`,
        says: 'Side of the blocks, even, 16 to 512.',
      },
      ...fileOrCameraOptions,
    },
    examples: [
      'measure nps flat.npy --pattern grbg --channel green',
      'measure nps --recipe example:first --block 32',
    ],
    document: 'docs/reference/lab.md#noise-spectra',
  },
  async (call, terminal) => {
    const { values } = call;
    const kind = choiceOption('kind', values.kind, NOISE_KINDS, 'temporal');
    const block = numberOption('block', values.block, { min: -1e9, max: 1e9 });
    await measureFileOrCamera(call, terminal, {
      own: [],
      noise: 'on',
      ofCamera: async ({ plan, host }) => {
        const found = await noiseSpectrumOfCamera(plan, host, { kind, block });
        return [found, KEYS.map((key) => comparedRow(key, found, (figures) => figures[key]))];
      },
      ofFile: async (path) => npsOf(await readStack(path, values), kind, block),
    });
  },
);

function npsOf(stack: Stack, kind: NoiseKind, block: number): LabResult {
  const result = noiseSpectrum(planesOf(stack), { kind, block, pixels: isMosaic(stack) ? 2 : 1 });
  const { frequency, radial, horizontal, vertical } = result;
  return {
    result,
    rows: [
      ['Mean', result.mean],
      ['Variance', result.variance],
      ['Variance of rows', result.rowVariance],
      ['Variance of columns', result.columnVariance],
      ['Blocks', result.blocks],
      ...frequency.flatMap((f, i) =>
        (i + 1) % Math.max(1, frequency.length / 8) === 0
          ? ([[`Power at ${f.toFixed(3)} cycles/pixel`, radial[i]!, 'value² px²']] as const)
          : [],
      ),
    ],
    curves: { cyPerPixel: frequency, radial, horizontal, vertical },
  };
}
