import { mtf50Of } from '../../analysis/edge-sfr/edge-sfr.ts';
import { discCapacityOf, whiteNoise } from '../../analysis/information/capacity.ts';
import { curveOf } from '../../analysis/information/transfer.ts';
import { measuredRegion, type MeasuredPicture } from '../../analysis/measured-picture.ts';
import { SEGMENTS, starSfr, type StarSfr } from '../../analysis/texture/sine-star.ts';
import {
  bandLimited,
  compareWith,
  FINE,
  type TextureSfr,
} from '../../analysis/texture/texture-sfr.ts';
import type { Region } from '../../analysis/edge-sfr/region.ts';
import type { Host } from '../../host.ts';
import { pixelTransfer, sidesOf } from '../../optics/pixel-shape.ts';
import { cos, sin } from '../../quantities/elementary.ts';
import { meanOf } from '../../quantities/statistics.ts';
import type { Cells } from '../../scenes/patterns/cells.ts';
import { noiseBudget, wholeVariance } from '../../sensors/noise-budget.ts';
import { SimulationError } from '../../simulation-error.ts';
import { centreOf, chartMap, pictureMap } from '../measurements/chart-map.ts';
import { hasItsPixels, measuredColour, patternOf } from '../measurements/measured-shot.ts';
import type { SensedPlan } from '../sensor-stage.ts';
import type { Shot } from '../shot.ts';
import {
  chartPlan,
  fieldOfPixels,
  greenOf,
  takeChart,
  weightsOf,
  whiteElectrons,
  type TakenFrames,
} from './take-chart.ts';

/** A figure as it must be, in the raw and in the developed picture; null where there is none. */
export interface Compared<True, Measured> {
  readonly true: True;
  readonly raw: Measured | null;
  readonly developed: Measured | null;
}

const [STAR_SHARE, USUAL_CYCLES, LEAST_CYCLES, MODULATION] = [0.48, 144, 36, 0.6] as const;
/** Directions over which what a pixel passes is averaged. */
const DIRECTIONS = 16;

interface TrueStar {
  readonly frequency: readonly number[];
  readonly mean: readonly number[];
  readonly segments: readonly (readonly number[])[];
  /** Of the raw pixels, by the noise of the model. */
  readonly capacityStar: number;
}

/** A star as it must be, and as it is seen. */
type ComparedStar = Compared<TrueStar, StarSfr> & { readonly cycles: number };

/**
 * Photographs a sine star that fills the height of the picture, and measures it.
 *
 * @see docs/reference/lab.md#star
 */
export async function starOfCamera(plan: SensedPlan, host: Host): Promise<ComparedStar> {
  const { rows, columns } = plan.grid;
  const radius = STAR_SHARE * Math.min(rows, columns);
  const cycles = Math.min(USUAL_CYCLES, 2 * Math.floor((radius * Math.PI) / 6));
  if (cycles < LEAST_CYCLES) tooSmall(`a star: ${rows} × ${columns} pixels`);
  const hfov = await fieldOfPixels(plan, 2 * radius);
  const imageSize = Math.min(4000, 4 * Math.round(radius));
  const scene = chartPlan('sineStar', hfov, { imageSize, cycles, modulation: MODULATION });
  return starOfFrames(await takeChart(plan, scene, 1, host));
}

function tooSmall(what: string): never {
  throw new SimulationError(
    'bad-parameter',
    `The picture is too small for ${what}.`,
    'sensorParams.rows',
  );
}

/** The fields of the scene of a star. */
interface StarScene {
  readonly cycles: number;
  readonly modulation: number;
  /** Share of white. */
  readonly mean: number;
}

/** A sine star about the axis, in the first of some frames. */
export function starOfFrames({ shot, raw, exposureSeconds }: TakenFrames): ComparedStar {
  const { plan, developed } = shot;
  const scene = plan.scene.parameters as unknown as StarScene;
  const { cycles, modulation } = scene;
  const radii = radiiOf(shot, cycles);
  const star = { cycles, modulation, radii };
  return {
    cycles,
    true: trueStar(shot, scene, radii, exposureSeconds),
    raw: starSfr(
      withoutBlack(
        measuredRegion(raw[0]!, { ...brightOf(shot), encoding: 'linear', isBlackTrue: true }),
        blackCode(plan.sensor),
      ),
      { ...star, centre: chartMap(shot)(0.5, 0.5) },
    ),
    developed:
      developed && hasItsPixels(shot)
        ? starSfr(measuredRegion(developed, { encoding: 'srgb', isClipMeasured: true }), {
            ...star,
            centre: pictureMap(shot)(0.5, 0.5),
          })
        : null,
  };
}

const HALF_NYQUIST = 0.25;

