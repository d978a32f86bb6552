import { fetched } from '../device.ts';
import type { Host } from '../host.ts';
import { exposeChip, type ChipExposure, type ChipPicture } from '../sensors/chip/expose-chip.ts';
import { DEFECT_BITS } from '../sensors/chip/marked-pixels.ts';
import {
  readOutSensor,
  readOutSettings,
  type RawPicture,
} from '../sensors/read-out/read-out-sensor.ts';
import { UNWATCHED, type StageContext } from '../stage.ts';
import { once, type StageSink } from './stage-sink.ts';

/** One exposure of a sensor: the light on its pixels, for how long, and the noise. */
export type SensorExposure = ChipExposure;

/** What a sensor gives; of one with a chip, and in flickering or changing light, also how. */
export interface SensorPicture extends RawPicture {
  readonly chip?: ChipPicture;
}

/**
 * Exposes a sensor to light and reads it out, on all threads. A sensor without a chip, in light
 * that does not change, has the read-out that it always had. The light may be left on the device of
 * the host.
 *
 * @param sink receives electrons (mean signal, without dark current), volts after clipping, and raw
 * codes, when given; of a sensor with a chip its further arrays too.
 * @throws SimulationError 'cancelled' when stopped.
 * @see docs/reference/physics.md#p7
 */
export async function exposeSensor(
  exposure: SensorExposure,
  host: Pick<Host, 'parallel' | 'device'>,
  stage: Pick<StageContext, 'stopped' | 'progress'> = UNWATCHED,
  sink?: StageSink,
): Promise<SensorPicture> {
  const { sensor, size, light, flicker } = exposure;
  const isPlain = !sensor.chip && !flicker;
  if (light instanceof Float32Array && (sink || !isPlain)) await fetched(host.device, light);
  if (!isPlain || !(light instanceof Float32Array)) {
    const chip = await exposeChip(exposure, sink !== undefined, host, stage);
    if (sink) await writeChip(chip, exposure, sink);
    return { raw: chip.raw, volts: chip.volts, full: chip.full, chip };
  }
  const settings = readOutSettings(sensor, exposure.exposureSeconds, exposure);
  const electronsPerUnit = exposure.lightUnit === 'electrons' ? 1 : settings.electronsPerUnit;
  const picture = await readOutSensor(
    light,
    { ...settings, electronsPerUnit },
    sink !== undefined,
    host,
    stage,
  );
  if (sink)
    await writeRead(
      { electrons: () => light.map((value) => value * electronsPerUnit), ...picture },
      size,
      sink,
    );
  return picture;
}

/** Writes the arrays that every sensor has. */
async function writeRead(
  { electrons, volts, raw }: Omit<RawPicture, 'full'> & { readonly electrons: () => Float32Array },
  { rows, columns }: SensorExposure['size'],
  sink: StageSink,
): Promise<void> {
  const shape = [rows, columns] as const;
  await sink.write('electrons', 'float32', shape, once(electrons));
  await sink.write(
    'volts',
    'float32',
    shape,
    once(() => volts!),
  );
  await sink.write(
    'raw',
    'uint16',
    shape,
    once(() => raw),
  );
}

/** Writes the arrays of a sensor with a chip. */
async function writeChip(
  { captures, volts, raw, merged, marks, opticalBlack }: ChipPicture,
  { size, sensor }: SensorExposure,
  sink: StageSink,
): Promise<void> {
  const { rows, columns } = size;
  const shape = [rows, columns] as const;
  await writeRead({ electrons: captures[0]!.electrons, volts, raw }, size, sink);
  if (captures.length > 1)
    for (const { figures, electrons, raw: codes } of captures) {
      await sink.write(`electrons_${figures.name}`, 'float32', shape, once(electrons));
      await sink.write(
        `raw_${figures.name}`,
        'uint16',
        shape,
        once(() => codes),
      );
    }
  if (merged)
    await sink.write(
      'linear',
      'float32',
      shape,
      once(() => merged),
    );
  if ((sensor.chip?.defects ?? sensor.chip?.maps?.planes.defects) && marks)
    await sink.write(
      'defects',
      'uint8',
      shape,
      once(() => marks.map((mark) => mark & DEFECT_BITS)),
    );
  if (opticalBlack)
    await sink.write(
      'opticalBlack',
      'uint16',
      [opticalBlack.length / columns, columns],
      once(() => opticalBlack),
    );
}
