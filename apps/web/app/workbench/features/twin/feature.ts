import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'twin',
  switches: ['twin'],
  group: 'Measure',
  says: 'Measures a camera of yours from its raw frames, in the page.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
