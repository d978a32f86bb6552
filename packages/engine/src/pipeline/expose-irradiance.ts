import type { Host } from '../host.ts';
import type { NpyArray } from '../images/npy.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { BANDS, BAND_WIDTH } from '../quantities/wavelengths.ts';
import { SimulationError } from '../simulation-error.ts';
import { UNWATCHED } from '../stage.ts';
import { channelAt } from '../optics/lens.ts';
import { mosaicOf } from '../sensors/colour-filters.ts';
import { quantumEfficiencyOf, type SensorPlan } from '../sensors/pixel.ts';
import { exposeSensor, type SensorExposure } from './expose-sensor.ts';
import type { StageSink } from './stage-sink.ts';

/**
 * Exposes a sensor to given irradiance and writes electrons (mean signal, without dark current),
 * volts and raw codes to the sink.
 *
 * @param irradiance [31, rows, cols], photons/(s·m²·nm), the mean over each pixel.
 * @throws SimulationError when the array has another shape or type, or holds negative or infinite
 * values.
 */
export async function exposeIrradiance(
  { shape, data, type }: NpyArray,
  sensor: SensorPlan,
  shot: Pick<SensorExposure, 'exposureSeconds' | 'noise' | 'seeds'>,
  host: Pick<Host, 'parallel'>,
  sink: StageSink,
): Promise<void> {
  const [bands, rows = 0, columns = 0] = shape;
  if (shape.length !== 3 || bands !== BANDS || rows < 1 || columns < 1)
    throw new SimulationError(
      'bad-parameter',
      `The irradiance must have the shape (${BANDS}, rows, cols), not (${shape.join(', ')}).`,
    );
  if (type !== 'float32' && type !== 'float64')
    throw new SimulationError(
      'bad-parameter',
      `The irradiance must be float32 or float64, not ${type}.`,
    );
  const pixels = rows * columns;
  const { layout } = mosaicOf(sensor);
  const channels = Uint8Array.from({ length: pixels }, (_, pixel) =>
    channelAt(layout, Math.floor(pixel / columns), pixel % columns),
  );
  const responses = quantumEfficiencyOf(sensor);
  const sums = new Float64Array(pixels);
  for (let band = 0; band < BANDS; band += 1) {
    for (let pixel = 0; pixel < pixels; pixel += 1) {
      const photons = data[band * pixels + pixel]!;
      if (!(photons >= 0 && photons < Infinity))
        throw new SimulationError(
          'bad-parameter',
          `The irradiance must be finite and not negative; band ${band}, row ${Math.floor(pixel / columns)}, col ${pixel % columns} holds ${photons}.`,
        );
      sums[pixel]! += photons * responses[channels[pixel]!]![band]! * BAND_WIDTH;
    }
  }
  const light = sharedFloat32(pixels);
  light.set(sums);
  await exposeSensor({ ...shot, sensor, size: { rows, columns }, light }, host, UNWATCHED, sink);
}
