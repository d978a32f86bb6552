import { DEFAULT_BUDGET, toPlan } from '@lumenloom/contract';
import type { SimulationPlan } from '@lumenloom/engine';
import { UsageError } from '@lumenloom/node-host/command-line';
import { accept } from '../arguments.ts';

/**
 * A recipe as a plan.
 *
 * @throws UsageError for what cannot be run, and for fields that mean nothing.
 */
export function planOf(
  recipe: unknown,
  exposureSeconds?: number,
): { readonly plan: SimulationPlan; readonly notes: readonly string[] } {
  const { plan, notes, unknownKeys } = accept(toPlan(recipe, DEFAULT_BUDGET, exposureSeconds));
  if (unknownKeys.length > 0)
    throw new UsageError(
      `The recipe has fields that mean nothing here: ${unknownKeys.join(', ')}.`,
    );
  if (!plan) throw new UsageError(notes.at(-1));
  return { plan, notes };
}
