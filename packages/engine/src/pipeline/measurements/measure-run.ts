import type { ShownImage } from '../../images/shown-image.ts';
import { SimulationError } from '../../simulation-error.ts';
import type { Shot } from '../shot.ts';
import { MEASUREMENTS, type Measurement } from './list.ts';
import { mosaicToMeasure, toMeasuredPicture } from './measure-edge.ts';
import type { MeasuredShot } from './measured-shot.ts';
import type { MeasurementDescriptor } from './measurement-descriptor.ts';

/**
 * The pictures of a run: the mosaic, where there is a sensor, and the picture without an
 * algorithm's drawing.
 */
interface TakenPictures {
  readonly raw: Uint16Array | undefined;
  readonly image: ShownImage;
  /** Of the sensor. */
  readonly exposureSeconds: number | undefined;
  /** An ISP has developed it. */
  readonly isDeveloped: boolean;
}

/** Everything that the scene of a run allows to be measured on its picture. */
export async function measureRun(
  { plan, lit, lens, shown }: Shot,
  { raw, image, isDeveloped, exposureSeconds }: TakenPictures,
): Promise<readonly Measurement[]> {
  const { sensor, scene } = plan;
  const shot: MeasuredShot = {
    plan,
    lit,
    lens,
    shown,
    exposureSeconds,
    mosaic: sensor && raw && mosaicToMeasure(plan, raw, sensor),
    developed: sensor && !isDeveloped ? undefined : toMeasuredPicture(image),
  };
  const measurements: Measurement[] = [];
  for (const descriptor of MEASUREMENTS as readonly MeasurementDescriptor[]) {
    const { name, scenes, isOfLab, load } = descriptor;
    if (scenes && !scenes.some((id) => id === scene.id)) continue;
    if (isOfLab && !plan.lab) continue;
    const { measure } = await load();
    const results = resultsOf(() => measure(shot));
    if (results) measurements.push({ name, ...results } as Measurement);
  }
  return measurements;
}

/** The results of a measurement, or the sentence that says why there are none. */
function resultsOf(measure: () => object | undefined): object | undefined {
  try {
    return measure();
  } catch (error) {
    if (error instanceof SimulationError) return { problem: error.message };
    throw error;
  }
}
