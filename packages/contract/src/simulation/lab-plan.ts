import type { LabPlan } from '@lumenloom/engine';
import { toEngineUnits } from '@lumenloom/engine/catalogue';
import { messages } from '../messages.ts';
import type { Findings } from './decoded.ts';
import type { GivenParameters } from './given-parameters.ts';
import { LAB_FIELDS } from './lab-fields.ts';

/**
 * What a request wants to know of information; undefined where it asks for nothing.
 *
 * @param requested the checked `labParams`.
 */
export function planLab(
  requested: GivenParameters | undefined,
  hasSensor: boolean,
  { notes, problems }: Findings,
): LabPlan | undefined {
  if (!requested) return undefined;
  if (requested['objectContrast'] === 0)
    problems.push({ field: 'labParams.objectContrast', message: messages.contrastOfNothing });
  if (!hasSensor) notes.push('No sensor is chosen, so labParams is not used.');
  return hasSensor ? toEngineUnits(LAB_FIELDS, requested) : undefined;
}
