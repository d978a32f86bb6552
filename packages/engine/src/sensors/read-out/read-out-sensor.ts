import { deviceWork, fetched } from '../../device.ts';
import type { Host } from '../../host.ts';
import { allocateShared, sharedFloat32, sharedUint16 } from '../../images/shared-array.ts';
import { channelAt } from '../../optics/lens.ts';
import type { PixelGrid } from '../../optics/pixel-grid.ts';
import { checkStopped, type StageContext } from '../../stage.ts';
import type { Mosaic } from '../colour-filters.ts';
import { pixelOf, type SensorPlan } from '../pixel.ts';
import type { NoisePlan } from './noise-plan.ts';
import { settingsOf, type StepSettings } from './order.ts';
import { readOutPixels, type ReadOutPart } from './read-out-pixels.ts';
import { WITHOUT_CHIP, type ReadOutSettings } from './read-out-plain.ts';

/** Pixels per part: a multiple of eight, and few enough that Stop takes effect quickly. */
const PIXELS_PER_PART = 1 << 17;

/**
 * The result of a read-out: raw[row * columns + column], codes; volts after clipping, where they
 * were wanted.
 */
export interface RawPicture {
  readonly raw: Uint16Array;
  readonly volts: Float32Array | undefined;
  /**
   * Bit i & 7 of byte i >> 3 is 1 where pixel i reached the well, or the swing before the converter
   * (docs/reference/physics.md#p15).
   */
  readonly full: Uint8Array;
}

/** Parameters of the read-out for one exposure. */
export const readOutSettings = (
  sensor: SensorPlan,
  exposureSeconds: number,
  { noise, seeds }: NoisePlan,
): StepSettings => ({
  ...settingsOf({ sensor, pixel: pixelOf(sensor), exposureSeconds }),
  ...WITHOUT_CHIP,
  noise,
  temporalSeed: seeds.temporal,
  fixedPatternSeed: seeds.fixedPattern,
});

/** The read-out of a whole picture by a device. */
export const readOutWork = deviceWork<Omit<ReadOutPart, 'from' | 'to'>>('read out');

/**
 * Exposes a sensor to light and reads it out, on the device of the host or on all threads.
 *
 * @param light electrons/(s·m²) per pixel; it may be left on the device.
 * @param wantVolts also return the voltages behind the codes.
 * @throws SimulationError 'cancelled' when stopped; DeviceError when the device fails.
 * @see docs/reference/physics.md#p7, docs/reference/physics.md#p8; read-out-plain.ts.
 */
export async function readOutSensor(
  light: Float32Array,
  settings: ReadOutSettings,
  wantVolts: boolean,
  host: Pick<Host, 'parallel' | 'device'>,
  context: Pick<StageContext, 'stopped' | 'progress'>,
): Promise<RawPicture> {
  const raw = sharedUint16(light.length);
  const volts = wantVolts ? sharedFloat32(light.length) : undefined;
  const full = new Uint8Array(allocateShared(Math.ceil(light.length / 8)));
  const picture = { settings, light, raw, volts, full };
  const computed = host.device?.compute(readOutWork, picture, context);
  if (computed) {
    await computed;
    checkStopped(context);
    context.progress(1);
    return { raw, volts, full };
  }
  await fetched(host.device, light);
  const parts = Array.from({ length: Math.ceil(light.length / PIXELS_PER_PART) }, (_, part) => ({
    ...picture,
    from: part * PIXELS_PER_PART,
    to: Math.min(light.length, (part + 1) * PIXELS_PER_PART),
  }));
  await host.parallel(readOutPixels, parts, {
    stopped: () => context.stopped(),
    done: (count) => {
      context.progress(count / parts.length);
    },
  });
  return { raw, volts, full };
}

/**
 * Share of full pixels, per channel of the mosaic.
 *
 * @param full as in `RawPicture`.
 */
export function fullShares(
  full: Uint8Array,
  { rows, columns }: Pick<PixelGrid, 'rows' | 'columns'>,
  { channels, layout }: Mosaic,
): number[] {
  const counts = channels.map(() => 0);
  const all = channels.map(() => 0);
  const times = (pixels: number, phase: number, period: number): number =>
    Math.max(0, Math.ceil((pixels - phase) / period));
  for (const [down, line] of layout.entries())
    for (const [right, channel] of line.entries())
      all[channel]! += times(rows, down, layout.length) * times(columns, right, line.length);
  for (let byte = 0; byte < full.length; byte += 1) {
    for (let left = full[byte]!, pixel = byte * 8; left !== 0; left >>= 1, pixel += 1) {
      if ((left & 1) === 0) continue;
      const row = Math.floor(pixel / columns);
      counts[channelAt(layout, row, pixel - row * columns)]! += 1;
    }
  }
  return counts.map((count, channel) => count / Math.max(1, all[channel]!));
}
