import {
  spatialParts,
  type SpatialParts,
  type Variance,
} from '../analysis/emva1288/spatial-parts.ts';
import { weightedLine, type WeightedLine } from '../analysis/emva1288/weighted-line.ts';
import { solveLinear } from '../analysis/linear-algebra.ts';
import type { Host } from '../host.ts';
import type { FlickerPlan } from '../illuminants/flicker.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import type { Lens } from '../optics/lens.ts';
import { meanOf, medianOf } from '../quantities/statistics.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';
import type { Chip, CrosstalkKernel, Shutter } from '../sensors/chip/chip.ts';
import { noiseGain, opticalKernels } from '../sensors/chip/crosstalk.ts';
import type { ChipExposure } from '../sensors/chip/expose-chip.ts';
import { DEFECT_BITS } from '../sensors/chip/marked-pixels.ts';
import { microlensShare, microlensShares } from '../sensors/chip/microlens.ts';
import { frameTiming, rowSeconds, rowWindow } from '../sensors/chip/windows.ts';
import { mosaicOf } from '../sensors/colour-filters.ts';
import {
  atOutput,
  deviationOf as noiseDeviation,
  noiseBudget,
  togetherOf,
} from '../sensors/noise-budget.ts';
import { pixelOf, quantumEfficiencyOf, type SensorPlan } from '../sensors/pixel.ts';
import type { NoisePlan } from '../sensors/read-out/noise-plan.ts';
import { measurable } from './characterise-captures.ts';
import { exposeSensor } from './expose-sensor.ts';

/** A figure of the pixel array: what its frames show, beside what it was made with. */
export interface ArrayFigure {
  /** In reports: 'rowNoiseElectrons'. */
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  /** Null where the frames do not show it. */
  readonly measured: number | null;
  readonly standardError: number | null;
  readonly true: number;
}

/** How a pixel array is measured. */
export interface ArrayPlan {
  /** Frames of which a mean is taken, at least 2. */
  readonly frames: number;
  readonly seeds: NoisePlan['seeds'];
  /** Photons per band, on any scale. */
  readonly light: Spectrum;
  /** Flicker of the light; absent: steady light. */
  readonly flicker?: FlickerPlan | undefined;
  /** Before the sensor, for its microlenses; absent: they are not measured. */
  readonly lens?: Pick<Lens, 'fNumber' | 'chiefRaySlope'> | undefined;
}

/** Frames are no larger, in rows and in columns. */
const LARGEST_SIDE = 512;
const EXPOSURE_SECONDS = 0.01;
/** Share of saturation of bright frames. */
const BRIGHT = 0.4;
/** Standard deviations that the offset keeps between the dark and code 0. */
const OFFSET_DEVIATIONS = 6;

/** What the measurements share. */
interface Bench {
  readonly sensor: SensorPlan;
  readonly chip: Chip;
  readonly size: { readonly rows: number; readonly columns: number };
  /** Electrons of a bright frame. */
  readonly bright: number;
  readonly plan: ArrayPlan;
  /** Takes a frame with noise of its own: electrons per pixel, faulty ones as a neighbour. */
  readonly shoot: (exposure: Partial<ChipExposure>) => Promise<Float64Array>;
  /** The mean of frames. */
  readonly average: (exposure: Partial<ChipExposure>) => Promise<Float64Array>;
}

/**
 * Measures the fields of a sensor's pixel array on frames, noise and all: parts of its noise, dark
 * non-uniformity, telegraph pixels, parasitic light, rolling shutter, flicker, crosstalk and
 * microlenses; those that it has. Its response is taken without `nonLinearity`.
 *
 * @returns none for a sensor without a chip.
 * @see docs/reference/sensor-depth.md#measuring
 */
