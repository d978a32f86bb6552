import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'sweep',
  switches: ['sweep'],
  group: 'Vary',
  says: 'Computes many runs with varied fields, and plots their figures.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
