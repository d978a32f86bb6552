import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'compare',
  switches: ['compare'],
  group: 'See',
  says: 'Keeps every run of the visit, and compares two of them.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