/** Figures of the curve of a star. */
export function starInShort({
  frequency,
  mean,
  capacityStar,
}: {
  readonly frequency: readonly number[];
  readonly mean: readonly (number | null)[];
  readonly capacityStar: number;
}) {
  // From the outermost ring inwards.
  const points = frequency
    .flatMap((f, i) => (mean[i] === null ? [] : [{ f, sfr: mean[i]! }]))
    .toReversed();
  const [fs, sfr] = [points.map(({ f }) => f), points.map((point) => point.sfr)];
  return {
    mtf50: mtf50Of(fs, sfr),
    modulationAtHalfNyquist: fs.at(-1)! < HALF_NYQUIST ? null : curveOf(fs, sfr)(HALF_NYQUIST),
    capacityStar,
  };
}

/** The pixels by which sharpness is told. */
export const brightOf = ({ plan: { sensor } }: Shot<SensedPlan>) => ({
  pattern: patternOf(sensor),
  channel: measuredColour(sensor),
});

/** Every 4 pixels, from the first ring that is resolved to the rim, which the lens blurs. */
function radiiOf(shot: Shot, cycles: number): readonly number[] {
  const { rows, columns } = shot.plan.grid;
  const map = chartMap(shot);
  const [x, y] = map(0.5, 0.5);
  const [right] = map(1, 0.5);
  const last = Math.min(right - x - 4, ...[x, y, columns - x, rows - y].map((edge) => edge - 1));
  const radii: number[] = [];
  for (let r = cycles / Math.PI + 1; r <= last; r += 4) radii.push(r);
  if (radii.length === 0) tooSmall(`a star of ${cycles} cycles: no ring of it is resolved`);
  return radii;
}

function trueStar(
  shot: Shot<SensedPlan>,
  { cycles, modulation, mean: level }: StarScene,
  radii: readonly number[],
  exposureSeconds: number,
): TrueStar {
  const { pitch, shape } = shot.plan.grid;
  const weights = weightsOf(shot, 'green');
  const [across, down] = sidesOf(shape, pitch);
  const frequency = radii.map((radius) => cycles / (2 * Math.PI * radius));
  const segments = radii.map((radius, i) => {
    const f = frequency[i]!;
    const passed = shot.lens.transfer?.(radius * pitch, Math.PI / 2, weights, [f / pitch])[0] ?? 1;
    return Array.from({ length: SEGMENTS }, (_, segment) =>
      meanOf(
        Array.from({ length: DIRECTIONS }, (__, k) => {
          const angle = -Math.PI + ((segment + (k + 0.5) / DIRECTIONS) * 2 * Math.PI) / SEGMENTS;
          return (
            passed *
            Math.abs(pixelTransfer(across, f * sin(angle)) * pixelTransfer(down, f * cos(angle)))
          );
        }),
      ),
    );
  });
  const mean = segments.map(meanOf);
  const signal = level * whiteElectrons(shot, exposureSeconds);
  const budget = noiseBudget(shot.plan.sensor, { signal, exposureSeconds });
  const curve = curveOf(frequency.toReversed(), mean.toReversed());
  return {
    frequency,
    mean,
    segments,
    capacityStar: discCapacityOf(curve, {
      step: 2 * modulation * signal,
      noise: whiteNoise(wholeVariance(budget)),
    }),
  };
}

/** Code of a pixel without light and dark current. */
export const blackCode = ({
  parameters,
  bits,
}: Pick<SensedPlan['sensor'], 'parameters' | 'bits'>): number =>
  (parameters.analog_offset / parameters.analog_gain / parameters.voltage_swing) * 2 ** bits;

/** A region above its black level. */
export const withoutBlack = (region: Region, black: number): Region => ({
  ...region,
  values: region.values.map((value) => value - black),
});

const [LEAST_TEXTURE, MOST_TEXTURE, TEXTURE_SHARE, RIM] = [64, 256, 0.9, 8] as const;

interface TrueTexture {
  readonly frequency: readonly number[];
  readonly cross: readonly number[];
}

/** Leaves as they must be, and as they are seen. */
type ComparedTexture = Compared<TrueTexture, Omit<TextureSfr, 'leaves'>>;

/**
 * Photographs a chart of leaves in the middle of the picture, one pixel of the chart on one of the
 * sensor, and compares it with the leaves through the chief rays of the lens. `raw` is the light
 * behind the green filter at every pixel, without noise.
 *
 * @see docs/reference/lab.md#texture
 */
export async function textureOfCamera(
  plan: SensedPlan,
  host: Host,
  seed = 1,
): Promise<ComparedTexture> {
  const { rows, columns } = plan.grid;
  const side = Math.min(
    MOST_TEXTURE,
    2 * Math.floor((TEXTURE_SHARE * Math.min(rows, columns)) / 2) - 2 * RIM,
  );
  const size = side + 2 * RIM;
  if (side < LEAST_TEXTURE) tooSmall(`leaves: ${rows} × ${columns} pixels`);
  const scene = chartPlan('deadLeaves', await fieldOfPixels(plan, size), { imageSize: size, seed });
  const frames = await takeChart(plan, scene, 1, host);
  return textureOfFrames(frames, await frames.behind(greenOf(plan)));
}

/**
 * Leaves about the axis.
 *
 * @param green light of every pixel behind the green filter, which a run does not have.
 */
