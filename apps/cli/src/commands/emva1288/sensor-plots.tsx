import {
  histogramOf,
  meanOf,
  meanProfiles,
  spectrograms,
  type FrameStack,
  type MeasuredChannel,
} from '@lumenloom/engine';
import { domainOf, plot, type Axis, type Series } from '@lumenloom/plot';
import { Figure, PAGE_LOOK } from '@lumenloom/report';
import type { ReactNode } from 'react';
import { capital } from './figures.ts';

const HISTOGRAM_BINS = 80;
/** Share of saturation up to which lines are fitted. */
const FITTED = 0.7;
/** A logarithmic axis shows at most so many decades below its largest value. */
const MOST_DECADES = 6;

type Channels = readonly MeasuredChannel[];

/** What lies along an axis of a figure, and a value that must be on it. */
interface FigureAxis {
  readonly label: string;
  readonly isLog?: boolean;
  readonly including?: number;
}

export interface SensorPlot {
  readonly title: string;
  readonly x: FigureAxis;
  readonly y: FigureAxis;
  readonly series: readonly Series[];
  readonly caption: ReactNode;
}

/** Series on two axes that reach over all their values. */
export function SensorFigure({ title, x, y, series, caption }: SensorPlot) {
  const axisOf = ({ label, isLog, including }: FigureAxis, coordinate: 0 | 1): Axis => {
    const values = series.flatMap(({ points }) => points.map((point) => point[coordinate]));
    const domain = domainOf(values, { isLog, including, padding: 0.04, mostDecades: MOST_DECADES });
    return { title: label, isLog, domain, hasGrid: true };
  };
  const drawing = plot({
    description: title,
    width: 480,
    height: 270,
    series,
    look: PAGE_LOOK,
    names: 'row',
    x: axisOf(x, 0),
    y: axisOf(y, 1),
  });
  return <Figure title={title} drawing={drawing} caption={caption} />;
}

/** The points of a channel up to saturation, over the dark. */
function pointsOf({ series }: MeasuredChannel) {
  const dark = series.dark[0]!.stack;
  const darkMean = meanOf(dark.means);
  const peak = series.bright.reduce((best, point) =>
    point.pair.temporalVariance > best.pair.temporalVariance ? point : best,
  );
  return series.bright.map(({ photons, pair }) => ({
    photons,
    signal: pair.mean - darkMean,
    variance: pair.temporalVariance,
    over: pair.temporalVariance - dark.temporalVariance,
    isBelow: photons <= peak.photons,
    isFitted: pair.mean - darkMean <= FITTED * (peak.pair.mean - darkMean),
  }));
}

/** A series per channel. */
const each = (
  channels: Channels,
  shape: Series['shape'],
  points: (channel: MeasuredChannel) => Series['points'],
): Series[] =>
  channels.map((channel) => ({
    name: channel.name,
    // The style sheet has a colour for each name.
    colour: `var(--${channel.name})`,
    shape,
    points: points(channel),
  }));

/** A thin dashed line per channel, without a name. */
const lines = (
  channels: Channels,
  points: (channel: MeasuredChannel) => Series['points'],
): Series[] =>
  each(channels, 'line', points).map(({ name: _, ...series }) => ({ ...series, dashes: '5 4' }));

const photonTransfer = (channels: Channels): SensorPlot => ({
  title: 'Photon transfer',
  x: { label: 'mean over dark, codes', including: 0 },
  y: { label: 'temporal variance over dark, codes²', including: 0 },
  series: [
    ...lines(channels, (channel) => {
      const last = pointsOf(channel).findLast(({ isFitted }) => isFitted)!.signal;
      return [
        [0, 0],
        [last, last * channel.measured.systemGain],
      ];
    }),
    ...each(channels, 'points', (channel) =>
      pointsOf(channel).map(({ signal, over }) => [signal, over]),
    ),
  ],
  caption:
    'The slope of the dashed lines, fitted up to 70 % of saturation, is the system gain K. The variance is largest at saturation.',
});

/** Electrons of the temporal noise in the dark, rounding included. */
const floorOf = ({ series, measured }: MeasuredChannel): number =>
  Math.sqrt(series.dark[0]!.stack.temporalVariance) / measured.systemGain;

const belowSaturation = (channel: MeasuredChannel) =>
  pointsOf(channel).filter(({ isBelow }) => isBelow);

const signalToNoise = (channels: Channels, light: string): SensorPlot => ({
  title: 'Signal-to-noise ratio',
  x: { label: light, isLog: true },
  y: { label: 'signal over temporal noise', isLog: true },
  series: [
    ...lines(channels, (channel) => {
      const { quantumEfficiency } = channel.measured;
      const floor = floorOf(channel);
      return belowSaturation(channel).map(({ photons }) => {
        const electrons = photons * quantumEfficiency;
        return [photons, electrons / Math.sqrt(electrons + floor ** 2)];
      });
    }),
    ...each(channels, 'points', (channel) =>
      belowSaturation(channel).map(({ photons, signal, variance }) => [
        photons,
        signal / Math.sqrt(variance),
      ]),
    ),
  ],
  caption: (
    <>
      Dashed: η μ<sub>p</sub>/√(η μ<sub>p</sub> + σ²), from the measured efficiency and dark noise
      alone.
    </>
  ),
});

