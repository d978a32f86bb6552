import { fieldShading, USUAL_BLOCKS, type FieldShading } from '../../analysis/field-shading.ts';
import { planesOf, measuredStack } from '../../analysis/frame-stack.ts';
import { linearColours } from '../../analysis/measured-picture.ts';
import type { Host } from '../../host.ts';
import { SimulationError } from '../../simulation-error.ts';
import { centreOf, chartMap } from '../measurements/chart-map.ts';
import type { SensedPlan } from '../sensor-stage.ts';
import type { Shot } from '../shot.ts';
import { blackCode, brightOf, type Compared } from './sharpness.ts';
import { chartPlan, fieldOfPixels, takeChart, weightsOf, type TakenFrames } from './take-chart.ts';

/** Shading by the lens alone. */
type TrueShading = Pick<FieldShading, 'luminanceShadingPercent'>;

/** How much wider than the picture an even field is. */
const WIDER = 1.2;

/** An even field that fills the picture. */
export const evenField = async (plan: SensedPlan, values: { readonly reflectance?: number } = {}) =>
  chartPlan('uniformField', await fieldOfPixels(plan, WIDER * longestSide(plan)), values);

/** A square chart of that side fills the picture to its corners. */
const longestSide = ({ grid: { rows, columns } }: SensedPlan): number => Math.max(rows, columns);

/**
 * Photographs an even field, and measures how even it comes.
 *
 * @see docs/reference/lab.md#shading
 */
export const shadingOfCamera = async (
  plan: SensedPlan,
  host: Host,
  blocks: readonly [down: number, across: number] = USUAL_BLOCKS,
): Promise<Compared<TrueShading, FieldShading>> =>
  shadingOfFrames(await takeChart(plan, await evenField(plan), 1, host), blocks);

/** The shading of an even field. @throws SimulationError where it does not fill the picture. */
export function shadingOfFrames(
  { shot, raw }: TakenFrames,
  blocks: readonly [down: number, across: number] = USUAL_BLOCKS,
): Compared<TrueShading, FieldShading> {
  refuseRims(shot);
  const { developed, plan } = shot;
  const [first] = planesOf(
    measuredStack(raw, { ...brightOf(shot), encoding: 'linear', isClipMeasured: true }),
  );
  const black = blackCode(plan.sensor);
  return {
    true: trueShading(shot, blocks),
    raw: fieldShading(
      { ...first!, channels: 1, linear: first!.frames[0]!.map((code) => code - black) },
      blocks,
    ),
    developed:
      developed?.channels === 3
        ? fieldShading({ ...linearColours(developed), channels: 3 }, blocks)
        : null,
  };
}

/** A rim of the field is no shading. */
function refuseRims(shot: Shot): void {
  const { rows, columns } = shot.plan.grid;
  const map = chartMap(shot);
  const [left, top] = map(0, 0);
  const [right, bottom] = map(1, 1);
  const [, middleTop] = map(0.5, 0);
  const [middleLeft] = map(0, 0.5);
  const slack = 1;
  if (
    Math.max(left, middleLeft) > slack ||
    Math.max(top, middleTop) > slack ||
    right < columns - slack ||
    bottom < rows - slack
  )
    throw new SimulationError(
      'bad-parameter',
      'the even field does not fill the picture: enlarge its HFoV.',
      'uniformfieldParams.hfov',
    );
}

/** How the light of the lens falls off over the blocks, at their middles. */
function trueShading(
  shot: Shot<SensedPlan>,
  [down, across]: readonly [number, number],
): TrueShading {
  const { lens, plan } = shot;
  const { rows, columns, pitch } = plan.grid;
  const [centreX, centreY] = centreOf(plan.grid);
  const weights = weightsOf(shot, 'green');
  const levels = Array.from({ length: down * across }, (_, i) => {
    const x = (((i % across) + 0.5) / across) * columns - centreX;
    const y = ((Math.floor(i / across) + 0.5) / down) * rows - centreY;
    return lens.relativeLight?.(Math.hypot(x, y) * pitch, weights) ?? 1;
  });
  const most = Math.max(...levels);
  return { luminanceShadingPercent: (100 * (most - Math.min(...levels))) / most };
}