export function textureOfFrames({ shot }: TakenFrames, green?: Float32Array): ComparedTexture {
  const { rows, columns } = shot.plan.grid;
  const side = textureSide(shot);
  const [x, y] = centreOf(shot.plan.grid).map((middle) => Math.round(middle - side / 2)) as [
    number,
    number,
  ];
  const reference = imagedLeaves(shot, { x, y, side });
  const chart = shot.plan.scene.parameters as unknown as Parameters<typeof compareWith>[3];
  const compare = (picture: MeasuredPicture, encoding: 'linear' | 'srgb') =>
    compareWith(
      measuredRegion(picture, {
        rectangle: { x, y, width: side, height: side },
        encoding,
        isClipMeasured: true,
      }),
      reference,
      {},
      chart,
    );
  return {
    true: trueTexture(shot, side),
    raw: green ? compare({ rows, columns, channels: 1, data: green }, 'linear') : null,
    developed: shot.developed && hasItsPixels(shot) ? compare(shot.developed, 'srgb') : null,
  };
}

/** The largest square about the axis, at most 256 pixels, that lies within leaves and picture. */
function textureSide(shot: Shot): number {
  const { rows, columns } = shot.plan.grid;
  const map = chartMap(shot);
  const [x, y] = map(0.5, 0.5);
  const [right] = map(1, 0.5);
  const half = Math.min(right - x - RIM, x, y, columns - x, rows - y);
  const side = Math.min(MOST_TEXTURE, 2 * Math.floor(half + 1e-6));
  return side < LEAST_TEXTURE ? tooSmall(`leaves, which cover ${side} pixels of it`) : side;
}

/** The leaves at 4 x 4 places of each pixel of a square, seen along the chief rays. */
function imagedLeaves(
  { plan, lit, lens }: Shot<SensedPlan>,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): Float64Array {
  const { pattern } = lit.scene;
  const { rows, planes } = pattern as Cells;
  const { pitch } = plan.grid;
  const half = Math.tan(plan.scene.parameters.hfov / 2);
  const [centreX, centreY] = centreOf(plan.grid);
  // Tangent of the field angle over the distance from the axis, by the distance in pixels.
  const tangents = Float64Array.from({ length: side + 2 }, (_, i) => {
    const height = Math.max(i, 1e-3) * pitch;
    return Math.tan(lens.fieldAngle(height)) / Math.max(i, 1e-3);
  });
  const scaleAt = (distance: number): number => {
    const i = Math.floor(distance);
    return tangents[i]! + (distance - i) * (tangents[i + 1]! - tangents[i]!);
  };
  const fine = FINE * side;
  const samples = new Float32Array(fine * fine);
  for (let row = 0; row < fine; row += 1) {
    const dy = y + (row + 0.5) / FINE - centreY;
    for (let column = 0; column < fine; column += 1) {
      const dx = x + (column + 0.5) / FINE - centreX;
      const scale = scaleAt(Math.sqrt(dx * dx + dy * dy)) / (2 * half);
      const [u, v] = [0.5 + dx * scale, 0.5 + dy * scale];
      const cell = Math.floor(v * rows) * rows + Math.floor(u * rows);
      samples[row * fine + column] = planes[0]![cell]!;
    }
  }
  return bandLimited(samples, side);
}

/** Places along half a side at which the MTF of the region is computed. */
const PLACES = 3;

/** The mean MTF of a square about the axis, weighted as its pixels are. */
function trueTexture(shot: Shot<SensedPlan>, side: number): TrueTexture {
  const { pitch, shape } = shot.plan.grid;
  const [across, down] = sidesOf(shape, pitch);
  const frequency = Array.from({ length: 32 }, (_, i) => (i + 1) / 64);
  const weights = weightsOf(shot, 'green');
  const sums = frequency.map(() => 0);
  let total = 0;
  for (let row = 0; row < PLACES; row += 1)
    for (let column = 0; column <= row; column += 1) {
      const [x, y] = [column, row].map((i) => ((i + 0.5) / PLACES) * (side / 2)) as [
        number,
        number,
      ];
      // Window squared of picture and reference; a place off the diagonal stands for two.
      const hann = (at: number): number => (0.5 + 0.5 * cos((2 * Math.PI * at) / side)) ** 2;
      const weight = hann(x) * hann(y) * (row === column ? 1 : 2);
      for (const direction of [0, Math.PI / 4, Math.PI / 2, (3 * Math.PI) / 4]) {
        const passed = shot.lens.transfer?.(
          Math.hypot(x, y) * pitch,
          direction,
          weights,
          frequency.map((f) => f / pitch),
        );
        for (const i of sums.keys()) sums[i]! += weight * (passed?.[i] ?? 1);
        total += weight;
      }
    }
  return {
    frequency,
    cross: frequency.map(
      (f, i) =>
        (sums[i]! / total) *
        meanOf(
          Array.from({ length: DIRECTIONS }, (_, k) => {
            const angle = ((k + 0.5) / DIRECTIONS) * (Math.PI / 2);
            return Math.abs(
              pixelTransfer(across, f * cos(angle)) * pixelTransfer(down, f * sin(angle)),
            );
          }),
        ),
    ),
  };
}
