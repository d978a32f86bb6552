import type { Hold, Problem } from '@lumenloom/contract';
import type { HeldPlan, SimulationPlan } from '@lumenloom/engine';

type Values = Readonly<Record<string, unknown>>;

/** Volts of the engine in millivolts, the unit of a recipe. */
const MILLIVOLTS = 1e3;
const isFixed = (exposure: Hold['exposure']): exposure is { readonly seconds: number } =>
  typeof exposure === 'object' && 'seconds' in exposure;

/**
 * The fields of a recipe that keep what a document holds, beside those of a point.
 *
 * @param base the plan of the recipe before anything varies.
 * @param plan of the point, without what is held.
 */
export function heldValues(hold: Hold, base: SimulationPlan, plan: SimulationPlan): Values {
  const { exposure } = hold;
  return {
    ...(isFixed(exposure) && {
      'exposureParams.mode': 'fixed',
      'exposureParams.seconds': exposure.seconds,
    }),
    ...(base.sensor && plan.sensor && sensorValues(hold, base.sensor, plan.sensor)),
  };
}

type Sensor = NonNullable<SimulationPlan['sensor']>;

function sensorValues(hold: Hold, base: Sensor, { parameters }: Sensor): Values {
  const { parameters: first } = base;
  const ratio = parameters.pixel_size / first.pixel_size;
  const fitting = (pixels: number): number =>
    Math.max(2, 2 * Math.floor(pixels / (2 * ratio) + 0.5));
  return {
    ...(hold.sensor === 'die' && {
      'sensorParams.rows': fitting(first.rows),
      'sensorParams.cols': fitting(first.cols),
    }),
    ...(hold.well === 'density' && {
      'sensorParams.well_capacity': parameters.well_capacity * ratio ** 2,
      'sensorParams.read_noise': (parameters.read_noise * MILLIVOLTS) / ratio ** 2,
      'sensorParams.dsnu': (parameters.dsnu * MILLIVOLTS) / ratio ** 2,
    }),
  };
}

/** Why a recipe cannot hold that, where its plan says it before anything runs. */
export function holdRefusal({ exposure, light }: Hold, base: SimulationPlan): Problem | undefined {
  if (exposure === 'first' && !base.sensor)
    return { field: 'hold.exposure', message: 'first needs a sensor.' };
  return light === 'sensor' && base.luminance.of === 'as given'
    ? { field: 'hold.light', message: 'the file of this scene sets its level.' }
    : undefined;
}

/** What a run finds out itself, because it needs the lens or the light; undefined: nothing. */
export function heldLater(hold: Hold, base: SimulationPlan): HeldPlan | undefined {
  const { exposure, field, light } = hold;
  const later = {
    ...(exposure !== undefined && exposure !== 'each' && !isFixed(exposure) && { exposure }),
    ...(field === 'distance' && { field }),
    ...(light === 'sensor' && { light }),
  };
  return Object.keys(later).length > 0 ? { base, ...later } : undefined;
}
