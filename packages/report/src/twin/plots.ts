import { domainOf, plot, type Axis, type Drawn, type Series } from '@lumenloom/plot';
import { PAGE_LOOK } from '../figure.tsx';
import type { ComparedShown, CurveShown } from './results.ts';

type Points = Series['points'];

/** A drawing with its words. */
export interface TwinPlot {
  readonly title: string;
  readonly caption: string;
  readonly drawing: Drawn;
}

const REAL = { name: 'camera', colour: 'var(--accent)', shape: 'points', width: 6 } as const;
const TWIN = { name: 'twin', colour: 'var(--green)', shape: 'points', width: 3 } as const;
/** Both sides have noise: inside is up to this many repeatabilities. */
const LIMIT = Math.SQRT2;
/** Quotients beyond are drawn there. */
const FARTHEST = 6;

interface Axes {
  readonly x: string;
  readonly y: string;
  readonly isLog?: boolean;
}

function drawingOf(title: string, { x, y, isLog = false }: Axes, series: readonly Series[]): Drawn {
  const axisOf = (label: string, coordinate: 0 | 1): Axis => ({
    title: label,
    isLog,
    hasGrid: true,
    domain: domainOf(
      series.flatMap(({ points }) => points.map((point) => point[coordinate])),
      { isLog, padding: 0.04 },
    ),
  });
  return plot({
    ...{ description: title, width: 480, height: 270, series, look: PAGE_LOOK, names: 'row' },
    ...{ x: axisOf(x, 0), y: axisOf(y, 1) },
  });
}

/** Noise in time of flats and darks against their mean, of the camera and of its twin. */
function noisePlot(compared: readonly ComparedShown[]): readonly TwinPlot[] {
  const pairs = compared.flatMap((mean) => {
    if (!mean.figure.startsWith('mean')) return [];
    const name = mean.figure.replace('mean', 'temporal noise');
    const noise = compared.find(({ frame, figure }) => frame === mean.frame && figure === name);
    return noise ? [{ mean, noise }] : [];
  });
  if (pairs.length < 2) return [];
  const points = (side: 'real' | 'simulated'): Points =>
    pairs.map(({ mean, noise }) => [mean[side], noise[side]]);
  const title = 'Noise against level';
  return [
    {
      title,
      caption: 'Deviation of a pixel in time against the mean of a stack, each colour for itself.',
      drawing: drawingOf(title, { x: 'mean, codes', y: 'noise, codes', isLog: true }, [
        { ...REAL, points: points('real') },
        { ...TWIN, points: points('simulated') },
      ]),
    },
  ];
}

/** Figures of one kind side by side, one place after the other. */
function placesPlot(
  compared: readonly ComparedShown[],
  { title, caption, y, is }: { title: string; caption: string; y: string; is: RegExp },
): readonly TwinPlot[] {
  const chosen = compared.filter(({ figure }) => is.test(figure));
  if (chosen.length === 0) return [];
  const points = (side: 'real' | 'simulated'): Points =>
    chosen.map((figure, at) => [at + 1, figure[side]]);
  return [
    {
      title,
      caption,
      drawing: drawingOf(title, { x: 'place, as in the table', y }, [
        { ...REAL, points: points('real') },
        { ...TWIN, points: points('simulated') },
      ]),
    },
  ];
}

/** How far each figure is off, in its repeatability. */
function offPlot(compared: readonly ComparedShown[]): readonly TwinPlot[] {
  const off = compared.flatMap(({ difference, repeatability, inside }, at) => {
    if (!(repeatability > 0)) return [];
    const value = Math.max(-FARTHEST, Math.min(FARTHEST, difference / repeatability));
    return [{ at: at + 1, value, inside }];
  });
  if (off.length === 0) return [];
  const points = (inside: boolean): Points =>
    off.filter((one) => one.inside === inside).map(({ at, value }) => [at, value]);
  const limit = (value: number): Series => ({
    points: [
      [1, value],
      [compared.length, value],
    ],
    ...{ colour: 'var(--soft)', dashes: '4 3', width: 1 },
  });
  const title = 'Difference over repeatability';
  return [
    {
      title,
      caption: `Inside is up to ${LIMIT.toFixed(2)}, and what half a code explains; beyond ${FARTHEST} figures are drawn there.`,
      drawing: drawingOf(title, { x: 'figure, as in the table', y: 'repeatabilities' }, [
        limit(LIMIT),
        limit(-LIMIT),
        { ...TWIN, name: 'inside', points: points(true) },
        { ...REAL, name: 'outside', colour: 'var(--warn)', width: 5, points: points(false) },
      ]),
    },
  ];
}

/** Real beside simulated, as far as frames were compared. */
export const comparedPlots = (compared: readonly ComparedShown[]): readonly TwinPlot[] => [
  ...offPlot(compared),
  ...noisePlot(compared),
  ...placesPlot(compared, {
    ...{ title: 'Shading', y: 'light over the middle', is: /^shading at/ },
    caption: 'Eight places of the brightest flat of each light and turn.',
  }),
  ...placesPlot(compared, {
    ...{ title: 'SFR at 0.25 cycles/px', y: 'SFR', is: /^SFR at .* 0\.25 cycles/ },
    caption: 'Each square, along both directions.',
  }),
  ...placesPlot(compared, {
    ...{ title: 'SFR at 0.5 cycles/px', y: 'SFR', is: /^SFR at .* 0\.5 cycles/ },
    caption: 'Each square, along both directions.',
  }),
];

/** The falloff of the lens with its interval. */
export function illuminationPlot({ at, value, interval }: CurveShown): TwinPlot {
  const line = (valueAt: (i: number) => number): Points => at.map((r, i) => [r, valueAt(i)]);
  const edge = { colour: 'var(--soft)', dashes: '4 3', width: 1 } as const;
  const title = 'Falloff of the lens';
  return {
    title,
    caption: 'Light over that on the axis, without the gradient of the lamp; dashed: 95 %.',
    drawing: drawingOf(title, { x: 'share of the half diagonal', y: 'share' }, [
      { points: line((i) => interval[i]![0]), ...edge },
      { points: line((i) => interval[i]![1]), ...edge },
      { points: line((i) => value[i]!), colour: 'var(--accent)', width: 2 },
    ]),
  };
}
