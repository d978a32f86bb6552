import type { ParametersOf } from '../../../../field-descriptor.ts';
import { enabled, type IspModuleOf, type IspModuleFields } from '../../module-descriptor.ts';

export const ccmFields = [
  enabled('ccmEnabled', 'CCM'),
  {
    kind: 'matrix',
    key: 'ccmValues',
    label: 'CCM values',
    unit: '',
    rows: ['R', 'G', 'B'],
    columns: ['R', 'G', 'B', 'Offset'],
    default: [
      [0, 0, 2000, 0],
      [0, 2000, 0, 0],
      [2000, 0, 0, 0],
    ],
    min: -(2 ** 29),
    max: 2 ** 29,
    one: 1024,
    // Factors up to 4, offsets up to 64 codes.
    spans: [
      [-4096, 4096],
      [-4096, 4096],
      [-4096, 4096],
      [-65536, 65536],
    ],
    help: 'All × 1024, the offset too. The first row is shown as blue and the last as red, so the default keeps the colours: blue from blue, red from red.',
  },
] as const satisfies IspModuleFields;

/** Colour correction matrix. */
export const ccm = {
  id: 'ccm',
  label: 'CCM',
  name: 'Colour correction matrix',
  needs: ['cfa'],
  fields: ccmFields,
  reads: ['codes'],
  replaces: ['codes'],
  perPixel: true,
  colourMatrix: ({ ccmValues }: ParametersOf<typeof ccmFields>) =>
    ccmValues.map((row) => row.slice(0, 3).map((factor) => factor / 1024)),
  load: () => import('./apply.ts'),
} as const satisfies IspModuleOf<typeof ccmFields>;
