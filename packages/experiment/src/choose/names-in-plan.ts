import { readChoiceDocument } from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine';
import type { PartName } from '../plan/named-parts.ts';
import { partNamesOf } from './camera-plans.ts';
import { candidatesOf } from './candidates.ts';

/** The parts that a plan names; none where its form is wrong, which is said where it is planned. */
export async function namesInPlan(content: unknown): Promise<readonly PartName[]> {
  const read = readChoiceDocument(content);
  if (!read.ok) return [];
  try {
    return partNamesOf(read.value, await candidatesOf(read.value));
  } catch (error) {
    if (error instanceof SimulationError) return [];
    throw error;
  }
}
