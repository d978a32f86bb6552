import { deviceWork } from '../../device.ts';
import type { Host } from '../../host.ts';
import type { StepSettings } from '../read-out/order.ts';
import { loadReadOut } from '../read-out/read-out-pixels.ts';
import { defects, type DefectsPart } from '../read-out/steps/defects.ts';
import { lines, type LinesPart } from '../read-out/steps/lines.ts';
import { ownDark, type OwnDarkPart } from '../read-out/steps/own-dark.ts';
import { telegraph, type TelegraphPart } from '../read-out/steps/telegraph.ts';
import type { GatherWeights, MixedPixels } from './crosstalk.ts';
import { pixelsWithin, type MarkedPixels } from './marked-pixels.ts';
import { companded, expanded } from './companding.ts';
import type { Companding } from './chip.ts';
import { linearCodes, mergedElectrons, type LinearScale, type Merging } from './merge.ts';

/** Pixels from..to of a picture; `from` is a multiple of eight. */
interface PixelRange {
  readonly from: number;
  readonly to: number;
}

/** Light that goes to neighbouring pixels before it is counted. */
export interface MixPart extends PixelRange {
  readonly source: Float32Array;
  readonly target: Float32Array;
  readonly pixels: MixedPixels;
  readonly weights: GatherWeights;
}

/** Mixes the light of some pixels with the light of their neighbours. */
export async function mixLight(
  { source, target, pixels, weights, from, to }: MixPart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const { steps } = await loadReadOut(host);
  steps.mix(source, pixels, weights, { from, to, limit: Infinity }, target.subarray(from, to));
}

/** One moment of changing light, added to what its exposures have collected. */
export interface AddPart extends PixelRange {
  readonly light: Float32Array;
  /** One plane per charge, and the seconds that each of its rows collects. */
  readonly sums: readonly Float64Array[];
  readonly seconds: readonly Float64Array[];
  readonly columns: number;
}

/** Adds light times seconds to the sums of some pixels. */
export function addLight({ light, sums, seconds, columns, from, to }: AddPart): void {
  for (const [k, sum] of sums.entries()) {
    const ofRow = seconds[k]!;
    for (let at = from; at < to;) {
      const row = Math.floor(at / columns);
      const end = Math.min(to, (row + 1) * columns);
      const weight = ofRow[row]!;
      if (weight !== 0) for (let i = at; i < end; i += 1) sum[i]! += weight * light[i]!;
      at = end;
    }
  }
}

/** Light as it arrived, and the electrons that it makes in each row. */
export interface Arrived {
  readonly plane: Float32Array | Float64Array;
  readonly electronsPerUnit: Float64Array;
}

/** Mean electrons of light, without dark current, of pixels from..to. */
export function meanElectrons(
  { plane, electronsPerUnit }: Arrived,
  columns: number,
  { from, to }: PixelRange,
  out: Float32Array,
): void {
  for (let at = from; at < to;) {
    const row = Math.floor(at / columns);
    const end = Math.min(to, (row + 1) * columns);
    const factor = electronsPerUnit[row]!;
    for (let i = at; i < end; i += 1) out[i - from] = plane[i]! * factor;
    at = end;
  }
}

/** The charge of one exposure of some pixels. */
export interface ChargePart extends PixelRange {
  readonly settings: StepSettings;
  readonly arrived: Arrived;
  readonly columns: number;
  readonly firstPixel: number;
  readonly darkRates: Float32Array | undefined;
  readonly marked: MarkedPixels | undefined;
  readonly charge: Float32Array;
}

/** The same by a device, for all pixels at once. */
export const chargeWork = deviceWork<ChargePart>('charge');

/** Mean electrons of light of some pixels, in place of their charge; none in dead pixels. */
export function collectMeans({
  arrived,
  columns,
  marked,
  charge,
  from,
  to,
}: Omit<ChargePart, 'settings' | 'firstPixel' | 'darkRates'>): Float32Array {
  const means = charge.subarray(from, to);
  meanElectrons(arrived, columns, { from, to }, means);
  if (marked) for (const pixel of pixelsWithin(marked.dead, from, to)) charge[pixel] = 0;
  return means;
}

/** Counts the electrons of some pixels, those of the dark current included. */
export async function collectCharge(
  part: ChargePart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const { settings, firstPixel, darkRates, from, to } = part;
  const { steps } = await loadReadOut(host);
  const means = collectMeans(part);
  steps.charge(settings, means, darkRates?.subarray(from, to), firstPixel + from, means);
}