export async function characteriseArray(
  wholeSensor: SensorPlan,
  plan: ArrayPlan,
  host: Pick<Host, 'parallel'>,
): Promise<readonly ArrayFigure[]> {
  if (!measurable(wholeSensor).chip) return [];
  const bench = benchOf(wholeSensor, plan, host);
  return [
    ...(await noiseFigures(bench)),
    ...(await parasiticFigure(bench)),
    ...(await skewFigure(bench)),
    ...(await flickerFigure(bench)),
    ...(await crosstalkFigures(bench)),
    ...(await microlensFigures(bench)),
  ];
}

function benchOf(wholeSensor: SensorPlan, plan: ArrayPlan, host: Pick<Host, 'parallel'>): Bench {
  const { chip: whole, parameters, ...rest } = measurable(wholeSensor);
  const { nonLinearity: _, maps: __, ...chip } = whole!;
  const { conversionGain } = pixelOf(wholeSensor);
  const jump = chip.randomTelegraph?.electrons ?? 0;
  const dark = noiseBudget(wholeSensor, { signal: 0, exposureSeconds: 0 });
  const needed =
    (OFFSET_DEVIATIONS * noiseDeviation(dark, 'darkSpread') + jump / 2) * conversionGain;
  const sensor: SensorPlan = {
    ...rest,
    parameters: { ...parameters, analog_offset: Math.max(parameters.analog_offset, needed) },
    chip,
  };
  const side = (pixels: number): number => Math.min(LARGEST_SIDE, pixels - (pixels % 2));
  const size = { rows: side(parameters.rows), columns: side(parameters.cols) };
  const { electronsPerCode, saturation } = pixelOf(sensor);
  const black =
    (sensor.parameters.analog_offset / parameters.analog_gain / parameters.voltage_swing) *
    2 ** sensor.bits;
  let taken = 0;
  const shoot = async (changes: Partial<ChipExposure>): Promise<Float64Array> => {
    const temporal = (plan.seeds.temporal + taken) >>> 0;
    taken += 1;
    const exposure: ChipExposure = {
      sensor,
      size,
      lightUnit: 'electrons',
      exposureSeconds: EXPOSURE_SECONDS,
      light: sharedFloat32(size.rows * size.columns),
      noise: true,
      seeds: { ...plan.seeds, temporal },
      whitePhotons: plan.light,
      ...changes,
    };
    const { raw, chip: picture } = await exposeSensor(exposure, host);
    const electrons = Float64Array.from(raw, (code) => (code - black) * electronsPerCode);
    hideDefects(electrons, picture?.marks, exposure.size.columns);
    return electrons;
  };
  const average = async (exposure: Partial<ChipExposure>): Promise<Float64Array> => {
    const sum = await shoot(exposure);
    for (let frame = 1; frame < plan.frames; frame += 1)
      (await shoot(exposure)).forEach((value, at) => (sum[at]! += value));
    return sum.map((value) => value / plan.frames);
  };
  return { sensor, chip, size, bright: BRIGHT * saturation, plan, shoot, average };
}

/** Gives faulty pixels the value of the pixel of the same colour before them in their row. */
function hideDefects(values: Float64Array, marks: Uint8Array | undefined, columns: number): void {
  marks?.forEach((mark, at) => {
    if ((mark & DEFECT_BITS) === 0) return;
    const column = at % columns;
    let near = column < 2 ? at + 2 : at - 2;
    // To the right of a pixel at the left edge the first one that is not faulty.
    while (column < 2 && near % columns > column && (marks[near]! & DEFECT_BITS) !== 0) near += 2;
    values[at] = values[near]!;
  });
}

/** Even light, in electrons of the exposure. */
const even = ({ rows, columns }: Bench['size'], electrons: number): Float32Array =>
  sharedFloat32(rows * columns).fill(electrons);

/** A standard deviation with its error, from a variance that may come out below 0. */
function deviationOf({ variance, error }: Variance) {
  const measured = Math.sqrt(Math.max(0, variance));
  return {
    measured,
    standardError: Math.min(Math.sqrt(error), error / (2 * measured || Number.MIN_VALUE)),
  };
}

