import type { ParametersOf } from '../../../../field-descriptor.ts';
import {
  enabled,
  plain,
  type IspModuleOf,
  type IspLimits,
  type IspModuleFields,
} from '../../module-descriptor.ts';
import { fullAfterBlc } from './saturation.ts';

const LARGEST_CODE = 65535;

const LEVEL = { whole: true, min: -65535, max: 65535, span: [0, 256] } as const;
const LEAK = { whole: true, min: -16384, max: 16384, one: 1024, span: [-1024, 1024] } as const;
const SATURATION = 'Also changes the saturation level when BLC is off.';

export const blcFields = [
  enabled('blcEnabled', 'BLC'),
  plain(
    'blcR',
    'bl_r',
    0,
    { ...LEVEL, name: 'Red black level' },
    `Black level of red, codes. ${SATURATION}`,
  ),
  plain(
    'blcGr',
    'bl_gr',
    0,
    { ...LEVEL, name: 'Green black, red rows' },
    `Black level of green in red rows, codes. ${SATURATION}`,
  ),
  plain(
    'blcGb',
    'bl_gb',
    0,
    { ...LEVEL, name: 'Green black, blue rows' },
    `Black level of green in blue rows, codes. ${SATURATION}`,
  ),
  plain(
    'blcB',
    'bl_b',
    0,
    { ...LEVEL, name: 'Blue black level' },
    `Black level of blue, codes. ${SATURATION}`,
  ),
  plain(
    'blcalpha',
    'alpha',
    0,
    { ...LEAK, name: 'Red into green' },
    'Share of red that is added to the green beside it, × 1024.',
  ),
  plain(
    'blcbeta',
    'beta',
    0,
    { ...LEAK, name: 'Blue into green' },
    'Share of blue that is added to the green beside it, × 1024.',
  ),
] as const satisfies IspModuleFields;

/** Black level compensation. */
export const blc = {
  id: 'blc',
  label: 'BLC',
  name: 'Black level compensation',
  fields: blcFields,
  reads: ['bayer'],
  replaces: ['bayer'],
  perPixel: true,
  saturation: fullAfterBlc,
  problems: (parameters: ParametersOf<typeof blcFields>, { bits }: IspLimits) => {
    const highest = 2 ** bits - 1;
    const full = fullAfterBlc(parameters, highest);
    if (full < 1)
      return [
        {
          key: 'blcR',
          message: `The black levels of BLC leave nothing of ${bits} bits: make one of them less than ${highest}.`,
        },
      ];
    if (full > LARGEST_CODE)
      return [
        {
          key: 'blcR',
          message: `BLC raises the saturation level to ${full}, more than 16 bits hold: raise bl_r, bl_gr, bl_gb and bl_b, or lower alpha and beta.`,
        },
      ];
    return [];
  },
  load: () => import('./apply.ts'),
} as const satisfies IspModuleOf<typeof blcFields>;