/** From the charge of some pixels to the codes of one capture. */
export interface ConvertPart
  extends PixelRange, LinesPart, OwnDarkPart, TelegraphPart, DefectsPart {
  readonly settings: StepSettings;
  readonly charge: Float32Array;
  readonly pixels: MixedPixels;
  /** Response of each pixel over the mean one's, minus 1; undefined where it is drawn. */
  readonly response?: Float32Array | undefined;
  /** Weights of the electrons that go to neighbouring pixels. */
  readonly weights: GatherWeights | undefined;
  readonly raw: Uint16Array;
  readonly volts: Float32Array | undefined;
  readonly full: Uint8Array;
}

/** The same by a device, for all pixels at once. */
export const convertWork = deviceWork<ConvertPart>('conversion of charge');

/** Reads the charge of some pixels. */
export async function convertCharge(
  part: ConvertPart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const { settings, charge, pixels, weights, firstPixel, from, to } = part;
  const { steps } = await loadReadOut(host);
  const well = settings.wellCapacity;
  let electrons = charge.subarray(from, to);
  if (weights) {
    electrons = scratch('electrons', to - from);
    steps.mix(charge, pixels, weights, { from, to, limit: well }, electrons);
  }
  const raw = part.raw.subarray(from, to);
  const full = part.full.subarray(from / 8, Math.ceil(to / 8));
  const volts = part.volts?.subarray(from, to);
  const beside = {
    joining: addedElectrons(part),
    response: part.response?.subarray(from, to),
  };
  steps.convert(settings, electrons, beside, firstPixel + from, { raw, volts, full });
  // A full pixel that gave electrons away is full nevertheless.
  if (weights) markFull(charge.subarray(from, to), well, full);
  overwrite(part);
}

function markFull(charge: Float32Array, well: number, full: Uint8Array): void {
  for (let i = 0; i < charge.length; i += 1) if (charge[i]! >= well) full[i >> 3]! |= 1 << (i & 7);
}

/** Memory of this thread that parts use one after the other; new memory costs as much as mixing. */
const scratches = new Map<string, Float32Array>();

/** So many floats, which hold anything. */
function scratch(name: string, length: number): Float32Array {
  const held = scratches.get(name);
  if (held && held.length >= length) return held.subarray(0, length);
  const made = new Float32Array(length);
  scratches.set(name, made);
  return made;
}

/** Electrons that rows, columns, single and jumping pixels add; undefined where nothing does. */
export function addedElectrons(part: ConvertPart): Float32Array | undefined {
  if (!part.settings.noise || (!part.lines && !part.dark && !part.telegraph)) return undefined;
  const added = scratch('added', part.to - part.from);
  if (!part.lines) added.fill(0);
  lines.plain(part, added);
  ownDark.plain(part, added);
  telegraph.plain(part, added);
  return added;
}

/** Replaces the codes of faulty pixels. */
export function overwrite(part: ConvertPart): void {
  if (part.settings.noise) defects.plain(part, part.raw);
}

/** How codes become electrons of a capture. */
export interface CodeScale {
  readonly black: number;
  readonly electronsPerCode: number;
  /** Mean electrons of the dark current, which are taken off. */
  readonly darkElectrons: number;
}

/** From the codes of all captures of some pixels to those that leave the chip. */
export interface MergePart extends PixelRange {
  readonly raws: readonly Uint16Array[];
  readonly scales: readonly CodeScale[];
  /** Absent for a sensor without captures, which only compands. */
  readonly merging: Merging | undefined;
  readonly scale: LinearScale;
  readonly companding: Companding | undefined;
  /** Electrons that the first capture would have: as merged, and as the codes have them. */
  readonly merged: Float32Array;
  readonly linear: Float32Array;
  readonly out: Uint16Array;
}

/** Merges and compands some pixels. */
export function mergeCaptures(part: MergePart): void {
  const { raws, merging, scale, companding, merged, linear, out, from, to } = part;
  const count = raws.length;
  const [blacks, steps, darks] = (['black', 'electronsPerCode', 'darkElectrons'] as const).map(
    (key) => Float64Array.from(part.scales, (capture) => capture[key]),
  ) as [Float64Array, Float64Array, Float64Array];
  const electrons = new Float64Array(count);
  const { codeOf, electronsOf } = linearCodes(scale);
  for (let i = from; i < to; i += 1) {
    for (let k = 0; k < count; k += 1)
      electrons[k] = (raws[k]![i]! - blacks[k]!) * steps[k]! - darks[k]!;
    const value = merging ? mergedElectrons(merging, electrons) : electrons[0]!;
    merged[i] = value;
    const code = merging ? codeOf(value) : raws[0]![i]!;
    if (!companding) {
      out[i] = code;
      continue;
    }
    const leaving = companded(companding, code);
    out[i] = leaving;
    const back = expanded(companding, leaving);
    linear[i] = merging ? electronsOf(back) : (back - blacks[0]!) * steps[0]! - darks[0]!;
  }
}
