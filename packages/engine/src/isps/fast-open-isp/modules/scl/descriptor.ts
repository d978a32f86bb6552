import type { ParametersOf } from '../../../../field-descriptor.ts';
import {
  enabled,
  plain,
  type IspModuleOf,
  type IspLimits,
  type IspModuleFields,
} from '../../module-descriptor.ts';

const SIDE = { whole: true, min: 1, max: 32768 } as const;

export const sclFields = [
  enabled('sclEnabled', 'SCL', false),
  plain(
    'sclWidth',
    'width',
    1920,
    SIDE,
    'Columns of the result; the picture is stretched when its shape differs.',
  ),
  plain('sclHeight', 'height', 1080, SIDE, 'Rows of the result.'),
] as const satisfies IspModuleFields;

/** Scaling. */
export const scl = {
  id: 'scl',
  label: 'SCL',
  name: 'Scaling',
  needs: ['cfa'],
  fields: sclFields,
  reads: ['codes', 'rgb', 'y', 'cbcr'],
  replaces: ['codes', 'rgb', 'y', 'cbcr'],
  whateverIsThere: true,
  problems: (
    { sclEnabled, sclWidth, sclHeight }: ParametersOf<typeof sclFields>,
    { largestResult }: IspLimits,
  ) =>
    sclEnabled && sclWidth * sclHeight > largestResult
      ? [
          {
            key: 'sclWidth',
            message: `SCL would make ${sclWidth} × ${sclHeight} pixels; at most ${largestResult / 1e6} million are made.`,
          },
        ]
      : [],
  load: () => import('./apply.ts'),
} as const satisfies IspModuleOf<typeof sclFields>;
