import { referenceFields } from './reference/descriptor.ts';
import { ISP_MODULES, ISP_WIRE_KEY, ispFields } from './fast-open-isp/order.ts';
import { ispProblems } from './fast-open-isp/problems.ts';

/**
 * Every ISP, in the order of the choice list; the blank choice shows the raw mosaic. `modules` are
 * the sections of its dialog.
 */
export const isps = {
  fastOpenIsp: {
    label: 'Fast-openISP',
    wireKey: ISP_WIRE_KEY,
    fields: ispFields,
    modules: ISP_MODULES,
    problems: ispProblems,
  },
  referenceIsp: {
    label: 'Reference ISP',
    wireKey: 'referenceParams',
    fields: referenceFields,
    modules: [],
    feature: 'reference-isp',
  },
} as const;