/** Terms of what is new in each frame and pixel in the dark. */
const PIXEL_NOISE = ['read', 'shot noise of the dark current', 'rounding', 'telegraph pixels'];

/** The parts of the noise in the dark: from frame to frame, and fixed. */
async function noiseFigures(bench: Bench): Promise<readonly ArrayFigure[]> {
  const { chip, sensor, plan, size } = bench;
  const { rows, columns } = size;
  const { darkCurrent } = pixelOf(sensor);
  const dark = noiseBudget(sensor, { signal: 0, exposureSeconds: EXPOSURE_SECONDS });
  const shown = atOutput(dark, sensor, 0);
  const smoothing = noiseGain(chip.crosstalk?.electrical ?? [[1]]);
  const short = await darkFrames(bench, EXPOSURE_SECONDS);
  const { temporal, fixed } = short;
  const spread = (chip.darkNonUniformity ?? 0) * Math.sqrt(smoothing) * darkCurrent;
  const electrons = (key: string, name: string, part: Variance, expected: number): ArrayFigure => ({
    key,
    name,
    unit: 'e⁻',
    true: expected,
    ...deviationOf(part),
  });
  return [
    electrons('rowNoiseElectrons', 'Row noise', temporal.row, chip.rowNoiseElectrons ?? 0),
    electrons(
      ...(['columnNoiseElectrons', 'Column noise', temporal.column] as const),
      chip.columnNoiseElectrons ?? 0,
    ),
    electrons(
      ...(['pixelNoiseElectrons', 'Pixel noise'] as const),
      temporal.pixel,
      togetherOf(shown, PIXEL_NOISE),
    ),
    electrons('rowOffsetElectrons', 'Row offsets', fixed.row, chip.rowOffsetElectrons ?? 0),
    electrons(
      ...(['columnOffsetElectrons', 'Column offsets', fixed.column] as const),
      chip.columnOffsetElectrons ?? 0,
    ),
    electrons(
      ...(['pixelOffsetElectrons', 'Pixel offsets', fixed.pixel] as const),
      togetherOf(shown, ['DSNU', 'non-uniform dark current']),
    ),
    ...(spread > 0 ? [await darkSpreadFigure(bench, fixed.pixel, spread)] : []),
    ...telegraphFigures(bench, short.residuals, rows * columns, plan.frames),
  ];
}

/** Dark frames of an exposure: their noise and their fixed pattern, split. */
async function darkFrames({ shoot, size, plan }: Bench, exposureSeconds: number) {
  const { rows, columns } = size;
  const split = (values: Float64Array): SpatialParts => spatialParts(values, rows, columns);
  const frames: Float64Array[] = [];
  for (let frame = 0; frame < plan.frames; frame += 1)
    frames.push(await shoot({ exposureSeconds }));
  const middle = frames[0]!.map((_, at) => meanOf(frames.map((frame) => frame[at]!)));
  const apart = frames.map((frame) => split(frame.map((value, at) => value - middle[at]!)));
  // Against their own mean frames differ by a little less.
  const scale = plan.frames / (plan.frames - 1);
  const temporalOf = (part: 'row' | 'column' | 'pixel'): Variance => ({
    variance: scale * meanOf(apart.map((one) => one[part].variance)),
    error: (scale * meanOf(apart.map((one) => one[part].error))) / Math.sqrt(plan.frames - 1),
  });
  const temporal = {
    row: temporalOf('row'),
    column: temporalOf('column'),
    pixel: temporalOf('pixel'),
  };
  const whole = split(middle);
  const fixedOf = (part: 'row' | 'column' | 'pixel'): Variance => ({
    variance: whole[part].variance - temporal[part].variance / plan.frames,
    error: whole[part].error,
  });
  return {
    temporal,
    fixed: { row: fixedOf('row'), column: fixedOf('column'), pixel: fixedOf('pixel') },
    residuals: apart.map(({ residual }) => residual),
  };
}

