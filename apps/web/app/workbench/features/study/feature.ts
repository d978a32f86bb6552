import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'study',
  switches: ['study'],
  group: 'Vary',
  says: 'Searches for the best values of varied fields, and tunes the ISP.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
