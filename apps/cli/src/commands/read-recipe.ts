import { DEFAULT_BUDGET, toPlan, type OwnParts } from '@lumenloom/contract';
import type { SimulationPlan } from '@lumenloom/engine';
import { UsageError } from '@lumenloom/node-host/command-line';
import { accept } from '../arguments.ts';

/** A recipe in which the fields of a sensor file stand in place of its own. */
function withSensorFields(recipe: unknown, { sensor }: OwnParts): unknown {
  const { sensorParams = {} } = (recipe ?? {}) as { readonly sensorParams?: unknown };
  return sensor && isObject(recipe) && isObject(sensorParams)
    ? { ...recipe, sensorParams: { ...sensorParams, ...sensor.parameters } }
    : recipe;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A recipe as a plan.
 *
 * @throws UsageError for what cannot be run, and for fields that mean nothing.
 */
export function planOf(
  recipe: unknown,
  exposureSeconds?: number,
  own: OwnParts = {},
): { readonly plan: SimulationPlan; readonly notes: readonly string[] } {
  const { plan, notes, unknownKeys } = accept(
    toPlan(withSensorFields(recipe, own), DEFAULT_BUDGET, exposureSeconds, own),
  );
  if (unknownKeys.length > 0)
    throw new UsageError(
      `The recipe has fields that mean nothing here: ${unknownKeys.join(', ')}.`,
    );
  if (!plan) throw new UsageError(notes.at(-1));
  return { plan, notes };
}