/** Share of saturation that the dark current adds in the longer dark frames. */
const DARK_SIGNAL = 0.1;
const LONGEST_DARK = 1000;

/** What the pixels' dark currents differ by, from the growth of their offsets with time. */
async function darkSpreadFigure(
  bench: Bench,
  short: Variance,
  expected: number,
): Promise<ArrayFigure> {
  const { saturation, darkCurrent } = pixelOf(bench.sensor);
  const seconds = Math.min(
    LONGEST_DARK,
    Math.max(2 * EXPOSURE_SECONDS, (DARK_SIGNAL * saturation) / darkCurrent),
  );
  const { pixel } = (await darkFrames(bench, seconds)).fixed;
  const growth = seconds ** 2 - EXPOSURE_SECONDS ** 2;
  return {
    key: 'darkSpreadElectronsPerSecond',
    name: 'Spread of the dark current',
    unit: 'e⁻/s',
    ...deviationOf({
      variance: (pixel.variance - short.variance) / growth,
      error: Math.hypot(pixel.error, short.error) / growth,
    }),
    true: expected,
  };
}

/** Normal pixels that are taken for telegraph pixels: 3 of 10 million. */
const TELEGRAPH_DEVIATIONS = 5;
/** Jumps in standard deviations of the noise that stand out of it. */
const SMALLEST_JUMP = 5;

/**
 * Pixels whose variance over the frames is larger than chance makes it, and the size of their
 * jumps. Quantiles of the variance by E. B. Wilson and M. M. Hilferty, PNAS 17, 684 (1931).
 */
function telegraphFigures(
  { chip }: Bench,
  residuals: readonly Float64Array[],
  pixels: number,
  frames: number,
): readonly ArrayFigure[] {
  const { randomTelegraph } = chip;
  if (!randomTelegraph) return [];
  const freedom = frames - 1;
  const spread = 2 / (9 * freedom);
  const variances = Float64Array.from(
    { length: pixels },
    (_, at) => residuals.reduce((sum, frame) => sum + frame[at]! ** 2, 0) / freedom,
  );
  const usual = medianOf(variances) / (1 - spread) ** 3;
  const most = usual * (1 - spread + TELEGRAPH_DEVIATIONS * Math.sqrt(spread)) ** 3;
  const jumping = variances.filter((variance) => variance > most);
  const { length: count } = jumping;
  const isSeen = count > 1 && randomTelegraph.electrons > SMALLEST_JUMP * Math.sqrt(usual);
  const excess = meanOf(jumping) - usual;
  const scatter = Math.sqrt(
    jumping.reduce((sum, variance) => sum + (variance - usual - excess) ** 2, 0) / (count - 1),
  );
  const jump = 2 * Math.sqrt(Math.max(0, excess));
  const perMillion = 1e6 / pixels;
  return [
    {
      key: 'telegraphPerMillion',
      name: 'Telegraph pixels',
      unit: 'per million',
      measured: isSeen ? count * perMillion : null,
      standardError: isSeen ? Math.sqrt(count) * perMillion : null,
      true: randomTelegraph.perMillion,
    },
    {
      key: 'telegraphElectrons',
      name: 'Jump of telegraph pixels',
      unit: 'e⁻',
      measured: isSeen ? jump : null,
      standardError: isSeen ? (2 * scatter) / Math.sqrt(count) / jump : null,
      true: randomTelegraph.electrons,
    },
  ];
}

/** The mean of each row. */
const rowMeans = (values: Float64Array, columns: number): readonly number[] =>
  Array.from({ length: values.length / columns }, (_, row) =>
    meanOf(values.subarray(row * columns, (row + 1) * columns)),
  );

