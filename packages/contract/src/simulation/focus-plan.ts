import type { OpticsPlan, SimulationPlan } from '@lumenloom/engine';
import { toEngineUnits, type NumberField } from '@lumenloom/engine/catalogue';
import type { GivenParameters } from './given-parameters.ts';
import { STRAY_FIELDS, planStray } from './stray-plan.ts';

/** Fields of `opticsParams`: without them a lens is as its file has it, the object far away. */
export const FOCUS_FIELDS = [
  {
    kind: 'number',
    key: 'objectDistance',
    label: 'Object distance',
    unit: 'm',
    above: 0,
    max: 1e6,
    default: 1,
    proposed: true,
    span: [0.1, 100],
    help: 'From the first lens surface to the scene; blank: infinity.',
  },
  {
    kind: 'number',
    key: 'focusDistance',
    label: 'Focus distance',
    unit: 'm',
    above: 0,
    max: 1e6,
    default: 1,
    proposed: true,
    span: [0.1, 100],
    help: 'From the first lens surface to the plane that is in focus; blank: infinity.',
  },
  {
    kind: 'number',
    key: 'focusShift',
    label: 'Focus shift',
    unit: 'µm',
    min: -2000,
    max: 2000,
    default: 0,
    span: [-100, 100],
    help: 'Moves the sensor further away from the lens.',
  },
  {
    kind: 'number',
    key: 'fNumber',
    label: 'F-number',
    unit: '',
    above: 0,
    max: 128,
    default: 8,
    proposed: true,
    span: [2.8, 22],
    help: 'Stops the lens down; blank: that of the lens wide open.',
  },
] as const satisfies readonly NumberField[];

export const OPTICS_FIELDS = [...FOCUS_FIELDS, ...STRAY_FIELDS] as const;

/** Fields whose default is what a blank means. */
const SAME_AS_BLANK: Readonly<Record<string, number>> = { focusShift: 0 };

/** The fields of a group that a request asks for, in the engine's units; undefined: none. */
function askedOf(
  fields: readonly NumberField[],
  requested: GivenParameters | undefined,
): Readonly<Record<string, number>> | undefined {
  const asked = fields.filter(
    ({ key }) => requested?.[key] !== undefined && requested[key] !== SAME_AS_BLANK[key],
  );
  if (asked.length === 0) return undefined;
  const values: Partial<Record<string, number>> = toEngineUnits(asked, requested ?? {});
  return Object.fromEntries(asked.map(({ key }) => [key, values[key]!]));
}

/**
 * The lens of a request with its focus and stray light; the lens alone where nothing is asked of
 * it.
 *
 * @param requested the checked `opticsParams`.
 * @param hasDepth whether the scene has distances: the ideal lens then is one that focuses, and
 *   figures of a lens are those of the plane in focus.
 */
export function planOptics(
  lens: Exclude<OpticsPlan, { readonly lens: unknown }>,
  requested: GivenParameters | undefined,
  hasDepth = false,
): SimulationPlan['optics'] {
  const asked = askedOf(FOCUS_FIELDS, requested);
  const stray = planStray(requested);
  const needsFocus = asked !== undefined || (hasDepth && lens === undefined);
  if (!needsFocus && !stray) return lens;
  const { objectDistance, ...others } = asked ?? {};
  const object = hasDepth ? asked?.['focusDistance'] : objectDistance;
  return {
    lens,
    ...(needsFocus && {
      focus: { ...(object !== undefined && { objectDistance: object }), ...others },
    }),
    ...stray,
  };
}
