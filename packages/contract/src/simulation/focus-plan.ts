import type { FocusSettings, OpticsPlan, SimulationPlan } from '@lumenloom/engine';
import { toEngineUnits, type NumberField } from '@lumenloom/engine/catalogue';
import type { GivenParameters } from './given-parameters.ts';

/** The fields of `opticsParams`: without them a lens is as its file has it, the object far away. */
export const OPTICS_FIELDS = [
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

type Key = (typeof OPTICS_FIELDS)[number]['key'];

/**
 * The lens of a request with its focus; the lens alone where nothing is asked of it.
 *
 * @param requested the checked `opticsParams`.
 * @param hasDepth whether the scene has distances: the ideal lens then is one that focuses, and
 *   figures of a lens are those of the plane in focus.
 */
export function planOptics(
  lens: Exclude<OpticsPlan, { readonly focus: FocusSettings }>,
  requested: GivenParameters | undefined,
  hasDepth = false,
): SimulationPlan['optics'] {
  // A shift of 0 is what a blank means.
  const asked = OPTICS_FIELDS.filter(
    ({ key }) => requested?.[key] !== undefined && !(key === 'focusShift' && !requested[key]),
  );
  if (asked.length === 0 && !(hasDepth && lens === undefined)) return lens;
  const values: Partial<Record<Key, number>> = toEngineUnits(asked, requested ?? {});
  const { objectDistance, focusDistance } = values;
  const object = hasDepth ? focusDistance : objectDistance;
  const others = asked.filter(({ key }) => key !== 'objectDistance');
  return {
    lens,
    focus: {
      ...(object !== undefined && { objectDistance: object }),
      ...Object.fromEntries(others.map(({ key }) => [key, values[key]])),
    },
  };
}