/** A line through points of equal weight, whose error follows from how they scatter. */
function lineThrough(points: readonly (readonly [x: number, y: number])[]): WeightedLine {
  const asked = points.map(([x, y]) => ({ x, y, error: 1 }));
  const line = weightedLine(asked);
  const squares = asked.map(({ x, y }) => (y - line.offset - line.slope * x) ** 2);
  const scatter = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / (points.length - 2));
  return {
    ...line,
    slopeError: line.slopeError * scatter,
    offsetError: line.offsetError * scatter,
  };
}

/** The shutter of a chip with lines, if it is of a kind. */
const shutterOf = ({ chip: { shutter } }: Bench, kind: Shutter['kind']): Shutter | undefined =>
  shutter?.kind === kind && shutter.lineSeconds > 0 ? shutter : undefined;

/** Light that the storage of a global shutter takes in: the growth of even light with the wait. */
async function parasiticFigure(bench: Bench): Promise<readonly ArrayFigure[]> {
  const parasitic = shutterOf(bench, 'global')?.parasiticLightSensitivity ?? 0;
  if (parasitic === 0) return [];
  const { sensor, size, bright, average } = bench;
  const readOut = frameTiming(sensor, size.rows, 0).readOutSeconds;
  // The last row gets as much while it waits as half of the exposure.
  const exposureSeconds = 2 * parasitic * readOut;
  const timing = frameTiming(sensor, size.rows, exposureSeconds);
  const light = await average({ light: even(size, bright), exposureSeconds });
  const dark = await average({ exposureSeconds });
  const signal = light.map((value, at) => value - dark[at]!);
  const { slope, offset, slopeError } = lineThrough(
    rowMeans(signal, size.columns).map((mean, row) => [
      rowWindow(timing, 0, row).waitSeconds,
      mean,
    ]),
  );
  const perSecond = offset / exposureSeconds;
  return [
    {
      key: 'parasiticLightSensitivity',
      name: 'Parasitic light sensitivity',
      unit: '',
      measured: slope / perSecond,
      standardError: slopeError / perSecond,
      true: parasitic,
    },
  ];
}

/** Parts of time in which a moving edge is known. */
const EDGE_CELLS = 128;
/** Share of the columns by which the edge moves during the read-out. */
const EDGE_TRAVEL = 0.25;

/** How far an upright edge that moves leans in a rolling shutter. */
async function skewFigure(bench: Bench): Promise<readonly ArrayFigure[]> {
  const shutter = shutterOf(bench, 'rolling');
  if (!shutter) return [];
  const { sensor, size, bright, shoot, average } = bench;
  const { rows, columns } = size;
  const { readOutSeconds } = frameTiming(sensor, rows, 0);
  const exposureSeconds = readOutSeconds / 16;
  const seconds = (readOutSeconds + exposureSeconds) / EDGE_CELLS;
  const travel = EDGE_TRAVEL * columns;
  const perSecond = travel / readOutSeconds;
  const light = (cell: number): Float32Array => {
    const edge = travel + perSecond * (cell + 0.5) * seconds;
    const plane = even(size, 0);
    for (let at = 0; at < plane.length; at += 1)
      plane[at] = bright * Math.min(1, Math.max(0, edge - (at % columns)));
    return plane;
  };
  const moving = await shoot({ light: { seconds, count: EDGE_CELLS, light }, exposureSeconds });
  const still = await average({ light: even(size, bright), exposureSeconds });
  const dark = await average({ exposureSeconds });
  // Against a still field, so that pixels that differ do not move the edge.
  const share = moving.map((value, at) => (value - dark[at]!) / (still[at]! - dark[at]!));
  const { slope, slopeError } = lineThrough(
    rowMeans(share, columns).map((mean, row) => [row, mean * columns]),
  );
  const expected = (perSecond * shutter.lineSeconds) / shutter.linesTogether;
  return [
    {
      key: 'skewPixelsPerRow',
      name: `Skew of an edge, ${Math.round(perSecond)} px/s`,
      unit: 'px/row',
      measured: slope,
      standardError: slopeError,
      true: shutter.direction === 'down' ? expected : -expected,
    },
  ];
}

