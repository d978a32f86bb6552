import type { Feature } from '../../shell/bench/feature.ts';

/** Its charts stand in the list of scenes while its switch is on: each scene names its switch. */
export const feature: Feature = {
  name: 'charts',
  switches: ['charts'],
  group: 'Measure',
  says: 'Offers more test charts as scenes.',
  open: async () => ({}),
};
