import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'plan-popup',
  switches: ['plan-popup'],
  group: 'Keep',
  says: 'Lists the plans at the name of the person.',
  open: async () => (await import('./contributions.tsx')).contribute(),
};
