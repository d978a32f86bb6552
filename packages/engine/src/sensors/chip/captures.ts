import { pixelOf, type Pixel, type SensorPlan } from '../pixel.ts';
import { DEFAULT_MERGE } from './read-captures.ts';
import type { Capture, Merge } from './chip.ts';

/** A capture with the figures that merging needs, in electrons. */
export interface CaptureFigures {
  readonly name: string;
  /** The pixel of this capture. */
  readonly pixel: Pixel;
  /** Code in the dark, which need not be whole. */
  readonly black: number;
  /** Electrons that it collects for one of the first capture: exposureRatio x sensitivity. */
  readonly scale: number;
  readonly capture: Capture;
  /** The sensor with the parameters of this capture. */
  readonly sensor: SensorPlan;
}

/** The one capture of a sensor whose file lists none. */
const onlyCapture = ({ parameters }: SensorPlan): Capture => ({
  name: 'capture0',
  exposureRatio: 1,
  sensitivity: 1,
  parameters,
});

/** The captures of a sensor, the most sensitive first; of a sensor without a list the only one. */
export function capturesOf(sensor: SensorPlan): readonly CaptureFigures[] {
  const { bits, chip } = sensor;
  return (chip?.captures ?? [onlyCapture(sensor)]).map((capture) => {
    const { parameters, exposureRatio, sensitivity } = capture;
    const { analog_offset: offset, analog_gain: gain, voltage_swing: swing } = parameters;
    const own = { ...sensor, parameters };
    return {
      name: capture.name,
      sensor: own,
      pixel: pixelOf(own),
      black: (offset * 2 ** bits) / (gain * swing),
      scale: exposureRatio * sensitivity,
      capture,
    };
  });
}

/** Saturation of a capture in electrons of the first. */
export const reach = ({ pixel, scale }: CaptureFigures): number => pixel.saturation / scale;

/** Electrons of the first capture at which the whole frame is full. */
export const fullElectrons = (captures: readonly CaptureFigures[]): number =>
  reach(captures.at(-1)!);

/**
 * What is wrong with the order of the captures, which the recipe's own fields decide too.
 *
 * @returns a sentence; undefined where their saturations grow along the list.
 */
export function captureProblem(sensor: SensorPlan): string | undefined {
  const captures = capturesOf(sensor);
  const at = captures.findIndex(
    (capture, k) => k > 0 && !(reach(capture) > reach(captures[k - 1]!)),
  );
  if (at < 0) return undefined;
  const [before, after] = [captures[at - 1]!, captures[at]!];
  const electrons = (capture: CaptureFigures): number => Number(reach(capture).toPrecision(6));
  return `captures must go from the most sensitive to the least: ${before.name} saturates at ${electrons(before)} electrons of the first, ${after.name} at ${electrons(after)}.`;
}

/** How the captures of a sensor are merged. */
export const mergeOf = ({ chip }: SensorPlan): Merge => chip?.merge ?? DEFAULT_MERGE;

/** Bits of the linear codes, before companding. */
export const linearBitsOf = ({ chip, bits }: SensorPlan): number =>
  chip?.captures ? chip.merge!.linearBits : bits;

/** Bits of the codes that leave the chip. */
export const outputBits = (sensor: SensorPlan): number =>
  sensor.chip?.companding?.bits ?? linearBitsOf(sensor);
