import type { ChoiceField, NumberField } from '@lumenloom/engine/catalogue';

/** The fields of `exposureParams`, which belong to no choice: a run without them is metered. */
export const EXPOSURE_FIELDS = [
  {
    kind: 'choice',
    key: 'mode',
    label: 'Exposure',
    options: ['auto', 'fixed'],
    default: 'auto',
  },
  {
    kind: 'number',
    key: 'seconds',
    label: 'Exposure Seconds',
    unit: 's',
    above: 0,
    max: 1e6,
    default: 1 / 50,
    proposed: true,
  },
  {
    kind: 'number',
    key: 'longest',
    label: 'Longest Exposure',
    unit: 's',
    above: 0,
    max: 1e6,
    default: 10,
    proposed: true,
  },
  {
    kind: 'number',
    key: 'compensation',
    label: 'Exposure Compensation',
    unit: 'stops',
    min: -10,
    max: 10,
    default: 0,
  },
] as const satisfies readonly (NumberField | ChoiceField)[];
