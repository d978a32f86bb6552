import { brief } from '../text/figure.ts';
import type { SensorEstimate } from './estimate-sensor.ts';
import { relativeHalf, type TwinFigure } from './figure.ts';
import type { StackMeans } from './stack-means.ts';
import { meanVariance } from './temporal-parts.ts';

/** Frames that would bring a figure to its goal. */
export interface Wanted {
  readonly figure: string;
  /** Half of the relative 95 % interval; null where the figure is not determined. */
  readonly now: number | null;
  readonly goal: number | null;
  readonly text: string;
  readonly frames: {
    readonly kind: 'dark' | 'flat';
    readonly count: number;
    readonly exposure: number | null;
    readonly celsius: number | null;
  };
}

interface Goal {
  readonly key: string;
  readonly name: string;
  readonly goal: number;
  readonly kind: 'dark' | 'flat';
}

const GOALS: readonly Goal[] = [
  { key: 'sensor.systemGain', name: 'the gain', goal: 0.005, kind: 'flat' },
  { key: 'sensor.readNoise', name: 'read noise', goal: 0.02, kind: 'dark' },
  { key: 'sensor.dsnu', name: 'DSNU', goal: 0.03, kind: 'dark' },
  { key: 'sensor.prnu', name: 'PRNU', goal: 0.03, kind: 'flat' },
  { key: 'sensor.darkCurrent', name: 'dark current', goal: 0.03, kind: 'dark' },
];
/** Frames of a stack where none was there. */
const USUAL_FRAMES = 8;
/** Errors of a mean that the dark signal of a long dark is to have. */
const CLEAR_ERRORS = 10;
const USUAL_LONG_DARK = 10;
const WARMER = 15;
const MOST_FRAMES = 1000;
const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;

/**
 * What would bring the figures of a sensor to their goals, by the information that frames have: n
 * frames give an error that falls with the root of n.
 *
 * @see docs/reference/twin.md#t6
 */
export function wantedFrames(estimate: SensorEstimate, celsius: number): readonly Wanted[] {
  const { figures, shortest, flats } = estimate;
  const counts = { dark: shortest.count, flat: Math.max(...flats.map(({ count }) => count), 0) };
  const wanted: Wanted[] = [];
  for (const { key, name, goal, kind } of GOALS) {
    const figure = figures[key]!;
    const now = relativeHalf(figure);
    if (now === undefined || now <= goal) continue;
    const count = Math.ceil(counts[kind] * (now / goal) ** 2);
    // A figure that is about 0 has no relative interval to speak of.
    if (count > MOST_FRAMES) continue;
    const exposure = exposureFor(estimate, kind, key);
    const what = kind === 'dark' ? 'darks at two exposure times' : 'flats at each exposure';
    wanted.push({
      figure: key,
      now,
      goal,
      text: `${count} ${what} would bring ${name} to ${percent(goal)}.`,
      frames: { kind, count, exposure, celsius: kind === 'dark' ? celsius : null },
    });
  }
  return [...wanted, ...missing(estimate, celsius)];
}

const exposureFor = (estimate: SensorEstimate, kind: 'dark' | 'flat', key: string) =>
  key === 'sensor.darkCurrent'
    ? longDark(estimate)
    : kind === 'dark'
      ? estimate.shortest.stack.exposure
      : null;

/** Seconds after which the dark signal is clear of the error of a mean, two digits. */
function longDark({ dark, shortest, time, layout }: SensorEstimate): number {
  const parts = time.get(shortest);
  const rate = dark.rate?.value ?? 0;
  if (!parts || !(rate > 0)) return USUAL_LONG_DARK;
  const error = Math.sqrt(meanVariance(parts, layout) / shortest.count);
  const longest = Math.max(...[...time.keys()].map(({ stack }) => stack.exposure));
  return Number(Math.max((CLEAR_ERRORS * error) / rate, longest).toPrecision(2));
}

/** Frames for what is not determined at all. */
function missing(estimate: SensorEstimate, celsius: number): Wanted[] {
  const { figures, shortest, flats } = estimate;
  const isOpen = (key: string): boolean => isUndetermined(figures[key]);
  const item = (
    figure: string,
    text: string,
    kind: 'dark' | 'flat',
    [exposure, temperature]: readonly [number | null, number | null],
  ): Wanted => ({
    ...{ figure, now: null, goal: null, text },
    frames: { kind, count: USUAL_FRAMES, exposure, celsius: temperature },
  });
  const long = longDark(estimate);
  const current = 'sensor.darkCurrent';
  const needsLongDarks = isOpen(current) && estimate.dark.rate === undefined;
  return [
    ...(isOpen('sensor.systemGain')
      ? [
          item(
            'sensor.systemGain',
            `${USUAL_FRAMES} flats at each of 7 exposures from 5 to 90 % would determine the gain, and with it everything in electrons.`,
            'flat',
            [null, null],
          ),
        ]
      : []),
    ...(needsLongDarks
      ? [
          item(
            current,
            `${USUAL_FRAMES} darks of ${brief(long)} s beside those of ${shortest.stack.exposure} s would determine dark current and hot pixels.`,
            'dark',
            [long, celsius],
          ),
        ]
      : []),
    ...(isOpen('sensor.darkCurrentDoubling')
      ? [
          item(
            'sensor.darkCurrentDoubling',
            `${USUAL_FRAMES} darks of ${brief(long)} s, ${WARMER} K warmer, would determine how dark current grows.`,
            'dark',
            [long, celsius + WARMER],
          ),
        ]
      : []),
    ...(isOpen('sensor.saturation') && flats.length > 0
      ? [
          item(
            'sensor.saturation',
            `${USUAL_FRAMES / 2} flats above saturation would determine the well: the brightest here is not.`,
            'flat',
            [2 * brightestExposure(flats), null],
          ),
        ]
      : []),
  ];
}

const isUndetermined = (figure: TwinFigure | undefined): boolean =>
  figure?.status === 'not determined';

const brightestExposure = (flats: readonly StackMeans[]): number =>
  Math.max(...flats.map(({ stack }) => stack.exposure));
