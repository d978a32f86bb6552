import { referenceFields } from '../reference-isp/descriptor.ts';
import { ISP_MODULES, ISP_WIRE_KEY, ispFields } from './order.ts';
import { ispProblems } from './problems.ts';

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
