import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'save',
  switches: ['save'],
  group: 'Keep',
  says: 'Saves recipes under names in the account.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
