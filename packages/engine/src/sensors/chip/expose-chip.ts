import type { DeviceWork } from '../../device.ts';
import type { FlickerPlan } from '../../illuminants/flicker.ts';
import type { Host, Job } from '../../host.ts';
import { allocateShared, sharedFloat32, sharedUint16 } from '../../images/shared-array.ts';
import type { PixelGrid } from '../../optics/pixel-grid.ts';
import type { Spectrum } from '../../quantities/wavelengths.ts';
import { checkStopped, UNWATCHED, type StageContext } from '../../stage.ts';
import { mosaicOf } from '../colour-filters.ts';
import { quantumEfficiencyOf, type SensorPlan } from '../pixel.ts';
import type { NoisePlan } from '../read-out/noise-plan.ts';
import { settingsOf, type StepSettings } from '../read-out/order.ts';
import type { RawPicture } from '../read-out/read-out-sensor.ts';
import {
  capturesOf,
  fullElectrons,
  linearBitsOf,
  mergeOf,
  type CaptureFigures,
} from './captures.ts';
import type { Chip } from './chip.ts';
import {
  addLight,
  chargeWork,
  collectCharge,
  convertCharge,
  convertWork,
  meanElectrons,
  mergeCaptures,
  mixLight,
  type Arrived,
} from './chip-jobs.ts';
import { gatherWeights, opticalKernels } from './crosstalk.ts';
import { badColumnsOf, columnsOf, drawPattern, hasDarkRates, hasPattern } from './fixed-pattern.ts';
import { lineNoise } from './lines-noise.ts';
import { markedPixels, type MarkedPixels } from './marked-pixels.ts';
import { planesOf, type MapPlanes } from './pixel-maps.ts';
import { mergingOf } from './merge.ts';
import { CAPTURE_STEP, STREAMS } from './streams.ts';
import { frameTiming, ownCharges, rowSeconds, type FrameTiming } from './windows.ts';

/** Light that changes: one plane for each cell of time, even within it. */
export interface LightCells {
  /** Length of a cell; cell j lasts from j to j + 1 times as long. */
  readonly seconds: number;
  readonly count: number;
  /** electrons/(s·m²) per pixel, behind its colour filter. */
  readonly light: (cell: number) => Promise<Float32Array> | Float32Array;
  /** The mean of several cells by their shares, which sum up to 1, where that is formed at once. */
  readonly mean?: (
    cells: readonly { readonly cell: number; readonly share: number }[],
  ) => Promise<Float32Array>;
}

/** One exposure of a sensor with a chip. */
export interface ChipExposure extends NoisePlan {
  readonly sensor: SensorPlan;
  readonly size: Pick<PixelGrid, 'rows' | 'columns'>;
  /** Per pixel, row by row, behind its colour filter; in the unit `lightUnit`. */
  readonly light: Float32Array | LightCells;
  /** 'electrons' is the mean of the exposure of the first capture; per s·m² unless given. */
  readonly lightUnit?: 'electrons/(s·m²)' | 'electrons';
  /** Exposure of the first capture. */
  readonly exposureSeconds: number;
  readonly flicker?: FlickerPlan | undefined;
  /** Seconds at which the frame begins. */
  readonly beginSeconds?: number;
  /**
   * Photons per band of white, for crosstalk by wavelength; absent: the same in all bands up to
   * 700 nm.
   */
  readonly whitePhotons?: Spectrum | undefined;
  /** Light that the microlenses let through, per pixel; absent: all of it. */
  readonly microlensShares?: Float32Array | undefined;
}

/** One capture as it was read. */
export interface ReadCapture {
  readonly figures: CaptureFigures;
  readonly raw: Uint16Array;
  readonly full: Uint8Array;
  /** Mean electrons of light per pixel, without dark current. */
  readonly electrons: () => Float32Array;
}

/** What a sensor with a chip gives. */
export interface ChipPicture extends RawPicture {
  readonly timing: FrameTiming;
  readonly captures: readonly ReadCapture[];
  /**
   * What leaves the chip as electrons of the first capture, and those at which it is full; of
   * sensors with captures or companding.
   */
  readonly linear?: { readonly electrons: Float32Array; readonly full: number };
  /** The same before companding. */
  readonly merged?: Float32Array;
  /** See `DEFECT_CODES`; absent where nothing is drawn for each pixel. */
  readonly marks?: Uint8Array;
  /** 1 for each bad column. */
  readonly badColumns?: Uint8Array;
  /** Codes of the rows without light, of the first capture. */
  readonly opticalBlack?: Uint16Array;
}

