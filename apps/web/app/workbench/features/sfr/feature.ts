import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'sfr',
  switches: ['sfr'],
  group: 'Measure',
  says: 'Goes to the sharpness of an edge by the button SFR.',
  open: async (bench) => (await import('./contributions.ts')).contribute(bench),
};
