import type { FlickerPlan } from '../illuminants/flicker.ts';
import type { Host } from '../host.ts';
import type { NpyArray } from '../images/npy.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { channelAt } from '../optics/lens.ts';
import { BANDS, BAND_WIDTH, NEAR_INFRARED } from '../quantities/wavelengths.ts';
import { SimulationError } from '../simulation-error.ts';
import type { LightCells } from '../sensors/chip/expose-chip.ts';
import { checkFrameRate, checkLightLasts, frameTiming } from '../sensors/chip/windows.ts';
import { mosaicOf } from '../sensors/colour-filters.ts';
import { quantumEfficiencyOf, type SensorPlan } from '../sensors/pixel.ts';
import { UNWATCHED } from '../stage.ts';
import { exposeSensor, type SensorExposure, type SensorPicture } from './expose-sensor.ts';
import type { StageSink } from './stage-sink.ts';

/** How a sensor is exposed to irradiance of a file. */
export interface IrradianceShot extends Pick<
  SensorExposure,
  'exposureSeconds' | 'noise' | 'seeds'
> {
  /** Length of the cells of an array of several; absent: the light does not change. */
  readonly lightStepSeconds?: number | undefined;
  readonly flicker?: FlickerPlan | undefined;
  /** Index of the frame, and how many there are in a second; absent: all begin at once. */
  readonly frame?: { readonly index: number; readonly hertz: number } | undefined;
}

/**
 * Exposes a sensor to given irradiance and writes electrons (mean signal, without dark current),
 * volts and raw codes to the sink.
 *
 * @param irradiance [31, rows, cols], 400 to 700 nm, or [61, rows, cols], 400 to 1000 nm, of a
 * sensor `withNearInfrared`; [cells, 31 or 61, rows, cols] with a light step; photons/(s·m²·nm),
 * the mean over each pixel.
 * @throws SimulationError when the array has another shape or type, holds negative or infinite
 * values, or lasts too short.
 */
export async function exposeIrradiance(
  irradiance: NpyArray,
  sensor: SensorPlan,
  shot: IrradianceShot,
  host: Pick<Host, 'parallel'>,
  sink: StageSink,
): Promise<SensorPicture> {
  const { cells, bands, rows, columns } = shapeOf(irradiance, shot.lightStepSeconds);
  const { exposureSeconds, noise, seeds, flicker, frame, lightStepSeconds } = shot;
  const timing = frameTiming(sensor, rows, exposureSeconds);
  if (frame) checkFrameRate(timing, frame.hertz);
  const beginSeconds = frame ? frame.index / frame.hertz : 0;
  const lightAt = lightOf(irradiance, sensor, { bands, rows, columns });
  let light: Float32Array | LightCells;
  if (lightStepSeconds === undefined) light = lightAt(0);
  else {
    checkLightLasts(timing, beginSeconds, cells * lightStepSeconds);
    light = { seconds: lightStepSeconds, count: cells, light: lightAt };
  }
  const size = { rows, columns };
  return exposeSensor(
    { exposureSeconds, noise, seeds, flicker, beginSeconds, sensor, size, light },
    host,
    UNWATCHED,
    sink,
  );
}

const WIDE_BANDS = BANDS + NEAR_INFRARED.length;

/** Whether irradiance of a file reaches into the near infrared. */
export const isWide = ({ shape }: NpyArray): boolean => shape.at(-3) === WIDE_BANDS;

/** Cells, bands, rows and columns of an array of irradiance. */
function shapeOf({ shape, type }: NpyArray, lightStepSeconds: number | undefined) {
  const isMovie = lightStepSeconds !== undefined;
  if (shape.length === 4 && !isMovie)
    throw new SimulationError(
      'bad-parameter',
      `Irradiance of ${shape[0]!} cells needs --light-step, their length in seconds.`,
    );
  const [cells = 0, bands = 0, rows = 0, columns = 0] = isMovie ? shape : [1, ...shape];
  const isKnown = shape.length === (isMovie ? 4 : 3) && (bands === BANDS || bands === WIDE_BANDS);
  if (!isKnown || Math.min(cells, rows, columns) < 1)
    throw new SimulationError(
      'bad-parameter',
      `The irradiance must have the shape (${isMovie ? 'cells, ' : ''}${BANDS} or ${WIDE_BANDS}, rows, cols), not (${shape.join(', ')}).`,
    );
  if (type !== 'float32' && type !== 'float64')
    throw new SimulationError(
      'bad-parameter',
      `The irradiance must be float32 or float64, not ${type}.`,
    );
  return { cells, bands, rows, columns };
}

/** Light behind the colour filters, electrons/(s·m²), of each cell. */
function lightOf(
  { data }: NpyArray,
  sensor: SensorPlan,
  { bands, rows, columns }: Readonly<Record<'bands' | 'rows' | 'columns', number>>,
): (cell: number) => Float32Array {
  const pixels = rows * columns;
  const { layout } = mosaicOf(sensor);
  const channels = Uint8Array.from({ length: pixels }, (_, pixel) =>
    channelAt(layout, Math.floor(pixel / columns), pixel % columns),
  );
  const responses = quantumEfficiencyOf(sensor);
  return (cell) => {
    const sums = new Float64Array(pixels);
    for (let band = 0; band < bands; band += 1) {
      const plane = (cell * bands + band) * pixels;
      for (let pixel = 0; pixel < pixels; pixel += 1) {
        const photons = data[plane + pixel]!;
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
    return light;
  };
}