/** What the steps share. */
interface Work {
  readonly exposure: ChipExposure;
  readonly chip: Chip;
  readonly host: Pick<Host, 'parallel' | 'device'>;
  readonly context: Pick<StageContext, 'stopped' | 'progress'>;
  readonly timing: FrameTiming;
  readonly captures: readonly CaptureFigures[];
}

/** A block of pixels: the picture, or the rows without light above it. */
interface Block {
  readonly rows: number;
  readonly columns: number;
  readonly firstRow: number;
  readonly firstPixel: number;
  /** What is known of its single pixels. */
  readonly own?: MapPlanes;
}

/** Pixels per part, as of the read-out without a chip. */
const PIXELS_PER_PART = 1 << 17;

/** Runs a job on all pixels of a block: on the device that knows it, or in parts on all threads. */
async function onPixels<Settings extends object>(
  job: Job<Settings & { from: number; to: number }>,
  settings: Settings,
  pixels: number,
  { host, context }: Pick<Work, 'host' | 'context'>,
  deviceWork?: DeviceWork<Settings & { from: number; to: number }, void>,
): Promise<void> {
  const computed =
    deviceWork && host.device?.compute(deviceWork, { ...settings, from: 0, to: pixels }, context);
  if (computed) {
    await computed;
    checkStopped(context);
    return;
  }
  const parts = Array.from({ length: Math.ceil(pixels / PIXELS_PER_PART) }, (_, part) => ({
    ...settings,
    from: part * PIXELS_PER_PART,
    to: Math.min(pixels, (part + 1) * PIXELS_PER_PART),
  }));
  await host.parallel(job, parts, { stopped: () => context.stopped() });
}

/**
 * Exposes a sensor with a chip and reads it out, on the device of the host or on all threads.
 *
 * @param wantsVolts also gives the voltages behind the codes of the first capture.
 * @throws SimulationError 'cancelled' when stopped, or where captures would overlap; DeviceError
 *   when the device fails.
 * @see docs/reference/sensor-depth.md#order
 */
export async function exposeChip(
  exposure: ChipExposure,
  wantsVolts: boolean,
  host: Pick<Host, 'parallel' | 'device'>,
  context: Pick<StageContext, 'stopped' | 'progress'> = UNWATCHED,
): Promise<ChipPicture> {
  const { sensor, size } = exposure;
  const { rows, columns } = size;
  const captures = capturesOf(sensor);
  const timing = frameTiming(sensor, rows, exposure.exposureSeconds);
  const work: Work = { exposure, chip: sensor.chip ?? {}, host, context, timing, captures };
  const maps = work.chip.maps && exposure.noise ? planesOf(work.chip.maps, size) : undefined;
  const picture: Block = { rows, columns, firstRow: 0, firstPixel: 0, ...(maps && { own: maps }) };
  const arrived = await arrive(work);
  context.progress(0.2);
  const read = await readBlock(work, picture, arrived, wantsVolts);
  context.progress(0.8);
  const leaving = await leave(work, read.captures);
  const black = await readBlack(work);
  context.progress(1);
  const last = read.captures.at(-1)!;
  return {
    timing,
    raw: leaving?.out ?? last.raw,
    volts: read.volts,
    full: last.full,
    captures: read.captures,
    ...(leaving && {
      linear: {
        electrons: work.chip.companding ? leaving.linear : leaving.merged,
        full: fullElectrons(captures),
      },
      merged: leaving.merged,
    }),
    ...(read.pattern && { marks: read.pattern.marks, badColumns: read.pattern.badColumns }),
    ...(black && { opticalBlack: black }),
  };
}

