import { linearityError } from '../analysis/emva1288/linearity-error.ts';
import { meanOf, medianOf } from '../quantities/statistics.ts';
import { fail } from '../text/json-fields.ts';
import { USUAL_DOUBLING, fitDark, type DarkFit, type Estimate } from './dark-fit.ts';
import {
  measuredFigure,
  rootFigure,
  undeterminedFigure,
  type TwinFigure,
  type TwinFigures,
} from './figure.ts';
import { DEFECT, findDefects } from './find-defects.ts';
import { darkPattern, lightPattern, type LightPattern } from './fixed-pattern.ts';
import { colourAt, type FrameLayout, type RawStack } from './frame-layout.ts';
import { haveOwnGains, photonTransferOf, type Transfer } from './photon-transfer.ts';
import { saturationOf, splitFlats, type SplitFlats } from './saturation.ts';
import { smoothSurface } from './smooth-surface.ts';
import { StuckWatch, goodMeans, stackMeans, type StackMeans } from './stack-means.ts';
import { meanVariance, temporalParts, type TemporalParts } from './temporal-parts.ts';

/** Maps of the pixels of a camera, row by row. */
export interface PixelMaps {
  /** Share by which the response differs; undefined without flats. */
  readonly prnu: Float32Array | undefined;
  /** Electrons; undefined where the gain is not known. */
  readonly dsnu: Float32Array | undefined;
  /** 1 hot, 2 dead, 3 stuck, 4 column. */
  readonly defects: Uint8Array;
}

/** What frames say of a sensor. */
export interface SensorEstimate {
  readonly layout: FrameLayout;
  readonly figures: TwinFigures;
  readonly maps: PixelMaps;
  /** 1 where a pixel counts. */
  readonly good: Uint8Array;
  readonly dark: DarkFit;
  readonly transfer: Transfer | undefined;
  /** The mean of the shortest darks. */
  readonly shortest: StackMeans;
  readonly darks: readonly StackMeans[];
  /** Flats below saturation, and those beyond. */
  readonly flats: readonly StackMeans[];
  readonly saturated: readonly StackMeans[];
  readonly time: ReadonlyMap<StackMeans, TemporalParts>;
  /** Mean dark current of hot pixels at the reference temperature; undefined without any. */
  readonly hotElectronsPerSecond: number | undefined;
  /** Median codes of stuck pixels and of faulty columns; 0 without any. */
  readonly codes: Readonly<Record<'stuck' | 'columns', number>>;
  /** Electrons per photon; undefined where no flat has its photons. */
  readonly perPhoton: number | undefined;
  readonly notes: readonly string[];
}

/** Share of dark codes that are 0 from which on the dark is clipped. */
const CLIPPED_DARK = 0.02;
/** Lines are fitted up to this share of saturation. */
const FITTED = 0.7;
/** Share of saturation up to which a hot pixel tells how hot it is. */
const NEARLY_FULL = 0.9;
const NO_GAIN = 'The gain is not known: flats of different levels would tell it.';
const CLIPPED_NOTE = 'The dark is clipped at code 0: an offset in the camera would show it.';

/**
 * Estimates the figures and maps of a sensor from stacks of raw frames in the dark and in even
 * light. Each stack is read twice.
 *
 * @param celsius temperature for which dark current is stated.
 * @throws SimulationError without two frames in the dark.
 * @see docs/reference/twin.md#t2
 */
