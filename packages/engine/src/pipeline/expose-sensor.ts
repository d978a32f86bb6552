import type { Host } from '../host.ts';
import type { PixelGrid } from '../optics/pixel-grid.ts';
import type { SensorPlan } from '../sensors/pixel.ts';
import {
  readOutSensor,
  readOutSettings,
  type NoisePlan,
  type RawPicture,
} from '../sensors/read-out/read-out-sensor.ts';
import { UNWATCHED, type StageContext } from '../stage.ts';
import { once, type StageSink } from './stage-sink.ts';

/** One exposure of a sensor: the light on its pixels, for how long, and the noise. */
export interface SensorExposure extends NoisePlan {
  readonly sensor: SensorPlan;
  readonly size: Pick<PixelGrid, 'rows' | 'columns'>;
  /** Per pixel, row by row, behind its colour filter; in the unit `lightUnit`. */
  readonly light: Float32Array;
  /** 'electrons' is the mean of the whole exposure, without dark current; per s·m² unless given. */
  readonly lightUnit?: 'electrons/(s·m²)' | 'electrons';
  readonly exposureSeconds: number;
}

/**
 * Exposes a sensor to light and reads it out, on all threads.
 *
 * @param sink receives electrons (mean signal, without dark current), volts after clipping, and raw
 * codes, when given.
 * @throws SimulationError 'cancelled' when stopped.
 * @see docs/reference/physics.md#p7
 */
export async function exposeSensor(
  { sensor, size, light, lightUnit, exposureSeconds, ...noise }: SensorExposure,
  host: Pick<Host, 'parallel'>,
  stage: Pick<StageContext, 'stopped' | 'progress'> = UNWATCHED,
  sink?: StageSink,
): Promise<RawPicture> {
  const settings = readOutSettings(sensor, exposureSeconds, noise);
  const electronsPerUnit = lightUnit === 'electrons' ? 1 : settings.electronsPerUnit;
  const picture = await readOutSensor(
    light,
    { ...settings, electronsPerUnit },
    sink !== undefined,
    host,
    stage,
  );
  if (sink) {
    const shape = [size.rows, size.columns] as const;
    const electrons = (): Float32Array => light.map((value) => value * electronsPerUnit);
    await sink.write('electrons', 'float32', shape, once(electrons));
    await sink.write(
      'volts',
      'float32',
      shape,
      once(() => picture.volts!),
    );
    await sink.write(
      'raw',
      'uint16',
      shape,
      once(() => picture.raw),
    );
  }
  return picture;
}