/** Periods of the light that a read-out must last for its bands to be measured. */
const FEWEST_PERIODS = 0.5;

/** Bands of flickering light along the rows of a rolling shutter, in a quarter of a period. */
async function flickerFigure(bench: Bench): Promise<readonly ArrayFigure[]> {
  const { sensor, size, bright, average, plan } = bench;
  const { flicker } = plan;
  const { readOutSeconds } = frameTiming(sensor, size.rows, 0);
  if (!flicker || !shutterOf(bench, 'rolling') || readOutSeconds * flicker.hertz < FEWEST_PERIODS)
    return [];
  const exposureSeconds = 1 / (4 * flicker.hertz);
  const timing = frameTiming(sensor, size.rows, exposureSeconds);
  const turns = Float64Array.from(
    { length: size.rows },
    (_, row) => flicker.hertz * rowWindow(timing, 0, row).beginSeconds,
  );
  const light = await average({ light: even(size, bright), exposureSeconds, flicker });
  const still = await average({ light: even(size, bright), exposureSeconds });
  const dark = await average({ exposureSeconds });
  const signal = light.map((value, at) => (value - dark[at]!) / (still[at]! - dark[at]!));
  const seconds = rowSeconds(timing, 0, { flicker, beginSeconds: 0 });
  const measured = waveThrough(turns, rowMeans(signal, size.columns));
  return [
    {
      key: 'flickerContrast',
      name: 'Bands of flicker, a quarter of a period',
      unit: '',
      measured: measured.contrast,
      standardError: measured.error,
      true: waveThrough(turns, Array.from(seconds)).contrast,
    },
  ];
}

/** The amplitude of a wave of known period over its mean, by least squares. */
function waveThrough(turns: Float64Array, values: readonly number[]) {
  const waves = Array.from(turns, (turn) => [
    ...[1, Math.cos(2 * Math.PI * turn), Math.sin(2 * Math.PI * turn)],
  ]);
  const at = (one: number, other: number): number =>
    waves.reduce((sum, wave) => sum + wave[one]! * wave[other]!, 0);
  const right = (one: number): number =>
    waves.reduce((sum, wave, row) => sum + wave[one]! * values[row]!, 0);
  const [level, cosine, sine] = solveLinear(
    [0, 1, 2].map((one) => Float64Array.of(at(one, 0), at(one, 1), at(one, 2), right(one))),
  );
  const scatter = values.map(
    (value, row) => (value - level! - cosine! * waves[row]![1]! - sine! * waves[row]![2]!) ** 2,
  );
  return {
    contrast: Math.hypot(cosine!, sine!) / level!,
    error: Math.sqrt((2 * meanOf(scatter)) / values.length) / level!,
  };
}

/** Places of a neighbourhood, with their names. */
const NEIGHBOURS = [
  ['own', 'stays', 0, 0],
  ['left', 'left', 0, -1],
  ['right', 'right', 0, 1],
  ['above', 'above', -1, 0],
  ['below', 'below', 1, 0],
] as const;
/** Pixels from one lit pixel to the next: what leaves one does not reach the other. */
const APART = 6;