export async function estimateSensor(
  stacks: readonly RawStack[],
  layout: FrameLayout,
  celsius: number,
): Promise<SensorEstimate> {
  const pixels = layout.rows * layout.columns;
  const watch = new StuckWatch(pixels);
  const means: StackMeans[] = [];
  for (const stack of stacks) means.push(await stackMeans(stack, layout, watch));
  const darks = means.filter(({ stack }) => stack.kind === 'dark');
  if (!darks.some(({ count }) => count > 1))
    fail(
      'frames',
      'frames: no dark frame: black level, read noise and everything in electrons need at least two.',
    );
  const { shortest, longest } = darkEnds(darks, celsius);
  const split = splitFlats(
    means.filter(({ stack }) => stack.kind === 'flat'),
    shortest,
    layout,
  );
  const defects = findDefects(
    { shortest, longest, flat: split.brightest, watch },
    layout,
    (map, usual) => smoothSurface(map, layout, usual),
  );
  const good = defects.map((kind) => Number(kind === 0));
  const time = new Map<StackMeans, TemporalParts>();
  for (const stack of [...darks, ...split.below])
    if (stack.count > 1) time.set(stack, await temporalParts(stack, layout, good));
  const dark = darkFitOf(darks, { layout, good, time, celsius, shortest });
  const isClipped = shortest.zeroShare > CLIPPED_DARK;
  const scene: Scene = { layout, good, time, dark, darks, shortest, split, isClipped, celsius };
  const transfer = transferOf(scene);
  const pattern = patternOf(scene, transfer);
  return {
    layout,
    figures: {
      ...levelFigures(scene, transfer),
      ...noiseFigures(scene, transfer, pattern),
      ...lightFigures(scene, transfer),
      ...defectFigures(scene, defects),
    },
    maps: {
      prnu: pattern?.map,
      dsnu: transfer && dsnuMap(scene, transfer.gain.value),
      defects,
    },
    good,
    dark,
    transfer,
    shortest,
    darks,
    flats: split.below,
    saturated: split.saturated,
    time,
    hotElectronsPerSecond: transfer && hotRate(scene, transfer, defects),
    codes: {
      stuck: medianCode(shortest, defects, 'stuck'),
      columns: medianCode(shortest, defects, 'column'),
    },
    perPhoton: transfer && perPhotonOf(scene, transfer),
    notes: [
      ...(isClipped ? [CLIPPED_NOTE] : []),
      ...(transfer && haveOwnGains(transfer)
        ? [
            `The gains of the colours differ: ${transfer.gains.map((own, c) => `${layout.channels[c]!} ${own?.value.toPrecision(4) ?? 'unknown'}`).join(', ')} codes per electron.`,
          ]
        : []),
      ...split.notes,
    ],
  };
}

/** What figures are made of. */
interface Scene {
  readonly layout: FrameLayout;
  readonly good: Uint8Array;
  readonly time: ReadonlyMap<StackMeans, TemporalParts>;
  readonly dark: DarkFit;
  readonly darks: readonly StackMeans[];
  readonly shortest: StackMeans;
  readonly split: SplitFlats;
  readonly isClipped: boolean;
  /** Reference temperature. */
  readonly celsius: number;
}

/** The shortest darks, and the longest and warmest where there are longer ones. */
function darkEnds(darks: readonly StackMeans[], reference: number) {
  const offReference = ({ stack }: StackMeans): number =>
    Math.abs((stack.celsius ?? reference) - reference);
  const [shortest] = darks
    .filter(({ count }) => count > 1)
    .toSorted(
      (a, b) =>
        a.stack.exposure - b.stack.exposure ||
        offReference(a) - offReference(b) ||
        b.count - a.count,
    ) as [StackMeans];
  const [longest] = darks.toSorted(
    (a, b) =>
      b.stack.exposure - a.stack.exposure || (b.stack.celsius ?? 0) - (a.stack.celsius ?? 0),
  ) as [StackMeans];
  return {
    shortest,
    longest: longest.stack.exposure > shortest.stack.exposure ? longest : undefined,
  };
}

function darkFitOf(
  darks: readonly StackMeans[],
  {
    layout,
    good,
    time,
    celsius,
    shortest,
  }: Pick<Scene, 'layout' | 'good' | 'time' | 'celsius' | 'shortest'>,
): DarkFit {
  return fitDark(
    darks.map((stack) => {
      const parts = time.get(stack) ?? time.get(shortest)!;
      return {
        seconds: stack.stack.exposure,
        celsius: stack.stack.celsius,
        mean: goodMeans(stack.mean, layout, good).mean,
        error: Math.sqrt(meanVariance(parts, layout) / stack.count) || 1e-6,
      };
    }),
    celsius,
  );
}

function transferOf({ layout, good, time, dark, darks, split, isClipped }: Scene) {
  const limit = FITTED * (split.saturationCode - dark.black.value);
  const points = [...(isClipped ? [] : darks), ...split.below].flatMap((stack) => {
    const parts = time.get(stack);
    if (!parts) return [];
    const { means } = goodMeans(stack.mean, layout, good);
    return means.flatMap((mean, colour) =>
      mean - dark.black.value > limit
        ? []
        : [
            {
              colour,
              mean: mean - dark.black.value,
              variance: parts.pixelOf[colour]!,
              pixels: parts.pixelsOf[colour]!,
              frames: parts.frames,
            },
          ],
    );
  });
  return split.below.length === 0 ? undefined : photonTransferOf(points, layout.channels.length);
}

