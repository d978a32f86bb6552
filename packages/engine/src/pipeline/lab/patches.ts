import { contrastOf, USUAL_EPSILON, type MeasuredContrast } from '../../analysis/contrast-pairs.ts';
import { measuredStack, planesOf, pixelsIn, type Stack } from '../../analysis/frame-stack.ts';
import {
  noiseSpectrum,
  type NoiseKind,
  type NoiseSpectrum,
} from '../../analysis/information/noise-spectrum.ts';
import { centredSquare, type Rectangle } from '../../analysis/measured-picture.ts';
import { normalDetection, type NormalPixels } from '../../analysis/normal-contrast.ts';
import { toneSteps, type ToneSteps } from '../../analysis/tone-steps.ts';
import type { Host } from '../../host.ts';
import { scenePairs } from '../../scenes/contrast-pairs/build.ts';
import { GREY_COLUMNS, GREY_ROWS } from '../../scenes/grey-steps/descriptor.ts';
import { noiseBudget, type NoiseBudget } from '../../sensors/noise-budget.ts';
import { pixelOf } from '../../sensors/pixel.ts';
import { SimulationError } from '../../simulation-error.ts';
import { chartMap, pictureMap, type ChartMap } from '../measurements/chart-map.ts';
import type { SensedPlan } from '../sensor-stage.ts';
import { evenField } from './even-field.ts';
import { blackCode, brightOf, type Compared } from './sharpness.ts';
import {
  chartPlan,
  fieldOfPixels,
  takeChart,
  whiteElectrons,
  type TakenFrames,
} from './take-chart.ts';

/** Frames of a chart of which noise is measured. */
export const LAB_FRAMES = 8;

/** Raw green above black, and developed luminance in linear light. */
function stacksOf(frames: TakenFrames, rectangle?: Rectangle) {
  const black = blackCode(frames.shot.plan.sensor);
  const raw = measuredStack(frames.raw, {
    rectangle,
    ...brightOf(frames.shot),
    encoding: 'linear',
    isClipMeasured: true,
  });
  return {
    raw: { ...raw, frames: raw.frames.map((frame) => frame.map((value) => value - black)) },
    developed:
      frames.developed &&
      measuredStack(frames.developed, {
        rectangle:
          rectangle && frames.shot.developed!.rows === frames.shot.plan.grid.rows
            ? rectangle
            : undefined,
        encoding: 'srgb',
        isClipMeasured: true,
      }),
  };
}

/** Codes² of the terms of a noise that change from frame to frame, or stay, of a signal. */
interface TrueNoise {
  /** Mean code above black. */
  readonly mean: number;
  readonly variance: number;
  readonly rowVariance: number;
  readonly columnVariance: number;
}

const isLine = (name: string): boolean => name === 'rows' || name === 'columns';

/**
 * Photographs an even field, and measures the spectrum of its noise.
 *
 * @see docs/reference/lab.md#noise-spectra
 */
export async function noiseSpectrumOfCamera(
  plan: SensedPlan,
  host: Host,
  { kind, block }: { readonly kind: NoiseKind; readonly block: number },
  count = LAB_FRAMES,
): Promise<Compared<TrueNoise, NoiseSpectrum>> {
  const frames = await takeChart(plan, await evenField(plan), count, host);
  return spectrumOfFrames(frames, { kind, block });
}

/** The noise of an even field, in the middle of frames of it. */
export function spectrumOfFrames(
  frames: TakenFrames,
  { kind, block }: { readonly kind: NoiseKind; readonly block: number },
): Compared<TrueNoise, NoiseSpectrum> {
  const { rows, columns } = frames.shot.plan.grid;
  const side = Math.min(256, 4 * Math.floor(Math.min(rows, columns) / 4));
  const { raw, developed } = stacksOf(frames, centredSquare({ rows, columns }, side));
  const isMosaic = raw.used.includes(0);
  const measured = noiseSpectrum(planesOf(raw), { kind, block, pixels: isMosaic ? 2 : 1 });
  return {
    true: trueNoise(frames, measured.mean, kind),
    raw: measured,
    developed: developed ? noiseSpectrum(planesOf(developed), { kind, block, pixels: 1 }) : null,
  };
}

