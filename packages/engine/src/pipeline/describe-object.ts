import type { LitScene } from '../illuminants/light.ts';
import { mosaicKind } from '../isps/isp-descriptor.ts';
import type { Lens } from '../optics/lens.ts';
import { millimetresOf } from '../optics/millimetres.ts';
import { imageMotion, motionAt } from '../optics/motion.ts';
import { cornerOf, objectSpace, type ObjectSpace } from '../optics/object-space.ts';
import { sinc } from '../quantities/sinc.ts';
import { degreesOf } from '../quantities/units.ts';
import { modulationWeights } from './focused-plan.ts';
import type { FeatureFacts, ObjectMotionFacts, ObjectReport } from './object-report.ts';
import type { SimulationPlan } from './plan.ts';
import { BLUR_PIXELS, TASKS } from './read-task.ts';

/** What a description of the object looks at. */
interface ObjectView {
  readonly plan: SimulationPlan;
  readonly lens: Lens;
  readonly lit: Pick<LitScene, 'white'> & {
    readonly scene: Pick<LitScene['scene'], 'rows' | 'columns' | 'depth'>;
  };
}

/** Contrast below which a feature is not seen, however many pixels it has. */
const LEAST_MODULATION = 0.1;
/** Part of a path whose mean speed counts as the speed at its start. */
const MOMENT_SECONDS = 1e-6;

/**
 * Lengths at the object of a picture; null where nobody says how far it is.
 *
 * @param exposureSeconds undefined: not known.
 * @see docs/reference/depth.md#object-space
 */
export function describeObject(view: ObjectView, exposureSeconds?: number): ObjectReport | null {
  const { plan, lens, lit } = view;
  const { grid } = plan;
  const distance = lens.focus?.(grid.pitch).objectDistanceM ?? plan.objectAt;
  if (distance === undefined) return null;
  const { rows, columns } = lit.scene;
  const shown = { hfov: plan.scene.parameters.hfov, rows, columns };
  const space = objectSpace(lens, grid, shown, distance);
  if (!space) return null;
  return {
    ...space,
    ...(lit.scene.depth && { isFocusDistance: true as const }),
    feature: plan.task?.featureMm === undefined ? null : featureOf(view, space),
    motion: plan.motion ? motionOf(view, space, exposureSeconds) : null,
  };
}

function featureOf(
  { plan, lens, lit }: ObjectView,
  { magnification, mmPerPixel }: ObjectSpace,
): FeatureFacts {
  const { featureMm: mm = 0, kind = null, pixels: own } = plan.task!;
  const { grid, sensor } = plan;
  const pixels = mm / mmPerPixel[0];
  const needed = kind === null ? (own ?? null) : TASKS[kind].pixels;
  const perMm = 1 / (2 * mm * magnification);
  const transfer = (height: number, direction: number): number | null => {
    const pixel = Math.abs(sinc(perMm * millimetresOf(grid.pitch)));
    if (!lens.transfer) return lens.field ? null : pixel;
    const weights = modulationWeights(plan, lit);
    // In the lens frequencies are those of metres.
    return lens.transfer(height, direction, weights, [millimetresOf(perMm)])[0]! * pixel;
  };
  const corner = cornerOf(grid);
  const isInside = corner <= (lens.field?.imageRadius ?? Infinity);
  const [tangential, sagittal] = isInside
    ? [transfer(corner, 0), transfer(corner, Math.PI / 2)]
    : [null, null];
  const modulation = transfer(0, 0);
  return {
    mm,
    kind,
    pixels,
    samplesOfGreen: sensor && mosaicKind(sensor) === 'bayer' ? pixels / Math.SQRT2 : null,
    needed,
    linePairsPerMmInImage: perMm,
    modulation,
    modulationCorner:
      tangential === null || sagittal === null ? null : Math.min(tangential, sagittal),
    isEnough:
      needed === null || modulation === null
        ? null
        : pixels >= needed && modulation >= LEAST_MODULATION,
  };
}

function motionOf(
  { plan, lens }: ObjectView,
  { mmPerPixel: [mmPerPixel] }: ObjectSpace,
  exposureSeconds: number | undefined,
): ObjectMotionFacts {
  const { grid, task } = plan;
  const { motion, focalPixels } = imageMotion(plan.motion!, lens, grid.pitch);
  const { columns, rows, offset = [0, 0] } = grid;
  const centre = [columns / 2 - offset[0], rows / 2 - offset[1]] as const;
  const moved = motionAt(motion, MOMENT_SECONDS, { focalPixels, centre });
  // Directions turn as they are; pixels per second are those of the recipe.
  const imagePixels = lens.chiefRays!.scale / grid.pitch;
  const perTangent = motion.kind === 'rotation' ? imagePixels : focalPixels;
  const tangents = [moved[2] / moved[8], moved[5] / moved[8]];
  const [right, down] =
    motion.kind === 'pixels'
      ? motion.perSecond
      : (tangents.map((tangent) => (tangent * perTangent) / MOMENT_SECONDS) as [number, number]);
  const speed = Math.hypot(right, down);
  const blurPixels = exposureSeconds === undefined ? null : speed * exposureSeconds;
  const limitPixels = task?.blurPixels ?? BLUR_PIXELS;
  return {
    pixelsPerSecond: [right, down],
    millimetresPerSecond: [right * mmPerPixel, down * mmPerPixel],
    degreesPerSecond: turnOf(motion, [right / imagePixels, down / imagePixels]),
    blurPixels,
    blurMm: blurPixels === null ? null : blurPixels * mmPerPixel,
    limitPixels,
    longestExposureSeconds: speed > 0 ? limitPixels / speed : null,
  };
}

/** Degrees per second of a camera that turns as the image moves. */
function turnOf(
  motion: ReturnType<typeof imageMotion>['motion'],
  [right, down]: readonly [number, number],
): ObjectMotionFacts['degreesPerSecond'] {
  if (motion.kind === 'homographies') return null;
  const [yaw, pitch, roll] =
    motion.kind === 'rotation' ? motion.perSecond : ([0 - right, down, 0] as const);
  return [degreesOf(yaw), degreesOf(pitch), degreesOf(roll)];
}