/** The light of each charge as it arrives at the pixels. */
async function arrive(work: Work): Promise<ReadonlyMap<number, Arrived>> {
  const { exposure, timing, captures } = work;
  const { light, flicker, beginSeconds = 0, size } = exposure;
  const charges = ownCharges(captures);
  const perSecond =
    exposure.lightUnit === 'electrons' ? 1 / exposure.exposureSeconds : captures[0]!.pixel.area;
  const secondsOf = (k: number, cell?: { from: number; to: number }): Float64Array =>
    rowSeconds(timing, k, { flicker, beginSeconds, ...(cell && { cell }) });
  const unit = (k: number): number => perSecond * captures[k]!.capture.sensitivity;
  if (light instanceof Float32Array) {
    const plane = await arriving(work, light);
    return new Map(
      charges.map((k) => {
        const electronsPerUnit = secondsOf(k).map((seconds) => seconds * unit(k));
        return [k, { plane, electronsPerUnit }];
      }),
    );
  }
  const cells = cellsOf(light, beginSeconds, timing.spanSeconds).map((cell) => ({
    cell,
    seconds: charges.map((k) =>
      secondsOf(k, { from: cell * light.seconds, to: (cell + 1) * light.seconds }),
    ),
  }));
  const isEven = cells.every(({ seconds }) =>
    seconds.every((ofRows) => ofRows.every((value) => value === ofRows[0])),
  );
  if (light.mean && isEven) {
    const arrived = new Map<number, Arrived>();
    for (const [at, k] of charges.entries()) {
      const lit = cells.flatMap(({ cell, seconds }) =>
        seconds[at]![0] === 0 ? [] : [{ cell, seconds: seconds[at]![0]! }],
      );
      const total = lit.reduce((sum, { seconds }) => sum + seconds, 0);
      const mean = await light.mean(
        lit.map(({ cell, seconds }) => ({ cell, share: seconds / total })),
      );
      // The next charge's light is formed in the same memory.
      const kept = sharedFloat32(mean.length);
      kept.set(mean);
      const plane = await arriving(work, kept);
      arrived.set(k, {
        plane,
        electronsPerUnit: new Float64Array(size.rows).fill(unit(k) * total),
      });
    }
    return arrived;
  }
  const pixels = size.rows * size.columns;
  const sums = charges.map(() => new Float64Array(allocateShared(pixels * 8)));
  for (const { cell, seconds } of cells) {
    if (seconds.every((ofRows) => ofRows.every((value) => value === 0))) continue;
    const plane = await arriving(work, await light.light(cell));
    await onPixels(addLight, { light: plane, sums, seconds, columns: size.columns }, pixels, work);
  }
  return new Map(
    charges.map((k, at) => [
      k,
      { plane: sums[at]!, electronsPerUnit: new Float64Array(size.rows).fill(unit(k)) },
    ]),
  );
}

/** The cells that a frame sees. */
function cellsOf(light: LightCells, beginSeconds: number, spanSeconds: number): number[] {
  const cells: number[] = [];
  const end = beginSeconds + spanSeconds;
  for (
    let cell = Math.floor(beginSeconds / light.seconds);
    cell < light.count && cell * light.seconds < end;
    cell += 1
  )
    cells.push(cell);
  return cells;
}

/** Light behind the microlenses, mixed with the neighbours' light. */
async function arriving(work: Work, light: Float32Array): Promise<Float32Array> {
  const { exposure, chip } = work;
  const { sensor, size, microlensShares, whitePhotons } = exposure;
  let plane = light;
  if (microlensShares) {
    plane = sharedFloat32(light.length);
    for (let i = 0; i < light.length; i += 1) plane[i] = light[i]! * microlensShares[i]!;
  }
  const optical = chip.crosstalk?.optical;
  if (!optical) return plane;
  const { channels, layout } = mosaicOf(sensor);
  const responses = quantumEfficiencyOf(sensor);
  const kernels = opticalKernels(optical, channels, responses, whitePhotons);
  const weights = gatherWeights(kernels, layout);
  const target = sharedFloat32(light.length);
  const pixels = { ...size, layout };
  await onPixels(mixLight, { source: plane, target, pixels, weights }, light.length, work);
  return target;
}