/** Whatever the temperature, dark current is what a flat has of it above the shortest dark. */
function patternOf(scene: Scene, transfer: Transfer | undefined): LightPattern | undefined {
  const { layout, good, time, dark, shortest, split } = scene;
  if (!transfer || split.below.length === 0) return undefined;
  const parts = time.get(shortest);
  const ofShortest = dark.at(shortest.stack.exposure, shortest.stack.celsius);
  return lightPattern(
    split.below,
    { means: shortest, time: parts },
    {
      layout,
      good,
      noise: {
        gain: transfer.gain.value,
        floor: transfer.floor,
        row: parts?.row ?? 0,
        column: parts?.column ?? 0,
      },
      darkOf: ({ stack }) => dark.at(stack.exposure, stack.celsius) - ofShortest,
    },
  );
}

function dsnuMap({ shortest, good, layout }: Scene, gain: number): Float32Array {
  const { mean } = goodMeans(shortest.mean, layout, good);
  return shortest.mean.map((value, i) => (good[i] ? (value - mean) / gain : 0));
}

/**
 * Mean dark current of hot pixels, electrons per second; undefined without any. Each is taken from
 * the darks in which it collects most without being full.
 */
function hotRate(
  { dark, darks, shortest, split, celsius }: Scene,
  { gain }: Transfer,
  defects: Uint8Array,
): number | undefined {
  const doubling = dark.doubling?.value ?? USUAL_DOUBLING;
  const full = NEARLY_FULL * split.saturationCode;
  const longer = darks
    .filter(({ stack }) => stack.exposure > shortest.stack.exposure)
    .map((stack) => ({
      mean: stack.mean,
      /** Seconds at the reference temperature that collect as much. */
      seconds:
        (stack.stack.exposure - shortest.stack.exposure) *
        2 ** (((stack.stack.celsius ?? celsius) - celsius) / doubling),
    }))
    .toSorted((a, b) => b.seconds - a.seconds);
  const hot = [...defects.keys()].filter((i) => defects[i] === DEFECT.hot);
  if (hot.length === 0 || longer.length === 0) return undefined;
  const rates = hot.map((i) => {
    const { mean, seconds } = longer.find((stack) => stack.mean[i]! < full) ?? longer.at(-1)!;
    return (mean[i]! - shortest.mean[i]!) / seconds;
  });
  return Math.max(meanOf(rates), 0) / gain.value;
}

/** What faulty pixels of a kind show, codes; 0 without any. */
function medianCode({ mean }: StackMeans, defects: Uint8Array, kind: 'stuck' | 'column'): number {
  const codes = mean.filter((_, i) => defects[i] === DEFECT[kind]);
  return codes.length === 0 ? 0 : Math.round(medianOf(codes));
}

/** Electrons per photon at the axis, of the brightest flat that has its photons. */
function perPhotonOf({ split, dark, layout, good }: Scene, { gain }: Transfer) {
  const flat = split.below
    .filter(({ stack }) => stack.photons !== undefined)
    .toSorted((a, b) => b.stack.photons! - a.stack.photons!)[0];
  if (!flat) return undefined;
  const { rows, columns, first } = layout;
  const values: number[] = [];
  const near = Math.max(2, Math.round(Math.min(rows, columns) / 20));
  for (let row = (rows >> 1) - near; row < (rows >> 1) + near; row += 1)
    for (let column = (columns >> 1) - near; column < (columns >> 1) + near; column += 1)
      if (colourAt(layout, row, column) === first && good[row * columns + column])
        values.push(flat.mean[row * columns + column]!);
  const level = meanOf(values) - dark.at(flat.stack.exposure, flat.stack.celsius);
  return Math.min(level / gain.value / flat.stack.photons!, 1);
}

const filesOf = (stacks: readonly StackMeans[]): readonly string[] =>
  stacks.flatMap(({ stack }) => stack.files);

