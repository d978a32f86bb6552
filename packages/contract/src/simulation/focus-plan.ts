import type { AutofocusWish, OpticsPlan, SimulationPlan } from '@lumenloom/engine';
import { toEngineUnits, type NumberField, type SwitchField } from '@lumenloom/engine/catalogue';
import type { Findings } from './decoded.ts';
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
  {
    kind: 'switch',
    key: 'autofocus',
    label: 'Autofocus',
    default: false,
    help: 'Puts the sensor where the object is sharpest, in place of a focus distance.',
  },
  {
    kind: 'number',
    key: 'autofocusFrequency',
    label: 'Autofocus frequency',
    unit: 'lp/mm',
    above: 0,
    max: 1000,
    default: 100,
    proposed: true,
    span: [10, 300],
    help: 'The detail that is to be sharpest; blank: half of the Nyquist frequency.',
  },
  {
    kind: 'number',
    key: 'autofocusField',
    label: 'Autofocus field',
    unit: '',
    min: 0,
    max: 1,
    default: 0,
    span: [0, 1],
    help: 'Where it looks: share of the half field, to the right of the axis.',
  },
] as const satisfies readonly (NumberField | SwitchField)[];

export const OPTICS_FIELDS = [...FOCUS_FIELDS, ...STRAY_FIELDS] as const;

/** Fields of the focus that belong to the autofocus alone. */
const AUTOFOCUS_KEYS = ['autofocus', 'autofocusFrequency', 'autofocusField'];

const HAND_FIELDS = FOCUS_FIELDS.filter(
  (field): field is Extract<(typeof FOCUS_FIELDS)[number], NumberField> =>
    !AUTOFOCUS_KEYS.includes(field.key),
);

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

/** The autofocus that a request asks for; undefined: none. */
function planAutofocus(
  requested: GivenParameters | undefined,
  findings: Findings | undefined,
): AutofocusWish | undefined {
  const { autofocusFrequency: frequency, autofocusField: field } = toEngineUnits(
    FOCUS_FIELDS,
    requested ?? {},
  );
  const isAsked = (key: string): boolean => requested?.[key] !== undefined;
  if (requested?.['autofocus'] !== true) {
    if (AUTOFOCUS_KEYS.slice(1).some(isAsked))
      findings?.notes.push('Autofocus is off: its frequency and its field are not used.');
    return undefined;
  }
  if (isAsked('focusDistance'))
    findings?.problems.push({
      field: 'opticsParams.autofocus',
      message: 'Autofocus and focus distance are both given: give one.',
    });
  return { ...(isAsked('autofocusFrequency') && { frequency }), field };
}

/**
 * The lens of a request with its focus and stray light; the lens alone where nothing is asked of
 * it.
 *
 * @param requested the checked `opticsParams`.
 * @param hasDepth whether the scene has distances: the ideal lens then is one that focuses, and
 *   figures of a lens are those of the plane in focus.
 * @param findings gets what is wrong with the autofocus, or not used.
 */
export function planOptics(
  lens: Exclude<OpticsPlan, { readonly lens: unknown }>,
  requested: GivenParameters | undefined,
  hasDepth = false,
  findings?: Findings,
): SimulationPlan['optics'] {
  const autofocus = planAutofocus(requested, findings);
  const numbers = askedOf(HAND_FIELDS, requested);
  const asked = autofocus || numbers ? { ...numbers } : undefined;
  const stray = planStray(requested);
  const needsFocus = asked !== undefined || (hasDepth && lens === undefined);
  if (!needsFocus && !stray) return lens;
  const { objectDistance, ...others } = asked ?? {};
  const object = hasDepth ? asked?.['focusDistance'] : objectDistance;
  return {
    lens,
    ...(needsFocus && {
      focus: {
        ...(object !== undefined && { objectDistance: object }),
        ...others,
        ...(autofocus && { autofocus }),
      },
    }),
    ...stray,
  };
}
