import { readStepChart, stepsOfCamera, toneSteps } from '@lumenloom/engine/lab';
import { UsageError } from '@lumenloom/node-host/command-line';
import { readJson } from '../../arguments.ts';
import { command } from '../command.ts';
import {
  comparedRow,
  fileOrCameraOptions,
  measureFileOrCamera,
  readStack,
  refuseRoi,
  type LabResult,
} from './lab-input.ts';

const KEYS = [
  'saturationLuminance',
  'luminanceAtSnr1',
  'luminanceAtSnr10',
  'dynamicRangeDb',
] as const;

/** `lumenloom measure steps`: conversion, noise and dynamic range from grey patches. */
export const steps = command(
  {
    usage: ['<stack.npy|picture.png> --patches FILE [options]', '--recipe recipe.json [options]'],
    says: 'Mean, noise and SNR of the grey patches of a chart, after ISO 14524:2009 and ISO 15739, and the dynamic range from SNR 1 (and 10) to saturation. Values above black. Of one frame, noise is what a plane through a patch leaves. Patches are rectangles of the whole picture.',
    words: { min: 0, max: 1, are: 'one stack of frames' },
    options: {
      patches: {
        value: 'FILE',
        says: 'JSON: {patches: [[x, y, width, height], ...], luminance: [...], saturation}.',
      },
      ...fileOrCameraOptions,
    },
    examples: [
      'measure steps steps.npy --patches patches.json',
      'measure steps --recipe example:first',
    ],
    document: 'docs/reference/lab.md#steps',
  },
  async (call, terminal) => {
    const { values } = call;
    await measureFileOrCamera(call, terminal, {
      own: ['patches'],
      noise: 'on',
      ofCamera: async ({ plan, host }) => {
        const found = await stepsOfCamera(plan, host);
        return [found, KEYS.map((key) => comparedRow(key, found, (figures) => figures[key]))];
      },
      ofFile: async (path) => {
        if (values.patches === undefined)
          throw new UsageError('Name the patches with --patches FILE.');
        refuseRoi(values.roi);
        const chart = readStepChart(await readJson(values.patches));
        return stepsResult(
          toneSteps(await readStack(path, values, { isClipMeasured: true }), chart),
        );
      },
    });
  },
);

export const stepsResult = (result: ReturnType<typeof toneSteps>): LabResult => ({
  result,
  rows: [
    ...result.patches.map(
      ({ luminance, mean, snr }) =>
        [
          `${Number(luminance.toPrecision(4))} cd/m²: mean ${Number(mean.toPrecision(5))}, SNR`,
          snr ?? 'no noise',
        ] as const,
    ),
    ['Luminance at saturation', result.saturationLuminance, 'cd/m²'],
    ['Luminance at SNR 1', result.luminanceAtSnr1, 'cd/m²'],
    ['Luminance at SNR 10', result.luminanceAtSnr10, 'cd/m²'],
    ['Dynamic range', result.dynamicRangeDb, 'dB'],
    ['Dynamic range', result.dynamicRangeStops, 'stops'],
    ['Dynamic range to SNR 10', result.dynamicRange10Db, 'dB'],
    ...result.notes.map((note) => ['Note', note] as const),
  ],
  curves: {
    luminance: result.patches.map(({ luminance }) => luminance),
    mean: result.patches.map(({ mean }) => mean),
    temporalNoise: result.patches.map(({ temporalNoise }) => temporalNoise),
    totalNoise: result.patches.map(({ totalNoise }) => totalNoise),
    snr: result.patches.map(({ snr }) => snr),
  },
});