/** The noise of the model at the mean that was measured. */
function trueNoise(
  { shot, exposureSeconds }: TakenFrames,
  mean: number,
  kind: NoiseKind,
): TrueNoise {
  const { sensor } = shot.plan;
  const { electronsPerCode } = pixelOf(sensor);
  const signal = Math.max(0, mean * electronsPerCode);
  const budget = noiseBudget(sensor, { signal, exposureSeconds });
  const share = kind === 'total' ? ['temporal', 'fixed'] : [kind];
  const codes = (keeps: (term: NoiseBudget[number]) => boolean): number =>
    budget
      .filter((term) => share.includes(term.kind) && keeps(term))
      .reduce((sum, { variance }) => sum + variance, 0) /
    electronsPerCode ** 2;
  return {
    mean,
    variance: codes(() => true),
    rowVariance: codes(({ name }) => name === 'rows'),
    columnVariance: codes(({ name }) => name === 'columns'),
  };
}

/** Share of a patch, at each side, that its neighbours may reach. */
const RIM = 0.2;

/** The inner part of a rectangle of the scene, where it is imaged. */
export function imagedInner(
  map: ChartMap,
  { u, v, width, height }: Readonly<Record<'u' | 'v' | 'width' | 'height', number>>,
  rim = RIM,
): Rectangle {
  const [left, top] = map(u + rim * width, v + rim * height);
  const [right, bottom] = map(u + (1 - rim) * width, v + (1 - rim) * height);
  const [x, y] = [Math.ceil(left), Math.ceil(top)];
  return { x, y, width: Math.floor(right) - x, height: Math.floor(bottom) - y };
}

/** @throws SimulationError where patches are not in the picture, or have few pixels. */
function refuseSmall(
  patches: readonly Rectangle[],
  { rows, columns }: Pick<Stack, 'rows' | 'columns'>,
): void {
  const refuse = (sentence: string): never => {
    throw new SimulationError('bad-parameter', sentence, 'sensorParams.rows');
  };
  if (
    patches.some(
      ({ x, y, width, height }) => x < 0 || y < 0 || x + width > columns || y + height > rows,
    )
  )
    refuse('the chart reaches out of the picture: reduce its HFoV.');
  if (patches.some(({ width, height }) => width < 6 || height < 6))
    refuse('a patch of the chart gets fewer than 6 × 6 pixels: enlarge the sensor.');
}

/** Dynamic range of the raw pixels in closed form, without stray light. */
interface TrueSteps {
  readonly saturationLuminance: number;
  readonly luminanceAtSnr1: number;
  readonly luminanceAtSnr10: number;
  readonly dynamicRangeDb: number;
}

/** Optical density of the darkest step. */
const DENSITY = 4.5;
/** Share of the largest code at which a pixel is full. */
const FULL = 0.98;

/**
 * Photographs grey steps, and measures conversion, noise and dynamic range.
 *
 * @see docs/reference/lab.md#steps
 */
export async function stepsOfCamera(
  plan: SensedPlan,
  host: Host,
  count = LAB_FRAMES,
): Promise<Compared<TrueSteps, ToneSteps>> {
  const { rows, columns } = plan.grid;
  const across = Math.min(0.95 * columns, (0.95 * rows * GREY_COLUMNS) / GREY_ROWS);
  const hfov = await fieldOfPixels(plan, across);
  const scene = chartPlan('greySteps', hfov, { densityRange: DENSITY });
  return stepsOfFrames(await takeChart(plan, scene, count, host));
}

/** The steps of a chart of greys; of one frame, noise is what a plane through a patch leaves. */
export function stepsOfFrames(frames: TakenFrames): Compared<TrueSteps, ToneSteps> {
  const { shot } = frames;
  const { densityRange } = shot.plan.scene.parameters as unknown as { densityRange: number };
  const last = GREY_ROWS * GREY_COLUMNS - 1;
  const white = shot.lit.whiteLuminance;
  const patchesThrough = (map: ChartMap) =>
    Array.from({ length: last + 1 }, (_, step) => ({
      rectangle: imagedInner(map, {
        u: (step % GREY_COLUMNS) / GREY_COLUMNS,
        v: Math.floor(step / GREY_COLUMNS) / GREY_ROWS,
        width: 1 / GREY_COLUMNS,
        height: 1 / GREY_ROWS,
      }),
      luminance: white * 10 ** ((-densityRange * step) / last),
    }));
  const { raw, developed } = stacksOf(frames);
  const { sensor } = shot.plan;
  const patches = patchesThrough(chartMap(shot));
  refuseSmall(
    patches.map(({ rectangle }) => rectangle),
    raw,
  );
  return {
    true: trueSteps(frames),
    raw: toneSteps(raw, {
      patches,
      saturation: FULL * (2 ** sensor.bits - 1 - blackCode(sensor)),
    }),
    developed: developed
      ? toneSteps(developed, { patches: patchesThrough(pictureMap(shot)), saturation: FULL })
      : null,
  };
}

