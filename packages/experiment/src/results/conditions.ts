import { ASSUMED_NAMES, type SimulationPlan, type SimulationReport } from '@lumenloom/engine';
import type { Hold, RunConditions } from '@lumenloom/contract';

function exposureBy(plan: SimulationPlan): NonNullable<RunConditions['exposureBy']> {
  const { held } = plan;
  const isSet = ({ exposureSeconds, exposure }: SimulationPlan): boolean =>
    exposureSeconds !== undefined || exposure?.mode === 'fixed';
  if (held?.exposure === 'first') return isSet(held.base) ? 'fixed' : 'first';
  if (held?.exposure) return 'blur';
  return isSet(plan) ? 'fixed' : 'meter';
}

/** @param floor of the figures of a data set, if they are at one. */
export function conditionsOf(
  plan: SimulationPlan,
  report: SimulationReport,
  floor?: string,
): RunConditions {
  const { scene, optics, object, sensor } = report;
  const assumed = (sensor?.assumed ?? []).map(
    ({ key, value, unit, reason }) =>
      `${ASSUMED_NAMES[key]} ${value} ${unit} of ${sensor!.label} (${reason})`,
  );
  return {
    exposureSeconds: sensor?.exposureSeconds ?? null,
    exposureBy: sensor ? exposureBy(plan) : null,
    gainTimes: sensor?.gainTimes ?? null,
    columns: plan.grid.columns,
    rows: plan.grid.rows,
    whiteLuminance: scene.whiteLuminance,
    illuminanceLux: scene.illuminanceLux ?? null,
    whiteIlluminanceLux: optics.whiteIlluminanceLux,
    objectDistanceM: object?.distanceM ?? null,
    fieldMm: object?.fieldMm ?? null,
    clippedPercent: sensor ? Math.max(...sensor.clippedPercent) : null,
    ...(object?.feature && { verdict: verdictOf(object.feature, sensor?.snrAtGrey18) }),
    ...(sensor?.clippedAtWhite && { isWhiteClipped: true }),
    ...(assumed.length > 0 && { assumed }),
    ...(floor !== undefined && { floor }),
  };
}

type Feature = NonNullable<NonNullable<SimulationReport['object']>['feature']>;
/** Contrast below which a feature is not seen. */
const LEAST_MODULATION = 0.1;

/** 'enough: 12.1 px of 4, 95 % contrast, 36 dB at 18 % grey'. */
function verdictOf(
  { pixels, needed, modulation, isEnough }: Feature,
  snr: number | null | undefined,
): string {
  const few = needed !== null && pixels < needed;
  const faint = modulation !== null && modulation < LEAST_MODULATION;
  const missing = [...(few ? ['too few pixels'] : []), ...(faint ? ['too little contrast'] : [])];
  const facts = [
    `${Number(pixels.toPrecision(3))} px${needed === null ? '' : ` of ${needed}`}`,
    ...(modulation === null ? [] : [`${(100 * modulation).toFixed(0)} % contrast`]),
    ...(typeof snr === 'number' ? [`${snr.toFixed(1)} dB at 18 % grey`] : []),
  ];
  const verdict = isEnough === null ? 'no need is known' : isEnough ? 'enough' : missing.join(', ');
  return `${verdict}: ${facts.join(', ')}`;
}

/**
 * A line for each camera that was tried with a task: what varies in it, its verdict, and the first
 * run that computed it. A search may try a camera several times.
 */
export const verdictLines = (runs: readonly Varied[]): readonly string[] => {
  const lines = new Map<string, string>();
  for (const { run, values, conditions } of runs) {
    const camera = Object.values(values).map(String).join(', ');
    if (conditions?.verdict !== undefined && !lines.has(camera))
      lines.set(camera, `${camera}: ${conditions.verdict} (run ${run}).`);
  }
  return [...lines.values()];
};

/** A sentence about runs that should not be compared as they are; the keys are published. */
export interface RunWarning {
  readonly code: 'meterMoved' | 'clipped' | 'floor' | 'assumed';
  readonly runs: readonly number[];
  readonly sentence: string;
}

interface Ran {
  readonly run: number;
  readonly status: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly conditions?: RunConditions | undefined;
}

interface Varied extends Ran {
  readonly values: Readonly<Record<string, unknown>>;
}

/** Relative; and of the pixels, %. */
const [SAME_EXPOSURE, MOST_CLIPPED] = [0.01, 1];
/** Runs and assumed figures that a sentence names. */
const MOST_NAMED = 8;

const milliseconds = (seconds: number): string => String(Number((1e3 * seconds).toPrecision(3)));
const named = (items: readonly (string | number)[]): string =>
  `${items.slice(0, MOST_NAMED).join(', ')}${items.length > MOST_NAMED ? ' …' : ''}`;

/**
 * What is to be said of finished runs before their figures are compared.
 *
 * @param paths of the fields that vary.
 */
export function warningsOf(
  hold: Hold | undefined,
  paths: readonly string[],
  all: readonly Ran[],
): readonly RunWarning[] {
  const runs = all.flatMap(({ run, status, values = {}, conditions }) =>
    status === 'done' && conditions ? [{ run, values, ...conditions }] : [],
  );
  return [
    ...meterMoved(hold, paths, runs),
    ...clippedRuns(runs),
    ...runsAtFloor(runs),
    ...assumedFigures(runs),
  ];
}

type Finished = RunConditions & Required<Pick<Ran, 'run' | 'values'>>;
const numbers = (runs: readonly Finished[]): readonly number[] => runs.map(({ run }) => run);

