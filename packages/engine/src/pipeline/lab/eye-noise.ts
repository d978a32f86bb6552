import { linearColours, type Rectangle } from '../../analysis/measured-picture.ts';
import { pixelsPerDegree, viewSize } from '../../analysis/texture/acutance.ts';
import { visualNoiseOf, type VisualNoise } from '../../analysis/visual-noise.ts';
import type { Host } from '../../host.ts';
import { photonsToEnergy } from '../../quantities/wavelengths.ts';
import { GREY_COLUMNS, GREY_ROWS } from '../../scenes/grey-steps/descriptor.ts';
import { CHART, macbethReferences } from '../../scenes/macbeth/chart-colours.ts';
import { SimulationError } from '../../simulation-error.ts';
import { pictureMap } from '../measurements/chart-map.ts';
import type { MeasuredShot } from '../measurements/measured-shot.ts';
import type { SensedPlan } from '../sensor-stage.ts';
import { evenField } from './even-field.ts';
import { imagedInner } from './patches.ts';
import type { Compared } from './sharpness.ts';
import { takeChart } from './take-chart.ts';

/** Share of a patch, at each side, that is left out. */
const RIM = 0.1;
const [GREY, LEAST, LARGEST] = [0.18, 64, 256] as const;

/**
 * Photographs an even field with 18 % of the exposure of white, and measures its noise as the eye
 * sees it in the developed picture; what must be is the same without noise.
 *
 * @param view pixels per degree.
 * @throws SimulationError where the recipe has no ISP that gives colours.
 * @see docs/reference/lab.md#visual-noise
 */
export async function visualNoiseOfCamera(
  plan: SensedPlan,
  host: Host,
  view: number,
): Promise<Compared<VisualNoise, VisualNoise>> {
  const scene = await evenField(plan);
  const { exposureSeconds } = await takeChart(plan, scene, 1, host);
  const grey = { ...plan, exposureSeconds: GREY * exposureSeconds };
  const noiseOf = async (noise: boolean): Promise<VisualNoise> => {
    const { shot } = await takeChart({ ...grey, noise }, scene, 1, host);
    const found = visualNoiseOfShot(shot, view);
    if (!found)
      throw new SimulationError(
        'bad-parameter',
        'Visual noise is that of a developed colour picture: choose an ISP.',
        'isp',
      );
    return found;
  };
  return { true: await noiseOf(false), raw: null, developed: await noiseOf(plan.noise) };
}

/** The noise of the patch nearest to 18 % grey; undefined without a colour picture. */
export function visualNoiseOfShot(shot: MeasuredShot, view: number): VisualNoise | undefined {
  const { developed } = shot;
  if (developed?.channels !== 3) return undefined;
  return visualNoiseOf(linearColours(developed, greyPatch(shot)), view);
}

/** Pixels per degree on a monitor. */
export const MONITOR = pixelsPerDegree(viewSize('monitor'), undefined);

/** Where the patch nearest to 18 % grey is imaged, at most 256 pixels. */
function greyPatch(shot: MeasuredShot): Rectangle {
  const { scene } = shot.plan;
  const map = pictureMap(shot);
  const cellOf = ({ rows, columns }: { rows: number; columns: number }, cell: number): Rectangle =>
    imagedInner(
      map,
      {
        u: (cell % columns) / columns,
        v: Math.floor(cell / columns) / rows,
        width: 1 / columns,
        height: 1 / rows,
      },
      RIM,
    );
  if (scene.id === 'macbeth') {
    const greys = macbethReferences(photonsToEnergy(shot.lit.white)).map(({ xyz, isGrey }) =>
      isGrey ? xyz[1] : undefined,
    );
    return within(cellOf(CHART, nearestTo(GREY, greys)), shot);
  }
  if (scene.id === 'greySteps') {
    const { densityRange } = scene.parameters as unknown as { readonly densityRange: number };
    const last = GREY_ROWS * GREY_COLUMNS - 1;
    const greys = Array.from({ length: last + 1 }, (_, i) => 10 ** ((-densityRange * i) / last));
    return within(cellOf({ rows: GREY_ROWS, columns: GREY_COLUMNS }, nearestTo(GREY, greys)), shot);
  }
  return within(cellOf({ rows: 1, columns: 1 }, 0), shot);
}

/** Index of the value nearest to another one by their ratio. */
function nearestTo(wanted: number, values: readonly (number | undefined)[]): number {
  const distances = values.map((value) =>
    value === undefined ? Infinity : Math.abs(Math.log(value / wanted)),
  );
  return distances.indexOf(Math.min(...distances));
}

/** The middle of a rectangle, within the picture. */
function within({ x, y, width, height }: Rectangle, { developed }: MeasuredShot): Rectangle {
  const { rows, columns } = developed!;
  const [left, right] = [Math.max(0, x), Math.min(columns, x + width)];
  const [top, bottom] = [Math.max(0, y), Math.min(rows, y + height)];
  const [wide, high] = [Math.min(LARGEST, right - left), Math.min(LARGEST, bottom - top)];
  if (Math.min(wide, high) < LEAST)
    throw new SimulationError(
      'bad-parameter',
      `the grey patch has ${Math.max(0, wide)} × ${Math.max(0, high)} pixels in the picture, and ${LEAST} × ${LEAST} are needed.`,
    );
  return {
    x: Math.floor((left + right - wide) / 2),
    y: Math.floor((top + bottom - high) / 2),
    width: wide,
    height: high,
  };
}
