import { homography, measureChart } from '@lumenloom/engine';
import { illuminants } from '@lumenloom/engine/catalogue';
import {
  USUAL_BLOCK,
  USUAL_EPSILON,
  contrastPairs,
  fieldShading,
  isMosaic,
  lampFlicker,
  linearColours,
  measureGrid,
  noiseSpectrum,
  planesOf,
  readContrastPairs,
  readStepChart,
  toneSteps,
  visualNoiseOf,
} from '@lumenloom/engine/lab';
import { CYCLES, under } from '../reading.ts';
import { viewsOf } from '../sections/sharpness.ts';
import { curve, fail, figure, listed, numberOf, onlyKeys, type Reader } from './chart-figures.ts';
import { prefixOf, readWithErrors, stackOf, type ChartFrames } from './chart-frames.ts';

export const noiseOfFrames: Reader = (frames) => {
  const prefix = prefixOf(frames);
  const unit = frames.encoding === 'linear' ? 'codes' : 'white';
  onlyKeys(frames, ['black', 'block']);
  return readWithErrors(stackOf(frames, { isClipMeasured: true }), (stack) => {
    const pixels = isMosaic(stack) ? 2 : 1;
    const planes = planesOf(stack);
    const side = Math.min(planes[0]!.rows, planes[0]!.columns);
    const usual = Math.min(USUAL_BLOCK, 2 * Math.floor(side / 2));
    const block = numberOf(frames.params, 'block', usual);
    const found = noiseSpectrum(planes, { kind: 'temporal', block, pixels });
    return {
      figures: listed(prefix, found, {
        mean: ['Mean', unit],
        variance: ['Variance of the temporal noise', `${unit}²`],
        rowVariance: ['of whole rows', `${unit}²`],
        columnVariance: ['of whole columns', `${unit}²`],
      }),
      curves: [curve(`${prefix}radial`, [found.frequency, found.radial], CYCLES, `${unit}² px²`)],
    };
  });
};

export const stepsOfFrames: Reader = (frames) => {
  const chart = readStepChart(frames.params);
  const prefix = prefixOf(frames);
  return readWithErrors(stackOf(frames, { isClipMeasured: true }), (stack) => {
    const found = toneSteps(stack, chart);
    const patches = found.patches.toSorted((a, b) => a.luminance - b.luminance);
    return {
      figures: listed(prefix, found, {
        dynamicRangeDb: ['Dynamic range', 'dB'],
        dynamicRangeStops: ['Dynamic range', 'stops'],
        dynamicRange10Db: ['Dynamic range to SNR 10', 'dB'],
        saturationLuminance: ['Luminance at saturation', 'cd/m²'],
        luminanceAtSnr1: ['Luminance at SNR 1', 'cd/m²'],
        luminanceAtSnr10: ['Luminance at SNR 10', 'cd/m²'],
      }),
      curves: [
        curve(
          `${prefix}snr`,
          [patches.map(({ luminance }) => luminance), patches.map(({ snr }) => snr)],
          'cd/m²',
          'SNR',
        ),
      ],
    };
  });
};

export const contrastOfFrames: Reader = (frames) => {
  const pairs = readContrastPairs(frames.params);
  const settings = { epsilon: USUAL_EPSILON, kind: 'michelson' as const };
  return readWithErrors(stackOf(frames, { isClipMeasured: true }), (stack) => ({
    figures: contrastPairs(stack, pairs, settings).map(({ nominal, contrastDetection }, i) =>
      figure(
        under(`${prefixOf(frames)}contrastDetection`, nominal, `pair ${i + 1}`),
        `Contrast ${nominal}: detection`,
        contrastDetection,
        '',
      ),
    ),
    curves: [],
  }));
};

export const flickerOfFrames: Reader = (frames) => {
  onlyKeys(frames, ['off', 'saturation', 'black']);
  const { params } = frames;
  const black = numberOf(params, 'black', 0);
  const off = numberOf(params, 'off');
  if (!(off > 0)) fail('params.off', 'must be above 0.');
  const saturation =
    params['saturation'] === undefined ? undefined : numberOf(params, 'saturation');
  const stack = stackOf(frames, { isClipMeasured: true });
  if (stack.frames.length < 2) fail('file', 'a series of flicker needs at least 2 frames.');
  const series = stack.frames.map((frame) => {
    const values = frame.filter((_, i) => stack.used[i] === 1);
    return values.reduce((sum, value) => sum + value, 0) / values.length - black;
  });
  const found = lampFlicker({ series, off, saturation });
  return {
    figures: listed(prefixOf(frames), found, {
      modulationIndex: ['Modulation index', ''],
      detectionIndex: ['Frames that show the lamp lit', ''],
      mitigationProbability: ['Frames near the mean', ''],
      clipped: ['Saturated frames', ''],
    }).map((one) => ({ ...one, condition: `${series.length} frames` })),
    curves: [],
  };
};