/** What mends it in a document; the page has a button for it. */
export const METERED_AGAIN = ' Hold it: "hold": {"exposure": "first"}.';

function meterMoved(
  { exposure = 'each' }: Hold = {},
  paths: readonly string[],
  runs: readonly Finished[],
): readonly RunWarning[] {
  if (exposure !== 'each' || paths.some((path) => path.startsWith('exposureParams'))) return [];
  const metered = runs.filter((run) => run.exposureBy === 'meter' && run.exposureSeconds !== null);
  const seconds = metered.map((run) => run.exposureSeconds!).sort((a, b) => a - b);
  const [least = 0, most = 0] = [seconds[0], seconds.at(-1)];
  if (!(most > least * (1 + SAME_EXPOSURE))) return [];
  return [
    {
      code: 'meterMoved',
      runs: numbers(metered),
      sentence: `The exposure differs between runs, from ${milliseconds(least)} to ${milliseconds(most)} ms, because each was metered: noise and brightness compare exposures too.${METERED_AGAIN}`,
    },
  ];
}

function clippedRuns(runs: readonly Finished[]): readonly RunWarning[] {
  const isMuch = ({ clippedPercent }: Finished): boolean => (clippedPercent ?? 0) > MOST_CLIPPED;
  const much = runs.filter(isMuch);
  const white = runs.filter((run) => run.isWhiteClipped && !isMuch(run));
  const most = Math.max(...much.map(({ clippedPercent }) => clippedPercent ?? 0));
  const isOne = much.length === 1;
  const sentences = [
    ...(much.length > 0
      ? [
          `Run${isOne ? '' : 's'} ${named(numbers(much))} ${isOne ? 'is' : 'are'} clipped (${Number(most.toPrecision(2))} %): ${isOne ? 'its' : 'their'} SNR is not given.`,
        ]
      : []),
    ...(white.length > 0
      ? [
          `White is at saturation in run${white.length === 1 ? '' : 's'} ${named(numbers(white))}: SNR at white is not given.`,
        ]
      : []),
  ];
  return sentences.length > 0
    ? [
        {
          code: 'clipped',
          runs: numbers(runs.filter((run) => much.includes(run) || white.includes(run))),
          sentence: sentences.join(' '),
        },
      ]
    : [];
}

function runsAtFloor(runs: readonly Finished[]): readonly RunWarning[] {
  const reasons = [...new Set(runs.flatMap(({ floor }) => floor ?? []))];
  if (reasons.length === 0) return [];
  const sentences = reasons.map((reason) => {
    const places = runs
      .filter(({ floor }) => floor === reason)
      .map(({ run, values }) => `${run}${valuesInWords(values)}`);
    const isOne = places.length === 1;
    return `In run${isOne ? '' : 's'} ${named(places)} ${reason}: ${isOne ? 'its score is' : 'their scores are'} at the floor.`;
  });
  return [
    {
      code: 'floor',
      runs: numbers(runs.filter(({ floor }) => floor !== undefined)),
      sentence: sentences.join(' '),
    },
  ];
}

/** ' (pixel_size 2)'. */
const valuesInWords = (values: Finished['values']): string => {
  const words = Object.entries(values).map(
    ([path, value]) => `${path.split('.').at(-1)!} ${String(value)}`,
  );
  return words.length > 0 ? ` (${words.join(', ')})` : '';
};

function assumedFigures(runs: readonly Finished[]): readonly RunWarning[] {
  const affected = runs.filter(({ assumed }) => assumed);
  if (affected.length === 0) return [];
  const figures = [...new Set(affected.flatMap(({ assumed = [] }) => assumed))];
  return [
    {
      code: 'assumed',
      runs: numbers(affected),
      sentence: `Assumed, not published, in runs ${named(numbers(affected))}: ${named(figures)}.`,
    },
  ];
}

const UM_PER_MM = 1e3;
const lengths = (mm: readonly number[]): string =>
  mm.length > 0 ? ` ${mm.map((one) => Number(one.toPrecision(2))).join(' × ')} mm` : '';

/**
 * What a document holds and varies, in a line: 'Held: exposure 20 ms, die 5.6 × 4.2 mm. Varied:
 * Pixel Size.'
 *
 * @param varied what varies, in words.
 */
export function holdInWords(
  hold: Hold | undefined,
  varied: readonly string[],
  runs: readonly Varied[],
): string {
  const { exposure = 'each', sensor, well, field, light } = hold ?? {};
  const { conditions: first, values = {} } = runs.find(({ conditions }) => conditions) ?? {};
  const seconds = first?.exposureSeconds;
  const pitch = values['sensorParams.pixel_size'];
  const die =
    first && typeof pitch === 'number'
      ? lengths([first.columns, first.rows].map((pixels) => (pixels * pitch) / UM_PER_MM))
      : '';
  const held = [
    ...(typeof exposure === 'object' && 'blurPixels' in exposure
      ? [`blur ${exposure.blurPixels} px`]
      : exposure === 'each' || typeof seconds !== 'number'
        ? []
        : [`exposure ${milliseconds(seconds)} ms`]),
    ...(sensor === 'die' ? [`die${die}`] : []),
    ...(well === 'density' ? ['electrons per µm²'] : []),
    ...(field === 'distance' ? [`field on the object${lengths(first?.fieldMm ?? [])}`] : []),
    ...(light === 'sensor' ? ['light on the sensor'] : []),
  ];
  return `Held: ${held.length > 0 ? held.join(', ') : 'nothing'}. Varied: ${varied.join(', ')}.`;
}
