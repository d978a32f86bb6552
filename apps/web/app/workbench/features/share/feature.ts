import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'share',
  switches: ['share'],
  group: 'Keep',
  says: 'Copies a link to the picture and its recipe, for this browser and one minute.',
  open: async (bench) => (await import('./contributions.ts')).contribute(bench),
};
