import {
  GHOST_PAIRS,
  USUAL_SHOULDER_DEGREES,
  USUAL_SLOPE,
  type ChoiceField,
  type NumberField,
  type SwitchField,
} from '@lumenloom/engine/catalogue';

/**
 * Fields of `opticsParams`: without them a lens is as its file has it, the object far away. Pages
 * load them first; their lines of help are loaded with what shows them.
 */
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
  },
  {
    kind: 'number',
    key: 'focusShift',
    label: 'Focus shift',
    unit: 'µm',
    min: -2000,
    max: 2000,
    default: 0,
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
  },
  {
    kind: 'switch',
    key: 'autofocus',
    label: 'Autofocus',
    default: false,
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
  },
  {
    kind: 'number',
    key: 'autofocusField',
    label: 'Autofocus field',
    unit: '',
    min: 0,
    max: 1,
    default: 0,
  },
  {
    kind: 'choice',
    key: 'autofocusWhen',
    label: 'Autofocus when',
    options: ['cold', 'now'],
    default: 'cold',
    path: 'opticsParams.autofocusWhen',
  },
] as const satisfies readonly (NumberField | SwitchField | ChoiceField)[];

/** Fields of `opticsParams`: without them a lens has no stray light. */
export const STRAY_FIELDS = [
  {
    kind: 'number',
    key: 'scatter',
    label: 'Scatter',
    unit: '%',
    min: 0,
    max: 50,
    default: 0,
  },
  {
    kind: 'number',
    key: 'scatterShoulder',
    label: 'Scatter shoulder',
    unit: '°',
    min: 0.01,
    max: 20,
    default: USUAL_SHOULDER_DEGREES,
  },
  {
    kind: 'number',
    key: 'scatterSlope',
    label: 'Scatter slope',
    unit: '',
    min: 0.5,
    max: 4,
    default: USUAL_SLOPE,
  },
  {
    kind: 'choice',
    key: 'coating',
    label: 'Coating',
    options: ['', 'uncoated', 'mgf2'],
    default: '',
  },
  {
    kind: 'number',
    key: 'coatingReflectance',
    label: 'Coating reflectance',
    unit: '%',
    min: 0,
    max: 20,
    default: 1,
    proposed: true,
  },
  {
    kind: 'number',
    key: 'ghostPairs',
    label: 'Ghost pairs',
    unit: '',
    min: 0,
    max: 200,
    whole: true,
    default: GHOST_PAIRS,
    proposed: true,
  },
  {
    kind: 'number',
    key: 'sensorReflectance',
    label: 'Sensor reflectance',
    unit: '%',
    min: 0,
    max: 50,
    default: 0,
  },
] as const satisfies readonly (NumberField | ChoiceField)[];

/** Fields of `opticsParams`: without them a lens file is traced in its first configuration. */
export const LENS_FILE_FIELDS = [
  {
    kind: 'number',
    key: 'configuration',
    label: 'Configuration',
    unit: '',
    min: 1,
    max: 101,
    whole: true,
    default: 1,
  },
  {
    kind: 'number',
    key: 'orientation',
    label: 'Orientation',
    unit: '',
    min: 1,
    max: 8,
    whole: true,
    default: 1,
    proposed: true,
  },
] as const satisfies readonly NumberField[];

export const OPTICS_FIELDS = [...FOCUS_FIELDS, ...STRAY_FIELDS, ...LENS_FILE_FIELDS] as const;
