import { illuminants } from '../illuminants/list.ts';
import { lightScene, nativeLight } from '../illuminants/light.ts';
import { loadLens } from '../optics/load-lens.ts';
import type { Lens } from '../optics/lens.ts';
import { onAxis } from '../pipeline/optical-image-stage.ts';
import { macbeth } from '../scenes/macbeth/descriptor.ts';
import { reference } from '../isps/reference/descriptor.ts';
import { brightnessChannel, mosaicOf } from '../sensors/colour-filters.ts';
import { pixelOf, quantumEfficiencyOf, type SensorPlan } from '../sensors/pixel.ts';
import type { Table } from '../text/json-fields.ts';
import type { TwinParts } from './compare/compare-twin.ts';
import { ispFields } from './isp-fields.ts';
import type { TwinEstimate } from './twin-estimate.ts';
import { evenScene, frameView } from './painted-scene.ts';

/** cd/m² of white, and what a grey of this reflectance has of saturation. */
const [LUMINANCE, GREY] = [100, 0.18];
/** Width of the chart over its height, and its share of the picture. */
const [CHART, SHARE] = [1.5, 0.8];

/**
 * A recipe that photographs a chart with a twin, whose lens and sensor are the files beside it. An
 * 18 % grey on the axis has 18 % of saturation.
 * The ISP is the nearest to what developed frames say of it, else the reference ISP.
 *
 * @see docs/reference/twin.md#t7
 */
export async function recipeDocument(
  { sensor: estimate, isp }: TwinEstimate,
  { sensor, lens: file }: TwinParts,
): Promise<Table> {
  const lens = await loadLens(file);
  const { rows, cols: columns, pixel_size: pitch } = sensor.parameters;
  const { reach } = frameView(lens, { rows, columns, pitch });
  const hfov = 2 * Math.atan(SHARE * Math.min(reach[0], reach[1] * CHART));
  return {
    scene: macbeth.label,
    [macbeth.wireKey]: { hfov: Number(((hfov * 180) / Math.PI).toPrecision(4)) },
    illuminant: illuminants.d65.label,
    illuminantLuminance: LUMINANCE,
    ...(file && { optics: 'lens.json' }),
    sensor: 'sensor.json',
    exposureParams: { mode: 'fixed', seconds: greySeconds(sensor, lens) },
    ...(isp
      ? ispFields(isp, estimate.layout, estimate.dark.black.value).fields
      : { isp: reference.label }),
  };
}

/** Exposure of an 18 % grey on the axis, seconds. */
function greySeconds(sensor: SensorPlan, lens: Lens): number {
  const scene = evenScene({ hfov: 1, reach: [1, 1], placeOf: (place) => place });
  const { energy } = nativeLight('d65');
  const { white } = lightScene(scene, energy, { of: 'white', value: LUMINANCE });
  const response = quantumEfficiencyOf(sensor)[brightnessChannel(mosaicOf(sensor).channels)]!;
  const { area, saturation } = pixelOf(sensor);
  const perSecond = GREY * onAxis(lens, white, response) * area;
  return Number(((GREY * saturation) / perSecond).toPrecision(4));
}