/** An even field, linear: three colours of a picture in sRGB, else one channel of the frame. */
function evenField(frames: ChartFrames): Parameters<typeof fieldShading>[0] {
  const [picture] = frames.pictures;
  if (picture!.channels === 3 && frames.encoding === 'srgb')
    return { ...linearColours(picture!, frames.rectangle), channels: 3 };
  const [plane] = planesOf(stackOf({ ...frames, pictures: [picture!] }, { isClipMeasured: true }));
  const black = numberOf(frames.params, 'black', 0);
  return {
    ...plane!,
    channels: 1,
    linear: plane!.frames[0]!.map((value) => value - black),
  };
}

export const shadingOfFrames: Reader = (frames) => {
  const found = fieldShading(evenField(frames));
  return {
    figures: listed(prefixOf(frames), found, {
      luminanceShadingPercent: ['Luminance shading', '%'],
      colourShading: ['Colour shading', 'in a*, b*'],
    }).filter(({ value }) => value !== null),
    curves: [],
  };
};

export const visualNoiseOfFrames: Reader = (frames) => {
  const [picture] = frames.pictures;
  if (picture!.channels !== 3 || frames.encoding !== 'srgb')
    return fail('encoding', 'visual noise is that of a colour picture in sRGB.');
  const patch = linearColours(picture!, frames.rectangle);
  return {
    figures: viewsOf(picture!.rows).flatMap(([view, perDegree]) => {
      const { visualNoise, meanL } = visualNoiseOf(patch, perDegree);
      return [
        figure(under('developed.visualNoise', view), 'Visual noise', visualNoise, ''),
        figure(under('developed.meanL', view), 'Mean L*', meanL, ''),
      ].map((one) => ({ ...one, condition: `view ${view}` }));
    }),
    curves: [],
  };
};

export const colourOfFrames: Reader = (frames) => {
  onlyKeys(frames, ['corners', 'light']);
  const [picture] = frames.pictures;
  const { corners, light = illuminants.d65.label } = frames.params;
  if (picture!.channels !== 3 || frames.encoding !== 'srgb')
    return fail('encoding', 'colours are those of a colour picture in sRGB.');
  if (!Array.isArray(corners) || corners.length !== 8 || !corners.every(Number.isFinite))
    return fail('params.corners', 'must be eight numbers, the outer corners of the chart in turn.');
  const named = Object.values(illuminants).find(({ label }) => label === light);
  if (!named || !('energy' in named)) return fail('params.light', 'is no light that has a name.');
  const numbers = corners as number[];
  const places = [0, 2, 4, 6].map((i) => [numbers[i]!, numbers[i + 1]!] as const);
  const found = measureChart(
    picture!,
    homography(places as unknown as Parameters<typeof homography>[0]),
    Float64Array.from(named.energy),
  );
  return {
    figures: listed('', found, {
      mean: ['CIEDE2000, mean', ''],
      median: ['CIEDE2000, median', ''],
      max: ['CIEDE2000, largest', ''],
      whiteBalanceErrorC: ['Chroma of the greys off', ''],
      whiteBalanceErrorK: ['Colour temperature off', 'K'],
      exposureErrorStops: ['Exposure off', 'stops'],
    }),
    curves: [],
  };
};

/** Points of a grid, as `measure grid` reads them. */
export const gridOfFrames: Reader = ({ params }) => {
  const found = measureGrid(params);
  return {
    figures:
      'red' in found
        ? (['red', 'blue'] as const).flatMap((colour) =>
            (
              [
                ['worstPx', 'Worst distance from green'],
                ['meanPx', 'Mean distance from green'],
                ['worstRadialPx', 'Worst along the radius'],
              ] as const
            ).map(([key, label]) =>
              figure(under(key, colour), `${label}: ${colour}`, found[colour][key], 'px'),
            ),
          )
        : listed('', found, {
            ...('scale' in found
              ? {
                  worstPercent: ['Worst local distortion', '%'],
                  meanAbsolutePercent: ['Mean of its size', '%'],
                }
              : { smiaTvPercent: ['SMIA TV distortion', '%'], tvPercent: ['TV distortion', '%'] }),
          }),
    curves: [],
  };
};

const onlyOf =
  (keys: RegExp): Reader =>
  (frames) => ({
    figures: gridOfFrames(frames).figures.filter(({ key }) => keys.test(key)),
    curves: [],
  });

export const lateralOfFrames: Reader = onlyOf(/\[(?:red|blue)\]$/);
export const tvOfFrames: Reader = onlyOf(/tv/i);
