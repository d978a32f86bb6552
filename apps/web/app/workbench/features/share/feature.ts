import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'share',
  switches: ['share'],
  group: 'Keep',
  says: 'Copies a link that opens the recipe of the picture; as the only tool, one to the picture, for this browser and one minute.',
  open: async (bench) => (await import('./contributions.ts')).contribute(bench),
};
