import type { IspDescriptor } from '../isp-descriptor.ts';
import { ISP_MODULES, ISP_WIRE_KEY, ispFields } from './order.ts';
import { ispProblems } from './problems.ts';
import type { FastOpenIspReport } from './report.ts';

/** Half a per cent of a gain: white is to stay neutral within one. */
const NEAR_NEUTRAL = 0.01;

/** The open chain of 17 modules on codes (docs/reference/isp.md). */
export const fastOpenIsp = {
  label: 'Fast-openISP',
  wireKey: ISP_WIRE_KEY,
  reportKey: 'isp',
  fields: ispFields,
  modules: ISP_MODULES,
  mosaics: ['bayer'],
  isEven: true,
  problems: ispProblems,
  lacks: {},
  stages: true,
  tuning: {
    varied: [
      { key: 'awbR', needs: 'awbEnabled', range: [0.8, 1.25], firstStep: NEAR_NEUTRAL },
      { key: 'awbB', needs: 'awbEnabled', range: [0.8, 1.25], firstStep: NEAR_NEUTRAL },
      {
        key: 'ccmValues',
        // Off the diagonal that the channel order of this ISP has; the rest follows.
        cells: [
          [0, 0],
          [0, 1],
          [1, 0],
          [1, 2],
          [2, 1],
          [2, 2],
        ],
        needs: 'ccmEnabled',
        range: [0.5, 1.5],
      },
      { key: 'gacOffset', needs: 'gacEnabled', range: [0.6, 1.6] },
      { key: 'nlmHeight', needs: 'nlmEnabled', range: [0.2, 4] },
      { key: 'bnfNormGain', needs: 'bnfEnabled', range: [0.4, 3] },
      { key: 'eehGain', needs: 'eehEnabled', range: [0.3, 3] },
    ],
    clipped: [0, 1, 2].map((channel) => `isp.clippedPercent.ccm.${channel}`),
  },
  suit: {
    section: 'AWB',
    changes: 'AWB and CCM',
    clips: 'CCM',
    load: () => import('./suit.ts'),
  },
  load: () => import('./develop.ts'),
} as const satisfies IspDescriptor<typeof ispFields, FastOpenIspReport>;
