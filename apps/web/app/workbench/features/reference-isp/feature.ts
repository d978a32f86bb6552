import type { Feature } from '../../shell/bench/feature.ts';

/** It stands in the list of ISPs while its switch is on. */
export const feature: Feature = {
  name: 'reference-isp',
  switches: ['reference-isp'],
  group: 'Vary',
  says: 'Offers an ISP that works on linear light and keeps its colours.',
  open: async () => ({}),
};