/** Reads the captures of a block of pixels. */
async function readBlock(
  work: Work,
  block: Block,
  arrived: ReadonlyMap<number, Arrived>,
  wantsVolts: boolean,
) {
  const { exposure, chip, captures } = work;
  const { sensor, noise } = exposure;
  const pixels = block.rows * block.columns;
  const { layout } = mosaicOf(sensor);
  const { electrical } = chip.crosstalk ?? {};
  const weights = electrical && gatherWeights([electrical], layout);
  const charges = new Map<number, Float32Array>();
  const read: ReadCapture[] = [];
  const volts = wantsVolts ? sharedFloat32(pixels) : undefined;
  let pattern: Pattern | undefined;
  for (const [k, figures] of captures.entries()) {
    const root = figures.capture.sharesChargeWith ?? k;
    const { darkCurrent } = figures.pixel;
    const conversion = convertOf(work, k, root, block);
    const { settings } = conversion;
    if (root === k && noise && hasPattern(chip))
      pattern = await patternOf(work, block, darkCurrent);
    const { darkRates, marked } = pattern ?? {};
    if (root === k) {
      const charge = sharedFloat32(pixels);
      const { columns, firstPixel } = block;
      const shared = { settings, columns, firstPixel, darkRates, marked, charge };
      const all = { ...shared, arrived: arrived.get(k)! };
      await onPixels(collectCharge, all, pixels, work, chargeWork);
      charges.set(k, charge);
    }
    const planes = {
      raw: sharedUint16(pixels),
      volts: k === 0 ? volts : undefined,
      full: new Uint8Array(allocateShared(Math.ceil(pixels / 8))),
    };
    await onPixels(
      convertCharge,
      {
        ...conversion,
        ...planes,
        charge: charges.get(root)!,
        pixels: { rows: block.rows, columns: block.columns, layout },
        weights,
        marked,
      },
      pixels,
      work,
      convertWork,
    );
    read.push({
      figures,
      raw: planes.raw,
      full: planes.full,
      electrons: () => {
        const out = new Float32Array(pixels);
        meanElectrons(arrived.get(root)!, block.columns, { from: 0, to: pixels }, out);
        return out;
      },
    });
  }
  return { captures: read, volts, pattern };
}

/** What is drawn once for each pixel of a block. */
interface Pattern {
  readonly marks: Uint8Array;
  readonly marked: MarkedPixels;
  readonly badColumns: Uint8Array;
  readonly darkRates: Float32Array | undefined;
}

/** Patterns of chips that are used: frames of one sensor have the same. */
const patterns = new WeakMap<Chip, Map<string, Pattern>>();
/** As many as the captures of a frame need, with and without light. */
const MOST_PATTERNS = 8;

/** The pattern of a block with the dark current of a capture. */
async function patternOf(work: Work, block: Block, darkCurrent: number): Promise<Pattern> {
  const { chip, exposure } = work;
  const { rows, columns, firstPixel, own } = block;
  const seed = exposure.seeds.fixedPattern;
  const key = [seed, rows, columns, firstPixel, darkCurrent].join(' ');
  const known = patterns.get(chip) ?? new Map<string, Pattern>();
  patterns.set(chip, known);
  const held = known.get(key);
  if (held) return held;
  const pixels = rows * columns;
  const { defects, randomTelegraph, darkNonUniformity } = chip;
  const drawn = { defects, randomTelegraph, darkNonUniformity };
  const settings = { ...drawn, darkCurrent, seed, columns, firstPixel };
  const planes = {
    marks: new Uint8Array(allocateShared(pixels)),
    badColumns: own?.defects
      ? columnsOf(own.defects, columns)
      : badColumnsOf(defects, columns, seed),
    darkRates: hasDarkRates(chip) ? sharedFloat32(pixels) : undefined,
    own: own?.defects,
  };
  await onPixels(drawPattern, { settings, ...planes }, pixels, work);
  const pattern = { ...planes, marked: markedPixels(planes.marks) };
  const [oldest] = known.keys();
  if (known.size >= MOST_PATTERNS) known.delete(oldest!);
  known.set(key, pattern);
  return pattern;
}

