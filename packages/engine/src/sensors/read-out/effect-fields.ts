import { toEngineUnits, type NumberField } from '../../field-descriptor.ts';

/**
 * Fields that steps bring to every sensor beside its twelve; the default of each switches its
 * effect off.
 */
export const EFFECT_FIELDS = [] as const satisfies readonly NumberField[];

const fields: readonly NumberField[] = EFFECT_FIELDS;

/** The value of each, in the unit in which it is typed, that switches its effect off. */
export const EFFECTS_OFF: Readonly<Record<string, number>> = Object.fromEntries(
  fields.map((field) => [field.key, field.default]),
);

/** Parameters of a sensor without the fields of effects that are off, so that seeds stay. */
export function withoutIdleEffects<Parameters extends object>(
  parameters: Parameters,
): Partial<Parameters> {
  const off: Readonly<Record<string, unknown>> = toEngineUnits(fields, {});
  return Object.fromEntries(
    Object.entries(parameters).filter(([key, value]) => !(key in off) || off[key] !== value),
  ) as Partial<Parameters>;
}
