import {
  USUAL_BLOCK,
  noiseSpectrumOfCamera,
  stepsOfCamera,
  visualNoiseOfCamera,
} from '@lumenloom/engine/lab';
import {
  CYCLES,
  comparedFigures,
  ofSources,
  under,
  type LabCamera,
  type ReadCurve,
  type ReadFigure,
  type Reading,
} from '../reading.ts';
import { viewsOf } from './sharpness.ts';

/** Frames of a chart of which noise is read. */
export const noiseFrames = (isDraft: boolean): number => (isDraft ? 2 : 8);

const NOISE = {
  mean: { label: 'Mean', unit: 'codes' },
  variance: { label: 'Variance of the temporal noise', unit: 'codes²' },
  rowVariance: { label: 'of whole rows', unit: 'codes²' },
  columnVariance: { label: 'of whole columns', unit: 'codes²' },
} as const;

const LEAST_BLOCK = 16;

/** Temporal noise of an even field, and its power by frequency. */
export async function readNoise({ plan, host, isDraft }: LabCamera): Promise<Reading> {
  const { rows, columns } = plan.grid;
  // Of a mosaic, the places of a colour have half the side.
  const side = Math.min(256, Math.min(rows, columns)) / 2;
  const block = Math.max(LEAST_BLOCK, Math.min(USUAL_BLOCK, 2 * Math.floor(side / 2)));
  const found = await noiseSpectrumOfCamera(
    plan,
    host,
    { kind: 'temporal', block },
    noiseFrames(isDraft),
  );
  const curves = ofSources(found, (one, source, prefix): ReadCurve[] => {
    return (['radial', 'horizontal', 'vertical'] as const).map((direction) => ({
      key: `${prefix}${direction}`,
      label: `${source}, ${direction === 'radial' ? 'all directions' : direction === 'horizontal' ? 'along rows' : 'along columns'}`,
      x: one.frequency,
      y: one[direction],
      xUnit: CYCLES,
      yUnit: source === 'raw' ? 'codes² px²' : 'px²',
      true: null,
    }));
  });
  return {
    figures: comparedFigures(found, NOISE).map((figure) =>
      figure.source === 'developed'
        ? { ...figure, unit: figure.key.endsWith('ariance') ? 'white²' : 'white' }
        : figure,
    ),
    curves,
  };
}

const STEPS = {
  dynamicRangeDb: { label: 'Dynamic range', unit: 'dB' },
  dynamicRangeStops: { label: 'Dynamic range', unit: 'stops' },
  dynamicRange10Db: { label: 'Dynamic range to SNR 10', unit: 'dB' },
  saturationLuminance: { label: 'Luminance at saturation', unit: 'cd/m²' },
  luminanceAtSnr1: { label: 'Luminance at SNR 1', unit: 'cd/m²' },
  luminanceAtSnr10: { label: 'Luminance at SNR 10', unit: 'cd/m²' },
} as const;

/** Conversion, noise and dynamic range of grey steps. */
export async function readSteps({ plan, host, isDraft }: LabCamera): Promise<Reading> {
  const found = await stepsOfCamera(plan, host, noiseFrames(isDraft));
  const curves = ofSources(found, (one, source, prefix): ReadCurve[] => {
    const patches = one.patches.toSorted((a, b) => a.luminance - b.luminance);
    return (
      [
        ['snr', 'SNR'],
        ['mean', source === 'raw' ? 'mean, codes' : 'mean, share of white'],
      ] as const
    ).map(([key, yUnit]) => ({
      key: `${prefix}${key}`,
      label: source,
      x: patches.map(({ luminance }) => luminance),
      y: patches.map((patch) => patch[key]),
      xUnit: 'cd/m²',
      yUnit,
      true: null,
    }));
  });
  const noteOf = (source: ReadFigure['source']): string =>
    (source === 'raw' ? found.raw : found.developed)?.notes.join(' ') ?? '';
  return {
    figures: comparedFigures(found, STEPS).map((figure) => ({
      ...figure,
      condition: figure.value === null ? noteOf(figure.source) : '',
    })),
    curves,
  };
}

const VISUAL = {
  visualNoise: { label: 'Visual noise', unit: '', hasOneTruth: true },
  sigmaL: { label: 'Spread of L*', unit: '', hasOneTruth: true },
  sigmaU: { label: 'Spread of u*', unit: '', hasOneTruth: true },
  sigmaV: { label: 'Spread of v*', unit: '', hasOneTruth: true },
  meanL: { label: 'Mean L*', unit: '', hasOneTruth: true },
} as const;

/** The noise of 18 % grey as the eye sees it in three views; true is the picture without noise. */
export async function readVisualNoise({ plan, host, rows }: LabCamera): Promise<Reading> {
  const figures: ReadFigure[] = [];
  for (const [view, perDegree] of viewsOf(rows)) {
    const found = await visualNoiseOfCamera(plan, host, perDegree);
    for (const figure of comparedFigures(found, VISUAL, `view ${view}`))
      figures.push({ ...figure, key: under(figure.key, view) });
  }
  return { figures, curves: [] };
}
