import type { ChoiceField, NumberField } from '@lumenloom/engine/catalogue';

/** The fields of `exposureParams`, which belong to no choice: a run without them is metered. */
export const EXPOSURE_FIELDS = [
  {
    kind: 'choice',
    key: 'mode',
    label: 'Exposure',
    options: ['auto', 'fixed'],
    default: 'auto',
    help: 'auto: the meter decides; fixed: the exposure seconds.',
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
    span: [1e-4, 10],
    help: 'Of a fixed exposure, which needs them.',
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
    span: [1e-3, 100],
    help: 'The meter chooses no longer one; blank: the longest of the sensor, or 10 s.',
  },
  {
    kind: 'number',
    key: 'compensation',
    label: 'Exposure Compensation',
    unit: 'stops',
    min: -10,
    max: 10,
    default: 0,
    span: [-5, 5],
    help: 'Added to what the meter chooses: +1 doubles the time, before the longest one limits it.',
  },
] as const satisfies readonly (NumberField | ChoiceField)[];