/** A figure in codes as electrons, with the error of the gain. */
const inElectrons = ({ value, error }: Estimate, gain: Estimate): Estimate => ({
  value: value / gain.value,
  error: Math.hypot(error, (value * gain.error) / gain.value) / gain.value,
});

/** Gain, black level and dark current. */
function levelFigures(scene: Scene, transfer: Transfer | undefined): TwinFigures {
  const { dark, darks, split, isClipped, celsius } = scene;
  const from = filesOf(darks);
  const all = [...from, ...filesOf(split.below)];
  const currentUnit = 'e⁻/s';
  const current = (): TwinFigure => {
    if (isClipped) return undeterminedFigure(currentUnit, CLIPPED_NOTE, from);
    if (!dark.rate)
      return undeterminedFigure(currentUnit, 'All darks have one exposure time.', from);
    if (!transfer) return undeterminedFigure(currentUnit, NO_GAIN, from);
    const { value, error } = inElectrons(dark.rate, transfer.gain);
    const note = dark.isAtUnknown ? 'At the temperature of these frames.' : `At ${celsius} °C.`;
    return measuredFigure(value, error, { unit: currentUnit, from, note });
  };
  return {
    'sensor.systemGain': transfer
      ? measuredFigure(transfer.gain.value, transfer.gain.error, {
          unit: 'codes/e⁻',
          from: all,
          least: 0,
        })
      : undeterminedFigure('codes/e⁻', NO_GAIN),
    'sensor.blackLevel': isClipped
      ? undeterminedFigure('codes', CLIPPED_NOTE, from)
      : measuredFigure(dark.black.value, dark.black.error, { unit: 'codes', from }),
    'sensor.darkCurrent': current(),
    'sensor.darkCurrentDoubling':
      dark.doubling && !isClipped
        ? measuredFigure(dark.doubling.value, dark.doubling.error, { unit: 'K', from, least: 0 })
        : undeterminedFigure(
            'K',
            `Long darks of one temperature only: ${USUAL_DOUBLING} K are assumed in the sensor file.`,
            from,
          ),
  };
}

/** Noise in time and fixed pattern. */
function noiseFigures(
  scene: Scene,
  transfer: Transfer | undefined,
  pattern: LightPattern | undefined,
): TwinFigures {
  const { layout, good, time, darks, shortest, split, isClipped } = scene;
  const electrons = 'e⁻';
  const from = shortest.stack.files;
  const keys = ['dsnu', 'rowNoise', 'columnNoise', 'rowOffset', 'columnOffset', 'readNoise'];
  const flats = filesOf(split.below);
  const prnu = pattern
    ? percentOf(pattern, flats)
    : undeterminedFigure('%', 'It needs flats below saturation.');
  if (isClipped || !transfer) {
    const why = isClipped ? CLIPPED_NOTE : NO_GAIN;
    return {
      ...Object.fromEntries(
        keys.map((key) => [`sensor.${key}`, undeterminedFigure(electrons, why, from)]),
      ),
      'sensor.prnu': prnu,
    };
  }
  const gain = transfer.gain.value;
  const inSquares = ({ variance, error }: { variance: number; error: number }) =>
    [
      variance / gain ** 2,
      Math.hypot(error, (2 * variance * transfer.gain.error) / gain) / gain ** 2,
    ] as const;
  const { all, row, column } = darkPattern(shortest, time.get(shortest)!, layout, good);
  const read = transfer.readNoise;
  const source = { unit: electrons, from };
  const inTime = (part: 'row' | 'column'): TwinFigure => {
    const pooled = pooledLines(
      darks.flatMap((stack) => time.get(stack) ?? []),
      part,
      layout,
    );
    return rootFigure(...inSquares(pooled), { unit: electrons, from: filesOf(darks) });
  };
  return {
    'sensor.readNoise': read
      ? measuredFigure(read.value, read.error, {
          unit: electrons,
          from: [...filesOf(darks), ...flats],
          least: 0,
        })
      : undeterminedFigure(electrons, 'The noise in the dark cannot be told from rounding.', from),
    'sensor.dsnu': rootFigure(...inSquares(all), source),
    'sensor.prnu': prnu,
    'sensor.rowNoise': inTime('row'),
    'sensor.columnNoise': inTime('column'),
    'sensor.rowOffset': rootFigure(...inSquares(row), source),
    'sensor.columnOffset': rootFigure(...inSquares(column), source),
  };
}

