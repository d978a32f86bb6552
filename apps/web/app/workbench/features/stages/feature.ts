import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'stages',
  switches: ['stages'],
  group: 'See',
  says: 'Shows the picture at every stage, and the values of a pixel through all of them.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
