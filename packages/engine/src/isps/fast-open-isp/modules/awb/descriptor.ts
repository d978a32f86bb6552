import type { ParametersOf } from '../../../../field-descriptor.ts';
import {
  enabled,
  gainOf,
  plain,
  type IspModuleOf,
  type IspModuleFields,
} from '../../module-descriptor.ts';

/** With the default gain of green, illuminant A takes a blue gain of 8.8. */
const GAIN = gainOf(1024, 16);

export const awbFields = [
  enabled('awbEnabled', 'AWB'),
  plain(
    'awbR',
    'r_gain',
    1400,
    { ...GAIN, name: 'Red gain' },
    'Gain of red, × 1024. CNF uses it too, also when AWB is off.',
  ),
  plain(
    'awbGr',
    'gr_gain',
    1200,
    { ...GAIN, name: 'Green gain, red rows' },
    'Gain of green in red rows, × 1024.',
  ),
  plain(
    'awbGb',
    'gb_gain',
    1200,
    { ...GAIN, name: 'Green gain, blue rows' },
    'Gain of green in blue rows, × 1024.',
  ),
  plain(
    'awbB',
    'b_gain',
    5000,
    { ...GAIN, name: 'Blue gain' },
    'Gain of blue, × 1024. CNF uses it too, also when AWB is off.',
  ),
] as const satisfies IspModuleFields;

/** White balance ("automatic" in the reference, but with fixed gains). */
export const awb = {
  id: 'awb',
  label: 'AWB',
  name: 'White balance',
  fields: awbFields,
  reads: ['bayer'],
  replaces: ['bayer'],
  perPixel: true,
  // Green is the mean of both greens.
  colourMatrix: ({ awbR, awbGr, awbGb, awbB }: ParametersOf<typeof awbFields>) => [
    [awbR / 1024, 0, 0],
    [0, (awbGr + awbGb) / 2 / 1024, 0],
    [0, 0, awbB / 1024],
  ],
  load: () => import('./simd.ts'),
} as const satisfies IspModuleOf<typeof awbFields>;
