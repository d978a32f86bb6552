import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'history',
  switches: ['history'],
  group: 'Keep',
  says: 'Undoes changes of the recipe, and makes them again.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
