import {
  histogramOf,
  meanProfiles,
  spatialParts,
  spectrograms,
  type FrameStack,
  type MeasuredChannel,
} from '@lumenloom/engine';
import {
  domainOf,
  escape,
  plot,
  svgText,
  type Axis,
  type Look,
  type Series,
} from '@lumenloom/plot';
import { FIGURES, figureTexts, type MeasuredSensor, type ReportedColour } from './figures.ts';
import { STYLE } from './report-style.ts';

/** Colours of the curves. */
const COLOURS: Readonly<Record<string, string>> = {
  green: '#2a8f3c',
  red: '#c8352c',
  blue: '#1f5eff',
  grey: '#4a5160',
};
const HISTOGRAM_BINS = 80;
/** Share of saturation up to which lines are fitted. */
const FITTED = 0.7;

/** The report of a sensor as one HTML file that needs no other. */
export function reportPage(
  sensor: MeasuredSensor,
  reported: readonly ReportedColour[],
  notes: readonly string[],
): string {
  const { title, conditions, channels, isCalibrated } = sensor;
  const light = isCalibrated ? 'photons per pixel' : 'exposure, s';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>EMVA 1288: ${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<p class="kind">Sensor characterisation, EMVA 1288 release 4.0, linear</p>
<h1>${escape(title)}</h1>
<dl>${conditions.map(([name, value]) => `<div><dt>${escape(name)}</dt><dd>${escape(value)}</dd></div>`).join('')}</dl>
</header>
<main>
<section>
<h2>Figures</h2>
<p class="about">Each measured figure stands with its standard error${reported.some(({ figures }) => figures.model) ? ', beside what the sensor was made with' : ''}. Figures of non-uniformity are without the noise that is left in mean frames; the plots show the mean frames as they are. Formulas: docs/reference/measuring.md, EMVA 1288.</p>
<div class="tables">${reported.map(figureTable).join('')}</div>
${notes.length > 0 ? `<ul class="notes">${notes.map((note) => `<li>${escape(note)}</li>`).join('')}</ul>` : ''}
</section>
<section>
<h2>Light</h2>
<div class="plots">${[photonTransferPlot(channels), noisePlot(channels, light), linearityPlot(channels, light), deviationPlot(channels)].map(framed).join('')}</div>
</section>
<section>
<h2>Non-uniformity</h2>
${partsTable(channels)}
<div class="plots">${[...histogramPlots(channels), ...spectrogramPlots(channels), ...profilePlots(channels)].map(framed).join('')}</div>
</section>
</main>
</body>
</html>
`;
}

/** What lies along an axis of a figure, and a value that must be on it. */
interface FigureAxis {
  readonly label: string;
  readonly isLog?: boolean;
  readonly including?: number;
}

/** Colours of the style sheet. */
const LOOK: Look = {
  text: 'var(--grey)',
  title: 'var(--ink)',
  grid: 'var(--line)',
  axis: 'var(--grey)',
};
/** A logarithmic axis shows at most so many decades below its largest value. */
const MOST_DECADES = 6;

/** Series on two axes that reach over all their values. */
function figure(title: string, x: FigureAxis, y: FigureAxis, series: readonly Series[]): string {
  const axisOf = ({ label, isLog, including }: FigureAxis, coordinate: 0 | 1): Axis => {
    const values = series.flatMap(({ points }) => points.map((point) => point[coordinate]));
    const domain = domainOf(values, { isLog, including, padding: 0.04, mostDecades: MOST_DECADES });
    return { title: label, isLog, domain, hasGrid: true };
  };
  return svgText(
    plot({
      description: title,
      ...{ width: 480, height: 270 },
      x: axisOf(x, 0),
      y: axisOf(y, 1),
      series,
      names: 'row',
      look: LOOK,
    }),
  );
}

/** A plot, its title and a sentence about it. */
type Framed = readonly [svg: string, title: string, caption: string];
const framed = ([svg, title, caption]: Framed): string =>
  `<figure><h3>${title}</h3>${svg}<figcaption>${caption}</figcaption></figure>`;

const heading = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const subscripted = (symbol: string): string =>
  symbol.replace(/_(.+)$/, (_, below: string) => `<sub>${below}</sub>`);

function figureTable({ name, figures }: ReportedColour): string {
  const hasModel = figures.model !== null;
  const rows = FIGURES.map(({ key, name: figure, symbol, unit }) => {
    const texts = figureTexts(figures, key);
    const head = `<th scope="row">${figure} <i>${subscripted(symbol)}</i></th>`;
    if (!texts)
      return `<tr>${head}<td colspan="${hasModel ? 5 : 2}" class="none">not measured</td><td class="unit">${unit}</td></tr>`;
    const { measured, error, model, difference, deviation } = texts;
    const compared = `<td class="model">${model}</td><td>${difference}</td><td class="deviation">${deviation}</td>`;
    return `<tr>${head}<td class="measured">${measured}</td><td class="error">± ${error}</td>${hasModel ? compared : ''}<td class="unit">${unit}</td></tr>`;
  });
  return `<table class="${name}"><caption>${heading(name)} pixels</caption><thead><tr><th></th><th colspan="2">measured</th>${hasModel ? '<th>model</th><th>difference</th><th>difference/error</th>' : ''}<th></th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Rows, columns and pixels of the non-uniformity, standard deviations. */
function partsTable(channels: readonly MeasuredChannel[]): string {
  const rows = channels.map(({ name, series, pixels, measured }) => {
    const dark = series.dark[0]!.stack;
    const signal = mean(series.half.means) - mean(dark.means);
    const [inDark, inLight] = [spatialParts(dark, pixels), spatialParts(series.half, pixels)];
    const root = (variance: number): number => Math.sqrt(Math.max(0, variance));
    const cells = (['rows', 'columns', 'pixels'] as const).flatMap((part) => [
      (root(inDark[part]) / measured.systemGain).toFixed(2),
      ((100 * root(inLight[part] - inDark[part])) / signal).toFixed(3),
    ]);
    return `<tr><th scope="row">${heading(name)}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const kinds = '<th>DSNU, e⁻</th><th>PRNU, %</th>';
  return `<table class="parts"><thead><tr><th></th><th colspan="2">from row to row</th><th colspan="2">from column to column</th><th colspan="2">from pixel to pixel</th></tr><tr><th></th>${kinds.repeat(3)}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const mean = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The points of a channel up to saturation, over the dark. */
function pointsOf({ series }: MeasuredChannel) {
  const dark = series.dark[0]!.stack;
  const darkMean = mean(dark.means);
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

const colourOf = ({ name }: MeasuredChannel): string => COLOURS[name]!;

/** A series per channel. */
const each = (
  channels: readonly MeasuredChannel[],
  shape: Series['shape'],
  points: (channel: MeasuredChannel) => Series['points'],
): Series[] =>
  channels.map((channel) => ({
    name: channel.name,
    colour: colourOf(channel),
    shape,
    points: points(channel),
  }));

/** A thin dashed line per channel, without a name. */
const lines = (
  channels: readonly MeasuredChannel[],
  points: (channel: MeasuredChannel) => Series['points'],
): Series[] =>
  each(channels, 'line', points).map(({ name: _, ...series }) => ({ ...series, dashes: '5 4' }));

const photonTransferPlot = (channels: readonly MeasuredChannel[]): Framed => [
  figure(
    'Photon transfer',
    { label: 'mean over dark, codes', including: 0 },
    { label: 'temporal variance over dark, codes²', including: 0 },
    [
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
  ),
  'Photon transfer',
  'The slope of the dashed lines, fitted up to 70 % of saturation, is the system gain K. The variance is largest at saturation.',
];

/** Electrons of the temporal noise in the dark, rounding included. */
const floorOf = ({ series, measured }: MeasuredChannel): number =>
  Math.sqrt(series.dark[0]!.stack.temporalVariance) / measured.systemGain;

const noisePlot = (channels: readonly MeasuredChannel[], light: string): Framed => [
  figure(
    'Signal-to-noise ratio',
    { label: light, isLog: true },
    { label: 'signal over temporal noise', isLog: true },
    [
      ...lines(channels, (channel) => {
        const { quantumEfficiency } = channel.measured;
        const floor = floorOf(channel);
        return pointsOf(channel)
          .filter(({ isBelow }) => isBelow)
          .map(({ photons }) => {
            const electrons = photons * quantumEfficiency;
            return [photons, electrons / Math.sqrt(electrons + floor ** 2)];
          });
      }),
      ...each(channels, 'points', (channel) =>
        pointsOf(channel)
          .filter(({ isBelow }) => isBelow)
          .map(({ photons, signal, variance }) => [photons, signal / Math.sqrt(variance)]),
      ),
    ],
  ),
  'Signal-to-noise ratio',
  'Dashed: η μ_p/√(η μ_p + σ²), from the measured efficiency and dark noise alone.'.replace(
    /μ_p/g,
    'μ<sub>p</sub>',
  ),
];

const linearityPlot = (channels: readonly MeasuredChannel[], light: string): Framed => [
  figure(
    'Linearity',
    { label: light, isLog: true },
    { label: 'mean over dark, codes', isLog: true },
    [
      ...lines(channels, (channel) => {
        const { systemGain, quantumEfficiency } = channel.measured;
        return pointsOf(channel)
          .filter(({ isBelow }) => isBelow)
          .map(({ photons }) => [photons, photons * systemGain * quantumEfficiency]);
      }),
      ...each(channels, 'points', (channel) =>
        pointsOf(channel).map(({ photons, signal }) => [photons, signal]),
      ),
    ],
  ),
  'Linearity',
  'Dashed: the responsivity R = K η, fitted up to 70 % of saturation.',
];

const deviationPlot = (channels: readonly MeasuredChannel[]): Framed => [
  figure(
    'Deviation from linearity',
    { label: 'mean over dark, % of saturation', including: 0 },
    { label: 'deviation from R, %', including: 0 },
    each(channels, 'points', (channel) => {
      const { systemGain, quantumEfficiency } = channel.measured;
      const points = pointsOf(channel).filter(({ isBelow }) => isBelow);
      const saturation = points.at(-1)!.signal;
      return points
        .filter(({ signal }) => signal >= 0.05 * saturation && signal <= 0.95 * saturation)
        .map(({ photons, signal }) => [
          (100 * signal) / saturation,
          100 * (signal / (photons * systemGain * quantumEfficiency) - 1),
        ]);
    }),
  ),
  'Deviation from linearity',
  'From 5 to 95 % of saturation, the range of the linearity error.',
];

/**
 * Mean frames in the dark, electrons, and at half of saturation, % of the signal: less their mean,
 * plane by plane.
 */
function patternsOf({ series, pixels, measured }: MeasuredChannel) {
  const dark = series.dark[0]!.stack;
  const signal = mean(series.half.means) - mean(dark.means);
  const pattern = (stack: FrameStack, perCode: number) => {
    const level = mean(stack.means);
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

const histogramPlots = (channels: readonly MeasuredChannel[]): Framed[] =>
  LEVELS.map(({ level, where, unit }) => [
    figure(
      `Histogram ${where}`,
      { label: `deviation from the mean, ${unit}` },
      { label: 'pixels', isLog: true },
      each(channels, 'steps', (channel) => {
        const { values, granule } = patternsOf(channel)[level];
        const { from, width, counts } = histogramOf(values, HISTOGRAM_BINS, granule);
        return Array.from(counts, (count, i) => [from + i * width, Math.max(count, 0.5)]);
      }),
    ),
    `Histogram ${where}`,
    `Pixels of the mean frame, by their deviation. On this scale a normal distribution is a parabola; defects stand beside it.`,
  ]);

const spectrogramPlots = (channels: readonly MeasuredChannel[]): Framed[] =>
  LEVELS.flatMap(({ level, where, unit }) =>
    (['horizontal', 'vertical'] as const).map((direction): Framed => [
      figure(
        `${heading(direction)} spectrogram ${where}`,
        { label: `cycles per pixel of the colour, ${direction}`, including: 0 },
        { label: `amplitude, ${unit}`, including: 0 },
        each(channels, 'line', (channel) => {
          const { rows, columns } = channel.pixels;
          const spectra = patternsOf(channel)[level].planes.map(
            (plane) => spectrograms(plane, rows, columns)[direction],
          );
          return Array.from(spectra[0]!.frequencies, (frequency, i) => [
            frequency,
            Math.sqrt(
              spectra.reduce((sum, { amplitudes }) => sum + amplitudes[i]! ** 2, 0) /
                spectra.length,
            ),
          ]);
        }),
      ),
      `${heading(direction)} spectrogram ${where}`,
      'A level line is a pattern without order; peaks are stripes.',
    ]),
  );

const profilePlots = ([first]: readonly MeasuredChannel[]): Framed[] =>
  (
    [
      ['rows', 'ofRows'],
      ['columns', 'ofColumns'],
    ] as const
  ).map(([name, profileOf]) => [
    figure(
      `Profile of the ${name}`,
      { label: `${name.slice(0, -1)} of the colour`, including: 0 },
      { label: 'deviation of the mean, % of the signal' },
      each([first!], 'line', (channel) => {
        const { rows, columns } = channel.pixels;
        const [plane] = patternsOf(channel).half.planes;
        return Array.from(meanProfiles(plane!, rows, columns)[profileOf], (value, i) => [i, value]);
      }),
    ),
    `Profile of the ${name}`,
    `Means of the ${name} at half of saturation.`,
  ]);
