import type { NumberField, SwitchField } from '../field-descriptor.ts';

/** The fields of the reference ISP; what stands before it are corrections of the recipe. */
export const referenceFields = [
  {
    kind: 'switch',
    key: 'defects',
    label: 'Defect correction',
    default: true,
    help: 'Replaces pixels that stand alone.',
  },
  {
    kind: 'number',
    key: 'denoising',
    label: 'Denoising',
    unit: '',
    min: 0,
    max: 4,
    default: 1,
    span: [0, 2],
    help: "Strength, in deviations of the sensor's own noise; 0: none.",
  },
  {
    kind: 'number',
    key: 'sharpening',
    label: 'Sharpening',
    unit: '',
    min: 0,
    max: 4,
    default: 0,
    span: [0, 2],
    help: 'Share of the fine detail of the luminance that is added; 0: none.',
  },
] as const satisfies readonly (NumberField | SwitchField)[];