/** Where the light of single lit pixels of each colour arrives. */
async function crosstalkFigures(bench: Bench): Promise<readonly ArrayFigure[]> {
  const { chip, sensor, size, bright, average, plan } = bench;
  const { optical, electrical } = chip.crosstalk ?? {};
  if (!optical && !electrical) return [];
  const { rows, columns } = size;
  const { layout, channels } = mosaicOf(sensor);
  const kernels = optical
    ? opticalKernels(optical, channels, quantumEfficiencyOf(sensor), plan.light)
    : channels.map(() => [[1]]);
  const dark = await average({});
  const [down, across] = [layout, layout[0]!].map(
    ({ length }) => length * Math.ceil(APART / length),
  ) as [number, number];
  const figures: ArrayFigure[] = [];
  for (const [channel, colour] of channels.entries()) {
    const top = layout.findIndex((line) => line.includes(channel));
    const lit: number[] = [];
    for (let row = top + down; row < rows - 2; row += down)
      for (
        let column = layout[top]!.indexOf(channel) + across;
        column < columns - 2;
        column += across
      )
        lit.push(row * columns + column);
    const light = even(size, 0);
    for (const at of lit) light[at] = bright;
    const signal = await average({ light });
    const spread = convolved(kernels[channel]!, electrical ?? [[1]]);
    const reach = (spread.length - 1) / 2;
    for (const [key, name, dy, dx] of NEIGHBOURS) {
      const shares = lit.map((at) => {
        const place = at + dy * columns + dx;
        return (signal[place]! - dark[place]!) / bright;
      });
      const share = meanOf(shares);
      const scatter = meanOf(shares.map((one) => (one - share) ** 2));
      figures.push({
        key: `crosstalk.${colour}.${key}`,
        name: `Crosstalk of ${colour}, ${name}`,
        unit: '%',
        measured: 100 * share,
        standardError: 100 * Math.sqrt(scatter / (lit.length - 1)),
        true: 100 * (spread[reach + dy]?.[reach + dx] ?? 0),
      });
    }
  }
  return figures;
}

/** A kernel after another one. */
function convolved(one: CrosstalkKernel, other: CrosstalkKernel): CrosstalkKernel {
  const side = one.length + other.length - 1;
  return Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (__, column) =>
      one.reduce(
        (sum, line, y) =>
          sum +
          line.reduce((part, share, x) => part + share * (other[row - y]?.[column - x] ?? 0), 0),
        0,
      ),
    ),
  );
}

/** Side of the squares in which microlenses are measured, pixels. */
const SQUARE = 32;

/** Light that microlenses bring to the photodiodes, in the middle and in a corner. */
async function microlensFigures(bench: Bench): Promise<readonly ArrayFigure[]> {
  const { chip, sensor, bright, average, plan } = bench;
  const { microlens } = chip;
  const { lens } = plan;
  if (!microlens || !lens) return [];
  const size = { rows: SQUARE, columns: SQUARE };
  const { rows, cols, pixel_size: pitch } = sensor.parameters;
  const dark = await average({ size, light: even(size, 0) });
  const light = even(size, bright);
  const whole = await average({ size, light });
  const figures: ArrayFigure[] = [];
  for (const [key, name, offset] of [
    ['microlensAxisPercent', 'Through microlenses, on the axis', [0, 0]],
    [
      ...(['microlensCornerPercent', 'Through microlenses, in a corner'] as const),
      [(cols - SQUARE) / 2, (rows - SQUARE) / 2],
    ],
  ] as const) {
    const grid = { ...size, pitch, offset };
    const part = await average({
      size,
      light,
      microlensShares: microlensShares(microlens, lens, grid),
    });
    const shares = part.map((value, at) => (value - dark[at]!) / (whole[at]! - dark[at]!));
    const share = meanOf(shares);
    const scatter = meanOf(shares.map((one) => (one - share) ** 2));
    const heightMm = (at: number): number => {
      const [x, y] = [at % SQUARE, Math.floor(at / SQUARE)].map(
        (place) => place + 0.5 - SQUARE / 2,
      );
      return Math.hypot(x! + offset[0], y! + offset[1]) * pitch * 1000;
    };
    figures.push({
      key,
      name,
      unit: '%',
      measured: 100 * share,
      standardError: 100 * Math.sqrt(scatter / shares.length),
      true: 100 * meanOf(shares.map((_, at) => microlensShare(microlens, lens, heightMm(at)))),
    });
  }
  return figures;
}
