import type { Host } from '../host.ts';
import { sharedFloat32, sharedUint16 } from '../images/shared-array.ts';
import type { ReadOutSettings } from '../kernels/read-out.ts';
import type { SensorPlan, SimulationPlan } from '../pipeline/plan.ts';
import type { StageContext } from '../pipeline/stage.ts';
import { pixelOf } from './pixel.ts';

/** Pixels per part: a multiple of eight, and short enough to stop at once. */
const PIXELS_PER_PART = 1 << 17;

/** A read-out picture: raw[row * columns + column], codes; volts after clipping, when asked for. */
export interface RawPicture {
  readonly raw: Uint16Array;
  readonly volts: Float32Array | undefined;
}

/** The read-out kernel's settings for one shot. */
export function readOutSettings(
  sensor: SensorPlan,
  exposureSeconds: number,
  { noise, seeds }: Pick<SimulationPlan, 'noise' | 'seeds'>,
): ReadOutSettings {
  const { area, conversionGain, darkCurrent } = pixelOf(sensor);
  const { parameters } = sensor;
  return {
    electronsPerUnit: area * exposureSeconds,
    darkElectrons: darkCurrent * exposureSeconds,
    wellCapacity: parameters.well_capacity,
    conversionGain,
    readNoise: parameters.read_noise,
    prnu: parameters.prnu,
    dsnu: parameters.dsnu,
    offset: parameters.analog_offset,
    gain: parameters.analog_gain,
    swing: parameters.voltage_swing,
    levels: 2 ** sensor.bits,
    noise,
    temporalSeed: seeds.temporal,
    fixedPatternSeed: seeds.fixedPattern,
  };
}

/**
 * Exposes a sensor to light and reads it out.
 *
 * @param light electrons/(s·m²) per pixel.
 * @param wantVolts also return the voltages behind the codes.
 * @throws SimulationError 'cancelled' when stopped.
 * @see physics.md P7, P8; kernels/read-out.ts.
 */
export async function readOutSensor(
  light: Float32Array,
  settings: ReadOutSettings,
  wantVolts: boolean,
  host: Pick<Host, 'parallel'>,
  context: Pick<StageContext, 'stopped' | 'progress'>,
): Promise<RawPicture> {
  const raw = sharedUint16(light.length);
  const volts = wantVolts ? sharedFloat32(light.length) : undefined;
  const parts = Array.from({ length: Math.ceil(light.length / PIXELS_PER_PART) }, (_, part) => ({
    settings,
    light,
    raw,
    volts,
    from: part * PIXELS_PER_PART,
    to: Math.min(light.length, (part + 1) * PIXELS_PER_PART),
  }));
  await host.parallel('readOutPixels', parts, {
    stopped: () => context.stopped(),
    done: (count) => {
      context.progress(count / parts.length);
    },
  });
  return { raw, volts };
}

/** Share of pixels at full scale, per channel of the layout. */
export function clippedShares(
  raw: Uint16Array,
  columns: number,
  layout: readonly (readonly number[])[],
  levels: number,
): [number, number, number] {
  const full = levels - 1;
  const clipped: [number, number, number] = [0, 0, 0];
  const all: [number, number, number] = [0, 0, 0];
  for (let start = 0, row = 0; start < raw.length; start += columns, row += 1) {
    for (const parity of [0, 1]) {
      let count = 0;
      for (let at = start + parity; at < start + columns; at += 2)
        if (raw[at]! === full) count += 1;
      const channel = layout[row & 1]![parity]!;
      clipped[channel]! += count;
      all[channel]! += (columns + 1 - parity) >> 1;
    }
  }
  return clipped.map((count, channel) => count / Math.max(1, all[channel]!)) as [
    number,
    number,
    number,
  ];
}
