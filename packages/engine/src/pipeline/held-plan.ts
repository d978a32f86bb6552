import type { Host } from '../host.ts';
import { isAdjusted, loadLens } from '../optics/load-lens.ts';
import { loadOnce } from '../load-once.ts';
import { SimulationError } from '../simulation-error.ts';
import { exposureOfPlan } from './camera-parts.ts';
import { objectOfPlan } from './object-of-plan.ts';
import type { SimulationPlan } from './plan.ts';

/** Relative; and steps of the search for a distance. */
const [FIELD_ERROR, MOST_STEPS] = [1e-7, 12];

const refuse = (field: string, message: string): never => {
  throw new SimulationError('bad-parameter', message, field);
};

/**
 * A plan with what it holds in place.
 *
 * @param meter gives the exposure of the run before anything varies, seconds.
 * @throws SimulationError naming the part of `hold` that cannot be held.
 */
export async function heldPlan(
  { held, ...asked }: SimulationPlan,
  host: Pick<Host, 'loadImage'>,
  meter: (base: SimulationPlan) => Promise<number>,
): Promise<SimulationPlan> {
  if (!held) return asked;
  const { base, exposure, field, light } = held;
  const placed = field ? await atHeldField(asked, base, host) : asked;
  const lit = light ? await atHeldLight(placed, base) : placed;
  if (exposure === undefined) return lit;
  const exposureSeconds =
    exposure === 'first'
      ? (fixedSeconds(base) ?? (await meter(base)))
      : 'seconds' in exposure
        ? exposure.seconds
        : await secondsOfBlur(lit, exposure.blurPixels, host);
  return { ...lit, exposureSeconds };
}

/** The exposure that a plan fixes; undefined where the meter decides. */
const fixedSeconds = ({ exposureSeconds, exposure }: SimulationPlan): number | undefined =>
  exposureSeconds ?? (exposure?.mode === 'fixed' ? exposure.seconds : undefined);

/**
 * Lets the meter decide once for all plans with the same run before anything varies.
 *
 * @param meter gives the exposure of that run, seconds.
 * @param known exposures by those runs.
 */
export function meterOnce(
  meter: (base: SimulationPlan) => Promise<number>,
  known = new Map<string, Promise<number>>(),
): (plan: SimulationPlan) => Promise<SimulationPlan> {
  return async (plan) => {
    const { held } = plan;
    if (held?.exposure !== 'first' || fixedSeconds(held.base) !== undefined) return plan;
    const { base } = held;
    const key = JSON.stringify(base, (_, value: unknown) =>
      ArrayBuffer.isView(value) ? value.byteLength : value,
    );
    return {
      ...plan,
      held: { ...held, exposure: { seconds: await loadOnce(known, key, () => meter(base)) } },
    };
  };
}

/** The exposure that the meter of a plan chooses, seconds. @throws SimulationError without one. */
export async function meteredSeconds(
  plan: SimulationPlan,
  host: Host,
  stopped?: () => boolean,
): Promise<number> {
  const exposure = await exposureOfPlan(plan, host, stopped);
  return exposure?.seconds ?? refuse('hold.exposure', 'first needs a sensor.');
}

async function secondsOfBlur(
  plan: SimulationPlan,
  blurPixels: number,
  host: Pick<Host, 'loadImage'>,
): Promise<number> {
  const { object } = await objectOfPlan(plan, host);
  const [right, down] = object?.motion?.pixelsPerSecond ?? [0, 0];
  const speed = Math.hypot(right, down);
  return speed > 0
    ? blurPixels / speed
    : refuse('hold.exposure.blurPixels', 'a blur needs motion and the distance of the object.');
}

/** The distance at which the sensor sees as wide a field as in the base. */
async function atHeldField(
  plan: SimulationPlan,
  base: SimulationPlan,
  host: Pick<Host, 'loadImage'>,
): Promise<SimulationPlan> {
  const widthOf = async (one: SimulationPlan): Promise<number> =>
    (await objectOfPlan(one, host)).object?.fieldMm[0] ??
    refuse('hold.field', 'distance needs opticsParams.objectDistance.');
  const wanted = await widthOf(base);
  let [before, after] = [distanceOf(plan), distanceOf(plan)];
  let beforeWidth = await widthOf(plan);
  if (Math.abs(beforeWidth / wanted - 1) <= FIELD_ERROR) return plan;
  // Nearly proportional to the distance, so the secant starts there.
  after *= wanted / beforeWidth;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const moved = atDistance(plan, after);
    const width = await widthOf(moved);
    if (Math.abs(width / wanted - 1) <= FIELD_ERROR) return moved;
    const slope = (width - beforeWidth) / (after - before);
    [before, beforeWidth] = [after, width];
    after += (wanted - width) / slope;
    if (!(after > 0)) break;
  }
  return refuse('hold.field', 'no distance of this lens and sensor sees the same field.');
}

const distanceOf = ({ optics }: SimulationPlan): number =>
  (isAdjusted(optics) ? optics.focus?.objectDistance : undefined) ??
  refuse('hold.field', 'distance needs opticsParams.objectDistance.');

function atDistance(plan: SimulationPlan, objectDistance: number): SimulationPlan {
  const { optics } = plan;
  if (!isAdjusted(optics)) return plan;
  const focused = optics.focus?.focusDistance !== undefined && { focusDistance: objectDistance };
  return {
    ...plan,
    optics: { ...optics, focus: { ...optics.focus, objectDistance, ...focused } },
  };
}

/** The level at which white is as bright on the sensor as behind the lens of the base. */
async function atHeldLight(plan: SimulationPlan, base: SimulationPlan): Promise<SimulationPlan> {
  const { luminance } = plan;
  if (luminance.of === 'as given')
    return refuse('hold.light', 'the file of this scene sets its level.');
  const [own, first] = [await loadLens(plan.optics), await loadLens(base.optics)];
  const factor = first.irradiancePerRadiance / own.irradiancePerRadiance;
  const { illuminantLux } = plan;
  return {
    ...plan,
    luminance: { ...luminance, value: luminance.value * factor },
    ...(illuminantLux !== undefined && { illuminantLux: illuminantLux * factor }),
  };
}