const linearity = (channels: Channels, light: string): SensorPlot => ({
  title: 'Linearity',
  x: { label: light, isLog: true },
  y: { label: 'mean over dark, codes', isLog: true },
  series: [
    ...lines(channels, (channel) => {
      const { systemGain, quantumEfficiency } = channel.measured;
      return belowSaturation(channel).map(({ photons }) => [
        photons,
        photons * systemGain * quantumEfficiency,
      ]);
    }),
    ...each(channels, 'points', (channel) =>
      pointsOf(channel).map(({ photons, signal }) => [photons, signal]),
    ),
  ],
  caption: 'Dashed: the responsivity R = K η, fitted up to 70 % of saturation.',
});

const deviation = (channels: Channels): SensorPlot => ({
  title: 'Deviation from linearity',
  x: { label: 'mean over dark, % of saturation', including: 0 },
  y: { label: 'deviation from R, %', including: 0 },
  series: each(channels, 'points', (channel) => {
    const { systemGain, quantumEfficiency } = channel.measured;
    const points = belowSaturation(channel);
    const saturation = points.at(-1)!.signal;
    return points
      .filter(({ signal }) => signal >= 0.05 * saturation && signal <= 0.95 * saturation)
      .map(({ photons, signal }) => [
        (100 * signal) / saturation,
        100 * (signal / (photons * systemGain * quantumEfficiency) - 1),
      ]);
  }),
  caption: 'From 5 to 95 % of saturation, the range of the linearity error.',
});

/**
 * Mean frames in the dark, electrons, and at half of saturation, % of the signal: less their mean,
 * plane by plane.
 */
function patternsOf({ series, pixels, measured }: MeasuredChannel) {
  const dark = series.dark[0]!.stack;
  const signal = meanOf(series.half.means) - meanOf(dark.means);
  const pattern = (stack: FrameStack, perCode: number) => {
    const level = meanOf(stack.means);
    const size = pixels.rows * pixels.columns;
    const values = stack.means.map((value) => (value - level) * perCode);
    return {
      values,
      planes: Array.from({ length: values.length / size }, (_, plane) =>
        values.subarray(plane * size, (plane + 1) * size),
      ),
      /** Distance of which values are multiples apart: means of whole codes. */
      granule: perCode / stack.frames,
    };
  };
  return {
    dark: pattern(dark, 1 / measured.systemGain),
    half: pattern(series.half, 100 / signal),
  };
}

/** Levels at which non-uniformity is shown, with the words for them. */
const LEVELS = [
  { level: 'dark', where: 'in the dark', unit: 'e⁻' },
  { level: 'half', where: 'at half of saturation', unit: '% of the signal' },
] as const;

const histograms = (channels: Channels): SensorPlot[] =>
  LEVELS.map(({ level, where, unit }) => ({
    title: `Histogram ${where}`,
    x: { label: `deviation from the mean, ${unit}` },
    y: { label: 'pixels', isLog: true },
    series: each(channels, 'steps', (channel) => {
      const { values, granule } = patternsOf(channel)[level];
      const { from, width, counts } = histogramOf(values, HISTOGRAM_BINS, granule);
      return Array.from(counts, (count, i) => [from + i * width, Math.max(count, 0.5)]);
    }),
    caption:
      'Pixels of the mean frame, by their deviation. On this scale a normal distribution is a parabola; defects stand beside it.',
  }));

const spectrogramPlots = (channels: Channels): SensorPlot[] =>
  LEVELS.flatMap(({ level, where, unit }) =>
    (['horizontal', 'vertical'] as const).map((direction) => ({
      title: `${capital(direction)} spectrogram ${where}`,
      x: { label: `cycles per pixel of the colour, ${direction}`, including: 0 },
      y: { label: `amplitude, ${unit}`, including: 0 },
      series: each(channels, 'line', (channel) => {
        const { rows, columns } = channel.pixels;
        const spectra = patternsOf(channel)[level].planes.map(
          (plane) => spectrograms(plane, rows, columns)[direction],
        );
        return Array.from(spectra[0]!.frequencies, (frequency, i) => [
          frequency,
          Math.sqrt(
            spectra.reduce((sum, { amplitudes }) => sum + amplitudes[i]! ** 2, 0) / spectra.length,
          ),
        ]);
      }),
      caption: 'A level line is a pattern without order; peaks are stripes.',
    })),
  );

const profiles = (channel: MeasuredChannel): SensorPlot[] =>
  (
    [
      ['rows', 'ofRows'],
      ['columns', 'ofColumns'],
    ] as const
  ).map(([name, profileOf]) => ({
    title: `Profile of the ${name}`,
    x: { label: `${name.slice(0, -1)} of the colour`, including: 0 },
    y: { label: 'deviation of the mean, % of the signal' },
    series: each([channel], 'line', ({ pixels: { rows, columns } }) => {
      const [plane] = patternsOf(channel).half.planes;
      return Array.from(meanProfiles(plane!, rows, columns)[profileOf], (value, i) => [i, value]);
    }),
    caption: `Means of the ${name} at half of saturation.`,
  }));

/** Plots against light: photon transfer, noise, linearity. @param light the axis, with its unit. */
export const lightPlots = (channels: Channels, light: string): SensorPlot[] => [
  photonTransfer(channels),
  signalToNoise(channels, light),
  linearity(channels, light),
  deviation(channels),
];

/** Plots of the non-uniformity; profiles are those of the first channel. */
export const nonUniformityPlots = (channels: Channels): SensorPlot[] => [
  ...histograms(channels),
  ...spectrogramPlots(channels),
  ...profiles(channels[0]!),
];