/** The numbers of a capture's steps; its light is known in electrons. */
function settingsOfCapture(
  { exposure, captures, timing }: Work,
  k: number,
  root: number,
  own: MapPlanes | undefined,
): StepSettings {
  const { sensor, noise, seeds } = exposure;
  const { capture, pixel } = captures[k]!;
  const { parameters } = capture;
  const { exposureSeconds } = timing.captures[k]!;
  const shift = CAPTURE_STEP * k;
  /** The photodiode whose pattern it has: its own, or the first capture's. */
  const photodiode = captures[root]!.capture.startLines === 0 ? root : 0;
  const isShared = root !== k;
  return {
    ...settingsOf({ sensor: { ...sensor, parameters }, pixel, exposureSeconds }),
    ...(own?.prnu && { prnu: 0, hasOwnResponse: true }),
    ...(own?.dsnu && { dsnu: 0 }),
    electronsPerUnit: 1,
    noise,
    temporalStream: STREAMS.temporal + shift,
    temporalSeed: seeds.temporal,
    responseStream: STREAMS.fixedPattern + CAPTURE_STEP * photodiode,
    darkStream: STREAMS.fixedPattern + (isShared ? shift : CAPTURE_STEP * photodiode),
    fixedPatternSeed: seeds.fixedPattern,
  };
}

/** Offsets of rows and columns are in the map of the dark. */
const withoutLineOffsets = ({
  rowOffsetElectrons: _,
  columnOffsetElectrons: __,
  ...chip
}: Chip): Chip => chip;

/** How a capture is read: its amplifier and converter, and its noise. */
function convertOf(work: Work, k: number, root: number, block: Block) {
  const { exposure, chip } = work;
  const { seeds } = exposure;
  const shift = CAPTURE_STEP * k;
  const { own } = block;
  return {
    settings: settingsOfCapture(work, k, root, own),
    lines: lineNoise(own?.dsnu ? withoutLineOffsets(chip) : chip, block, k, seeds),
    response: own?.prnu,
    dark: own?.dsnu,
    telegraph: chip.randomTelegraph && {
      electrons: chip.randomTelegraph.electrons,
      stream: STREAMS.telegraph + shift,
    },
    stuckCode: chip.defects?.stuck?.code ?? 0,
    columnCode: chip.defects?.columns?.code ?? 0,
    firstPixel: block.firstPixel,
  };
}

/** Merges and compands what was read; undefined where the codes leave as they are. */
async function leave(work: Work, read: readonly ReadCapture[]) {
  const { exposure, chip, captures, timing } = work;
  const { sensor, size } = exposure;
  const { companding } = chip;
  if (!chip.captures && !companding) return undefined;
  const pixels = size.rows * size.columns;
  const merge = mergeOf(sensor);
  const planes = {
    merged: sharedFloat32(pixels),
    linear: companding ? sharedFloat32(pixels) : new Float32Array(0),
    out: sharedUint16(pixels),
  };
  const full = fullElectrons(captures);
  await onPixels(
    mergeCaptures,
    {
      ...planes,
      raws: read.map(({ raw }) => raw),
      scales: captures.map(({ black, pixel }, k) => ({
        black,
        electronsPerCode: pixel.electronsPerCode,
        darkElectrons: pixel.darkCurrent * timing.captures[k]!.exposureSeconds,
      })),
      merging: chip.captures && mergingOf(captures, merge),
      scale: { bits: linearBitsOf(sensor), blackLevel: merge.blackLevel, full },
      companding,
    },
    pixels,
    work,
  );
  return planes;
}

/** Codes of the rows without light, rows −n to −1 of the picture; undefined without them. */
async function readBlack(work: Work): Promise<Uint16Array | undefined> {
  const { chip, captures, exposure } = work;
  const { columns } = exposure.size;
  const rows = chip.opticalBlackRows;
  if (!rows) return undefined;
  const pixels = rows * columns;
  // Counted back from the end of the counter, in groups of eight as all pixels are.
  const firstPixel = 2 ** 32 - 8 * Math.ceil(pixels / 8);
  const block: Block = { rows, columns, firstRow: 2 ** 32 - rows, firstPixel };
  const dark: Arrived = {
    plane: sharedFloat32(pixels),
    electronsPerUnit: new Float64Array(rows),
  };
  const [first] = captures as [CaptureFigures];
  const alone: Work = { ...work, captures: [first] };
  const read = await readBlock(alone, block, new Map([[0, dark]]), false);
  return read.captures[0]!.raw;
}
