import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'measure',
  switches: ['measure', 'sfr', 'lab'],
  group: 'Measure',
  says: 'Measures sharpness, colour, noise and geometry of the picture beside what is true.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
