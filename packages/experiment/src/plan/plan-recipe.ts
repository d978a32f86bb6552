import { toPlan, type Decoded, type OwnParts } from '@lumenloom/contract';
import { SimulationError, type SimulationPlan } from '@lumenloom/engine';

/** The plan of a recipe that has every choice; keys that mean nothing are refused. */
export function planOfRecipe(
  recipe: Readonly<Record<string, unknown>>,
  own: OwnParts,
): Decoded<SimulationPlan> {
  try {
    const decoded = toPlan(recipe, undefined, undefined, own);
    if (!decoded.ok) return decoded;
    const { plan, notes, unknownKeys } = decoded.value;
    if (unknownKeys.length > 0)
      return {
        ok: false,
        problems: unknownKeys.map((field) => ({ field, message: 'this means nothing here.' })),
      };
    return plan
      ? { ok: true, value: plan }
      : { ok: false, problems: [{ field: '', message: notes.at(-1)! }] };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return { ok: false, problems: [{ field: error.field ?? '', message: error.message }] };
  }
}