function percentOf({ share }: LightPattern, from: readonly string[]): TwinFigure {
  return rootFigure(1e4 * share.variance, 1e4 * share.error, { unit: '%', from });
}

/** Variance of rows or columns in time, of several stacks, each as well as it is known. */
function pooledLines(
  stacks: readonly TemporalParts[],
  part: 'row' | 'column',
  { rows, columns }: FrameLayout,
) {
  const lines = part === 'row' ? rows : columns;
  let [weights, sum] = [0, 0];
  for (const { [part]: variance, pixel, pixels, frames } of stacks) {
    const all = Math.max(variance, 0) + pixel / (pixels / lines);
    const weight = (lines * (frames - 1)) / (2 * all ** 2);
    weights += weight;
    sum += weight * variance;
  }
  return { variance: sum / weights, error: 1 / Math.sqrt(weights) };
}

/** Saturation and linearity. */
function lightFigures(scene: Scene, transfer: Transfer | undefined): TwinFigures {
  const { split, dark, layout, good, shortest } = scene;
  const saturated = saturationOf(split, shortest, layout, good);
  const { bits } = layout;
  return {
    'sensor.saturation':
      saturated && transfer
        ? (() => {
            const { value, error } = inElectrons(
              {
                value: saturated.value - dark.black.value,
                error: Math.hypot(saturated.error, dark.black.error),
              },
              transfer.gain,
            );
            return measuredFigure(value, error, { unit: 'e⁻', from: saturated.from, least: 0 });
          })()
        : undeterminedFigure(
            'e⁻',
            transfer
              ? `No flat is saturated: it is above ${Math.round((split.highest - dark.black.value) / transfer.gain.value)} e⁻, and the converter ends at ${Math.round((2 ** bits - 1 - dark.black.value) / transfer.gain.value)} e⁻.`
              : NO_GAIN,
          ),
    'sensor.linearityError': linearityOf(scene),
  };
}

const FEWEST_LEVELS = 3;

function linearityOf({ split, dark, layout, good, time }: Scene): TwinFigure {
  const { below, saturationCode } = split;
  const [light] = split.lights;
  const signals = below
    .filter(({ stack }) => stack.light === light && stack.turned === below[0]!.stack.turned)
    .map((flat) => {
      const parts = time.get(flat);
      const { means } = goodMeans(flat.mean, layout, good);
      return {
        photons: flat.stack.photons ?? flat.stack.exposure,
        mean: means[layout.first]! - dark.at(flat.stack.exposure, flat.stack.celsius),
        error: parts ? Math.sqrt(meanVariance(parts, layout) / flat.count) : 0,
      };
    });
  const saturation = saturationCode - dark.black.value;
  const inRange = signals.filter(
    ({ mean }) => mean >= 0.05 * saturation && mean <= 0.95 * saturation,
  );
  if (inRange.length < FEWEST_LEVELS)
    return undeterminedFigure('%', 'It needs three levels from 5 to 95 % of saturation.');
  const { value, error } = linearityError(inRange, saturation);
  return measuredFigure(value, error, { unit: '%', from: filesOf(below), least: 0 });
}

function defectFigures({ darks, split }: Scene, defects: Uint8Array): TwinFigures {
  const counts = new Map<number, number>();
  for (const kind of defects) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const from = [...filesOf(darks), ...(split.brightest ? filesOf([split.brightest]) : [])];
  const counted = (kind: number): TwinFigure => ({
    value: counts.get(kind) ?? 0,
    interval: null,
    unit: '',
    status: 'measured',
    from,
    note: '',
  });
  const hasLong = darks.some(({ stack }) => stack.exposure > darks[0]!.stack.exposure);
  const needsFlat = undeterminedFigure('', 'It needs flats below saturation.');
  return {
    'sensor.hot': hasLong
      ? counted(DEFECT.hot)
      : undeterminedFigure('', 'All darks have one exposure time.'),
    'sensor.dead': split.brightest ? counted(DEFECT.dead) : needsFlat,
    'sensor.stuck': split.brightest ? counted(DEFECT.stuck) : needsFlat,
  };
}
