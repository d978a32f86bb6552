import type { NumberField, SwitchField } from '../../field-descriptor.ts';
import type { IspDescriptor } from '../isp-descriptor.ts';
import type { ReferenceReport } from './report.ts';

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

/** Works on linear light of any colour filter array (docs/reference/isp.md#reference-isp). */
export const reference = {
  label: 'Reference ISP',
  wireKey: 'referenceParams',
  reportKey: 'referenceIsp',
  fields: referenceFields,
  modules: [],
  feature: 'reference-isp',
  mosaics: ['bayer', 'mono', 'tile'],
  isDeep: true,
  lacks: {
    suit: 'The Reference ISP suits the light of every run by itself: White balance and Colour matrix of the recipe say how.',
    stages: 'The Reference ISP has no modules to look into: after Raw comes its picture.',
    tuning:
      'The Reference ISP has nothing to tune: its colours follow the light, its noise model the sensor.',
  },
  load: () => import('./develop.ts'),
} as const satisfies IspDescriptor<typeof referenceFields, ReferenceReport>;
