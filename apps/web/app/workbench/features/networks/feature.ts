import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'networks',
  switches: ['networks'],
  group: 'Bring',
  says: 'Takes networks and labelled data sets from files, and tries and scores them.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
