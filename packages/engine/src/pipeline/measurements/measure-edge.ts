import { edgeSfr, mtf50Of, SFR_FREQUENCIES } from '../../analysis/edge-sfr/edge-sfr.ts';
import {
  LUMINANCE,
  measuredRegion,
  type MeasuredChannel,
  type MeasuredPicture,
  type Rectangle,
} from '../../analysis/measured-picture.ts';
import type { ShownImage } from '../../images/shown-image.ts';
import { trueSfr, type ImagedEdge } from '../../optics/true-sfr.ts';
import type { Spectrum } from '../../quantities/wavelengths.ts';
import { brightnessChannel, mosaicOf } from '../../sensors/colour-filters.ts';
import { quantumEfficiencyOf, type SensorPlan } from '../../sensors/pixel.ts';
import { SimulationError } from '../../simulation-error.ts';
import { eyeResponses } from '../optical-image-stage.ts';
import type { SimulationPlan } from '../plan.ts';
import type { Shot } from '../shot.ts';

/** SFR at `SFR_FREQUENCIES`, .02 to 1 cycles per pixel, to four decimals. */
export interface SfrCurve {
  readonly sfr: readonly number[];
  /** Lowest frequency at which it is half; null when it is not that low up to 1 cycle per pixel. */
  readonly mtf50: number | null;
}

/** A curve that was measured, or why there is none. */
export type MeasuredSfr =
  | (SfrCurve & {
      /** How far the edge goes beyond its plateaus, % of the step. */
      readonly overshootPercent: number;
    })
  | { readonly problem: string };

const rounded = (value: number): number => Number(value.toFixed(4));
const curveOf = (sfr: readonly number[], mtf50: number | null): SfrCurve => ({
  sfr: sfr.map(rounded),
  mtf50: mtf50 === null ? null : rounded(mtf50),
});

/** Measures one channel of one edge. Developed pictures are read as sRGB, mosaics as they are. */
export function measuredSfr(
  picture: MeasuredPicture,
  rectangle: Rectangle | undefined,
  channel: MeasuredChannel,
  pattern?: string | readonly string[],
): MeasuredSfr {
  try {
    const { sfr, mtf50, overshootPercent } = edgeSfr(
      measuredRegion(picture, {
        rectangle,
        pattern,
        channel: picture.channels === 1 && pattern === undefined ? undefined : channel,
        encoding: pattern === undefined ? 'srgb' : 'linear',
        isBlackTrue: true,
      }),
    );
    return { ...curveOf(sfr, mtf50), overshootPercent: Number(overshootPercent.toFixed(3)) };
  } catch (error) {
    if (error instanceof SimulationError) return { problem: error.message };
    throw error;
  }
}

/**
 * The true SFR of an edge in a channel: before noise and ISP, except for the colours that the ISP
 * mixes.
 */
export function expectedSfr(
  shot: Shot,
  edge: Omit<ImagedEdge, 'pitch' | 'shape' | 'weights'>,
  channel: MeasuredChannel,
): SfrCurve {
  const { plan, lit, lens } = shot;
  const response = responseOf(shot, channel);
  const sfr = trueSfr(lens, SFR_FREQUENCIES, {
    ...edge,
    pitch: plan.grid.pitch,
    shape: plan.grid.shape,
    weights: lit.white.map((photons, band) => photons * response[band]!),
  });
  return curveOf(sfr, mtf50Of(SFR_FREQUENCIES, sfr));
}

/**
 * Response per band of a colour of the sensor; of luminance as the ISP, or without a sensor the
 * eye, mixes it.
 */
function responseOf({ plan: { sensor }, shown: matrix }: Shot, channel: MeasuredChannel): Spectrum {
  if (!sensor) return eyeResponses()[1];
  const responses = quantumEfficiencyOf(sensor);
  const { channels } = mosaicOf(sensor);
  const bright = responses[brightnessChannel(channels)]!;
  if (channel !== 'luminance') return responses[channels.indexOf(channel)]!;
  if (!matrix) return bright;
  return bright.map((_, band) =>
    LUMINANCE.reduce(
      (sum, share, shown) =>
        sum +
        share *
          matrix[shown]!.reduce((mixed, factor, raw) => mixed + factor * responses[raw]![band]!, 0),
      0,
    ),
  );
}

/** A developed picture to be measured. */
export const toMeasuredPicture = ({
  rows,
  columns,
  channels,
  data,
}: ShownImage): MeasuredPicture => ({
  rows,
  columns,
  channels,
  data,
  largest: 255,
});

/** A mosaic to be measured. */
export const mosaicToMeasure = (
  { grid: { rows, columns } }: SimulationPlan,
  raw: Uint16Array,
  { bits, parameters }: SensorPlan,
): MeasuredPicture => ({
  rows,
  columns,
  channels: 1,
  data: raw,
  largest: 2 ** bits - 1,
  fullCode: Math.min(2 ** bits - 1, fullCode(parameters, bits)),
});

/** Code of a pixel with a full well. */
const fullCode = (
  { voltage_swing: swing, analog_gain: gain, analog_offset: offset }: SensorPlan['parameters'],
  bits: number,
): number => Math.floor(((swing + offset) / gain / swing) * 2 ** bits);
