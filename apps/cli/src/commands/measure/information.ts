import {
  USUAL_GAP,
  edgeInformation,
  informationOfCamera,
  isMosaic,
  modelInformation,
  noiseSpectrum,
  planesOf,
  readInformationModel,
  regionsOf,
  USUAL_BLOCK,
} from '@lumenloom/engine/lab';
import { UsageError, numberOption } from '@lumenloom/node-host/command-line';
import { readJson } from '../../arguments.ts';
import { command } from '../command.ts';
import {
  allRows,
  fileOrCameraOptions,
  measureFileOrCamera,
  readStack,
  stackOptions,
  type LabResult,
} from './lab-input.ts';

type Information = ReturnType<typeof edgeInformation>;

/** `lumenloom measure information`: what a camera tells of a scene. */
export const information = command(
  {
    usage: [
      '<edge.npy|picture.png> [options]',
      '--model FILE [options]',
      '--recipe recipe.json [options]',
    ],
    says: "Noise-equivalent quanta, Shannon's capacity and the error of an edge's place, from frames of one slanted edge; or, with --model, all of it in closed form of a camera's figures, with the signal-to-noise ratio of an ideal observer that looks for objects. capacity is half the integral over the Nyquist square; capacityDisc the form of Koren without the half and the corners.",
    words: { min: 0, max: 1, are: 'frames of an edge' },
    options: {
      black: { value: 'V', default: '0', says: 'Value without light.' },
      gap: {
        value: 'PX',
        default: `${USUAL_GAP}`,
        says: 'Distance from the edge at which its even sides begin, pixels.',
      },
      flat: {
        value: 'FILE',
        says: 'Frames of an even field: the noise has the shape of their spectrum. White without it.',
      },
      model: { value: 'FILE', says: 'The figures of a camera as JSON.' },
      ...fileOrCameraOptions,
    },
    examples: [
      'measure information edge.npy --black 64',
      'measure information --recipe example:first',
    ],
    document: 'docs/reference/lab.md#information',
  },
  async ({ values, words }, terminal) => {
    const gap = numberOption('gap', values.gap, { min: 1, max: 10_000 });
    const { model, black } = values;
    if (model !== undefined && words.length > 0)
      throw new UsageError('Name frames of an edge, or the figures of a camera with --model.');
    const call = { words: model === undefined ? words : [model], values };
    await measureFileOrCamera(call, terminal, {
      own: ['flat'],
      noise: 'on',
      ofCamera: async ({ plan, host }) => {
        if (black !== '0') throw new UsageError('--black goes with a file, not with --recipe.');
        return allRows(await informationOfCamera(plan, host, gap));
      },
      ofFile: async (path) =>
        model === undefined ? edgeResult(await edgeOf(path, gap, values)) : modelOf(values),
    });
  },
);

type InformationValues = Parameters<typeof readStack>[1] &
  Readonly<Record<'black', string>> &
  Readonly<Record<'flat' | 'model', string | undefined>>;

/** The figures of a camera in closed form. */
async function modelOf(values: InformationValues): Promise<LabResult> {
  for (const option of ['flat', ...Object.keys(stackOptions)] as const)
    if (values[option as 'flat'] !== undefined)
      throw new UsageError(`--${option} goes with frames, not with --model.`);
  return modelResult(modelInformation(readInformationModel(await readJson(values.model!))));
}

/** What frames of an edge tell. */
async function edgeOf(path: string, gap: number, values: InformationValues): Promise<Information> {
  const stack = await readStack(path, values);
  const flat =
    values.flat === undefined
      ? undefined
      : await readStack(values.flat, { ...values, roi: undefined });
  return edgeInformation(regionsOf(stack), {
    black: numberOption('black', values.black, { min: -1e9, max: 1e9 }),
    gap,
    flat:
      flat &&
      noiseSpectrum(planesOf(flat), {
        kind: flat.frames.length > 1 ? 'temporal' : 'total',
        block: USUAL_BLOCK,
        pixels: isMosaic(flat) ? 2 : 1,
      }),
  });
}

const edgeResult = (result: Information): LabResult => ({
  result,
  rows: [
    ['Tilt of the edge', result.angleDegrees, 'degrees'],
    ['Dark side', result.dark],
    ['Light side', result.light],
    ['Variance of the dark side', result.darkVariance],
    ['Variance of the light side', result.lightVariance],
    ['Variances are', result.isOfOneFrame ? 'about a plane of one frame' : 'from frame to frame'],
    ['Capacity', result.capacity, 'bits/pixel'],
    ['Capacity of the disc', result.capacityDisc, 'bits/pixel'],
    ['Error of the place of the edge, from SFR and noise', result.edgeErrorPx, 'pixels'],
    [
      'The same, measured from frame to frame',
      result.edgeErrorMeasuredPx ?? 'one frame',
      result.edgeErrorMeasuredPx === null ? '' : 'pixels',
    ],
  ],
  curves: { cyPerPixel: result.frequency, sfr: result.sfr, neq: result.neq },
});

const modelResult = (result: ReturnType<typeof modelInformation>): LabResult => ({
  result,
  rows: [
    ['Electrons', result.electrons],
    ['Variance of the noise', result.noiseVariance, 'e⁻²'],
    ...result.objects.map(
      ({ widthPx, ratio, contrast, snriDb }) =>
        [
          `SNRi of ${widthPx} × ${widthPx * ratio} pixels, contrast ${contrast}`,
          snriDb,
          'dB',
        ] as const,
    ),
    ['Capacity', result.capacity, 'bits/pixel'],
    ['Capacity of the disc', result.capacityDisc, 'bits/pixel'],
    ['Largest capacity', result.capacityMax, 'bits/pixel'],
    ['at this share of the well', result.capacityMaxExposure],
    ['Capacity of the whole well', result.capacityFull, 'bits/pixel'],
    ['Error of the place of an edge', result.edgeErrorPx, 'pixels'],
  ],
  curves: { cyPerPixel: result.frequencies, neq: result.neq, dqe: result.dqe },
});
