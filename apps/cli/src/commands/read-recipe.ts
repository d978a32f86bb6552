import { DEFAULT_BUDGET, toPlan, toSensorPlan, type OwnParts } from '@lumenloom/contract';
import type { SensorPlan, SimulationPlan } from '@lumenloom/engine';
import { UsageError } from '@lumenloom/node-host/command-line';
import { accept, readJson } from '../arguments.ts';

/**
 * A recipe as a plan.
 *
 * @throws UsageError for what cannot be run, and for fields that mean nothing.
 */
export function planOf(
  recipe: unknown,
  exposureSeconds?: number,
  own?: OwnParts,
): { readonly plan: SimulationPlan; readonly notes: readonly string[] } {
  const { plan, notes, unknownKeys } = accept(toPlan(recipe, DEFAULT_BUDGET, exposureSeconds, own));
  if (unknownKeys.length > 0)
    throw new UsageError(
      `The recipe has fields that mean nothing here: ${unknownKeys.join(', ')}.`,
    );
  if (!plan) throw new UsageError(notes.at(-1));
  return { plan, notes };
}

/**
 * A sensor by its name, with the parameters of a file where one is given.
 *
 * @throws UsageError for a wrong value, and for fields that mean nothing.
 */
export async function readSensor(
  name: string,
  file: string | undefined,
): Promise<{ readonly sensor: SensorPlan; readonly notes: readonly string[] }> {
  const { sensor, notes, unknownKeys } = accept(
    toSensorPlan(name, file === undefined ? undefined : await readJson(file)),
  );
  if (unknownKeys.length > 0)
    throw new UsageError(`${file!} has fields that mean nothing here: ${unknownKeys.join(', ')}.`);
  return { sensor, notes };
}
