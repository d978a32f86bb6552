import type { FlickerPlan } from '@lumenloom/engine';
import { isObject, toEngineUnits } from '@lumenloom/engine/catalogue';
import { isBlank } from './blank.ts';
import type { Findings } from './decoded.ts';
import { FLICKER_FIELDS } from './flicker-fields.ts';
import { readParameters, unknownParameters } from './given-parameters.ts';

/**
 * How the light flickers; undefined where it does not.
 *
 * @param sent the object `flicker` of a recipe, or of a file of its own.
 */
export function planFlicker(sent: unknown, { problems }: Findings): FlickerPlan | undefined {
  if (isBlank(sent)) return undefined;
  const read = readParameters('flicker', FLICKER_FIELDS, sent);
  if (!read.ok) {
    problems.push(...read.problems);
    return undefined;
  }
  const values = read.value ?? {};
  const { kind, hertz, depth, duty, phaseDegrees } = toEngineUnits(FLICKER_FIELDS, values);
  const isSwitched = kind === 'pwm';
  if (!isSwitched && values['duty'] !== undefined)
    problems.push({ field: 'flicker.duty', message: 'duty belongs to pwm.' });
  if (depth === 0) return undefined;
  const common = { hertz, depth, phaseDegrees };
  return isSwitched ? { kind, ...common, duty } : { kind: 'sine', ...common };
}

/** Keys of a flicker that nothing reads. */
export const unknownFlickerKeys = (sent: unknown, path = ''): readonly string[] =>
  isObject(sent)
    ? unknownParameters(FLICKER_FIELDS, sent as Parameters<typeof unknownParameters>[1], path)
    : [];
