import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'depth',
  switches: ['depth', 'glare', 'object'],
  group: 'Vary',
  says: 'Sets the distance of the scene, and the focus and f-number of the lens.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
