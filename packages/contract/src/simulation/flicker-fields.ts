import type { ChoiceField, DocumentField, NumberField } from '@lumenloom/engine/catalogue';

/** The fields of `flicker`, which belongs to no choice: light without it does not change. */
export const FLICKER_FIELDS = [
  {
    kind: 'choice',
    key: 'kind',
    label: 'Flicker',
    options: ['sine', 'pwm'],
    default: 'sine',
    path: 'flicker.kind',
    help: 'sine: a lamp on the mains; pwm: an LED that is switched on and off.',
  },
  {
    kind: 'number',
    key: 'hertz',
    label: 'Flicker Frequency',
    unit: 'Hz',
    min: 0.1,
    max: 1e5,
    default: 100,
    span: [50, 1000],
    help: 'Of the light: 100 for mains of 50 Hz.',
  },
  {
    kind: 'number',
    key: 'depth',
    label: 'Flicker Depth',
    unit: '',
    min: 0,
    max: 1,
    default: 1,
    help: 'Share of the light that flickers.',
  },
  {
    kind: 'number',
    key: 'duty',
    label: 'Duty',
    unit: '',
    min: 0.01,
    max: 0.99,
    default: 0.5,
    help: 'Share of the period in which a switched lamp is on.',
  },
  {
    kind: 'number',
    key: 'phaseDegrees',
    label: 'Flicker Phase',
    unit: '',
    min: -36000,
    max: 36000,
    default: 0,
    span: [0, 360],
    help: 'Where in its period the light is at time 0, degrees.',
  },
] as const satisfies readonly (NumberField | ChoiceField)[];

export const FLICKER = {
  kind: 'object',
  key: 'flicker',
  label: 'Flicker',
  help: 'How the light flickers.',
  fields: FLICKER_FIELDS,
} as const satisfies DocumentField;
