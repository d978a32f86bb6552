import { SimulationError } from '@lumenloom/engine/quick';

/**
 * Refuses a part of a world. The sentence has the place in it, as documents of worlds are read by
 * people: `objects.part.shape must have one of ...`.
 */
export function refuseAt(field: string, sentence: string): never {
  throw new SimulationError('bad-parameter', sentence, field);
}
