import type { NumberField, SwitchField } from '../../field-descriptor.ts';

/** The fields of the reference ISP; what stands before it are corrections of the recipe. */
export const referenceFields = [
  {
    kind: 'switch',
    key: 'defects',
    label: 'Defect correction',
    default: true,
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
  },
] as const satisfies readonly (NumberField | SwitchField)[];
