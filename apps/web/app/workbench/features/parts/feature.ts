import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'parts',
  switches: ['parts'],
  group: 'Bring',
  says: 'Finds lenses, sensors, scenes and lights by their figures: built-in, published and your own.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
