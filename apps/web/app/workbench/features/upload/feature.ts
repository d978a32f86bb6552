import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'upload',
  switches: ['upload'],
  group: 'Bring',
  says: 'Takes lenses, scenes, lights and sensors from files.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
