import { ISP_MODULES, ispFields } from './order.ts';

/** Every ISP, in the order of the choice list; blank shows the raw mosaic. `modules` are the sections of its dialog. */
export const isps = {
  fastOpenIsp: {
    label: 'Fast-openISP',
    wireKey: 'ispParams',
    fields: ispFields,
    modules: ISP_MODULES,
  },
} as const;
