import type {
  AdjustedLens,
  AutofocusWish,
  LensChoice,
  OpticsPlan,
  SimulationPlan,
} from '@lumenloom/engine';
import { toEngineUnits, type NumberField } from '@lumenloom/engine/catalogue';
import type { Findings } from './decoded.ts';
import type { GivenParameters } from './given-parameters.ts';
import { FOCUS_FIELDS } from './optics-fields.ts';
import { planStray } from './stray-plan.ts';

/** Fields of the focus that belong to the autofocus alone. */
const AUTOFOCUS_KEYS = ['autofocus', 'autofocusFrequency', 'autofocusField', 'autofocusWhen'];

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
  const {
    autofocusFrequency: frequency,
    autofocusField: field,
    autofocusWhen: when,
  } = toEngineUnits(FOCUS_FIELDS, requested ?? {});
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
  return {
    ...(isAsked('autofocusFrequency') && { frequency }),
    field,
    ...(when === 'now' && { isNow: true }),
  };
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
  refuseForMeasured(lens, stray, findings);
  const needsFocus = asked !== undefined || (hasDepth && lens === undefined);
  const orientation = orientationIn(lens, requested, findings);
  if (!needsFocus && !stray && orientation === undefined) return lens;
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
    ...(orientation !== undefined && { orientation }),
  };
}

/** What a measured lens cannot do, because nobody knows its surfaces. */
function refuseForMeasured(
  lens: LensChoice,
  stray: ReturnType<typeof planStray>,
  findings: Findings | undefined,
): void {
  if (typeof lens !== 'object' || !('kind' in lens)) return;
  if (stray?.ghosts)
    findings?.problems.push({
      field: 'opticsParams.coating',
      message: 'coating needs a prescription.',
    });
}

/** How the picture of a lens lies on the sensor; undefined: as it stands like the scene. */
function orientationIn(
  lens: LensChoice,
  requested: GivenParameters | undefined,
  findings: Findings | undefined,
): AdjustedLens['orientation'] {
  const wanted = requested?.['orientation'];
  if (typeof wanted !== 'number') return undefined;
  if (lens === undefined || (typeof lens === 'object' && 'kind' in lens))
    findings?.problems.push({
      field: 'opticsParams.orientation',
      message: `${lens ? 'A measured' : 'The ideal'} lens has no surfaces that could turn its picture: leave orientation blank.`,
    });
  return wanted as NonNullable<AdjustedLens['orientation']>;
}
