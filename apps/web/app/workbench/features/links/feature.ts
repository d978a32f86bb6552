import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'links',
  switches: ['save', 'history'],
  group: 'Keep',
  says: 'Copies a link that opens the recipe, and opens such links.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
