import {
  enabled,
  gainOf,
  plain,
  type IspModuleOf,
  type IspModuleFields,
} from '../../module-descriptor.ts';

const THRESHOLD = { min: 0, max: 65535 } as const;

export const eehFields = [
  enabled('eehEnabled', 'EEH'),
  plain('eehGain', 'edge gain', 384, gainOf(256, 8), 'Gain of the detail that is added, × 256.'),
  plain(
    'eehOffset',
    'flat threshold',
    100,
    THRESHOLD,
    'Differences up to this are not enhanced; no effect unless it is below the edge threshold.',
  ),
  plain(
    'eehEdgeThreshold',
    'edge threshold',
    4,
    THRESHOLD,
    'Differences above this get the full gain.',
  ),
  plain(
    'eehDeltaThreshold',
    'delta threshold',
    1000,
    { whole: true, ...THRESHOLD },
    'Largest change of a pixel.',
  ),
] as const satisfies IspModuleFields;

/** Edge enhancement of luma. */
export const eeh = {
  id: 'eeh',
  label: 'EEH',
  name: 'Edge enhancement',
  needs: ['csc'],
  fields: eehFields,
  reads: ['y'],
  replaces: ['y', 'edges'],
  load: () => import('./simd.ts'),
} as const satisfies IspModuleOf<typeof eehFields>;