/** Of one frame, what stays from frame to frame is noise too. */
function trueSteps({ shot, exposureSeconds, raw }: TakenFrames): TrueSteps {
  const { lit, plan } = shot;
  const pixel = pixelOf(plan.sensor);
  const perWhite = whiteElectrons(shot, exposureSeconds);
  const variance = (signal: number): number =>
    noiseBudget(plan.sensor, { signal, exposureSeconds })
      .filter(({ kind }) => kind === 'temporal' || raw.length === 1)
      .reduce((sum, term) => sum + term.variance, 0);
  const atSnr = (snr: number): number => {
    let [low, high] = [0, pixel.saturation];
    for (let step = 0; step < 80; step += 1) {
      const middle = (low + high) / 2;
      if (middle < snr * Math.sqrt(variance(middle))) low = middle;
      else high = middle;
    }
    return (high / perWhite) * lit.whiteLuminance;
  };
  const full = ((FULL * pixel.saturation) / perWhite) * lit.whiteLuminance;
  const [one, ten] = [atSnr(1), atSnr(10)];
  return {
    saturationLuminance: full,
    luminanceAtSnr1: one,
    luminanceAtSnr10: ten,
    dynamicRangeDb: 20 * Math.log10(full / one),
  };
}

/** A pair as a camera shows it. */
type PairFigures = MeasuredContrast & { readonly level: number };

/** What each pair must show, and what it shows. */
type ComparedPairs = Compared<
  readonly { nominal: number; level: number; contrastDetection: number }[],
  readonly PairFigures[]
>;

/**
 * Photographs pairs of squares, and measures whether their contrast is found.
 *
 * @see docs/reference/lab.md#contrast
 */
export async function contrastOfCamera(
  plan: SensedPlan,
  host: Host,
  epsilon = USUAL_EPSILON,
  count = LAB_FRAMES,
): Promise<ComparedPairs> {
  const { rows, columns } = plan.grid;
  const hfov = await fieldOfPixels(plan, 0.95 * Math.min(rows, columns));
  const scene = chartPlan('contrastPairs', hfov, {});
  return contrastOfFrames(await takeChart(plan, scene, count, host), epsilon);
}

/** The pairs of a chart in frames of it. */
export function contrastOfFrames(frames: TakenFrames, epsilon: number): ComparedPairs {
  const { shot } = frames;
  const pairs = scenePairs(shot.plan.scene.parameters as never);
  const { raw, developed } = stacksOf(frames);
  const measure = (stack: Stack, map: ChartMap): readonly PairFigures[] =>
    pairs.map(({ bright, dark, contrast, level }) => {
      const [light, shade] = [bright, dark].map((square) => imagedInner(map, square));
      refuseSmall([light!, shade!], stack);
      const values = (rectangle: Rectangle): Float64Array => {
        const pixels = pixelsIn(stack, rectangle, 'pairs');
        return Float64Array.from(stack.frames.flatMap((frame) => pixels.map((i) => frame[i]!)));
      };
      const settings = { epsilon, kind: 'michelson' as const };
      return { level, ...contrastOf(values(shade!), values(light!), contrast, settings) };
    });
  return {
    true: pairs.map(({ contrast, level, darkLevel }) => ({
      nominal: contrast,
      level,
      contrastDetection: trueDetection(frames, [level, darkLevel], contrast, epsilon),
    })),
    raw: measure(raw, chartMap(shot)),
    developed: developed ? measure(developed, pictureMap(shot)) : null,
  };
}

/** Share of pairs of normal pixels whose contrast is nearly the nominal one. */
function trueDetection(
  { shot, exposureSeconds }: TakenFrames,
  levels: readonly [bright: number, dark: number],
  nominal: number,
  epsilon: number,
): number {
  const { plan } = shot;
  const perWhite = whiteElectrons(shot, exposureSeconds);
  const [bright, dark] = levels.map((level) => {
    const signal = level * perWhite;
    const budget = noiseBudget(plan.sensor, { signal, exposureSeconds });
    const variance = budget
      .filter(({ name }) => !isLine(name))
      .reduce((sum, term) => sum + term.variance, 0);
    return { mean: signal, deviation: Math.sqrt(variance) };
  }) as [NormalPixels, NormalPixels];
  return normalDetection(bright, dark, nominal, epsilon);
}
