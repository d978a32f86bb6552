import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'upload',
  // With parts its lists take files too; the dialog of the parts stands in place of its own.
  switches: ['upload', 'parts'],
  group: 'Bring',
  says: 'Takes lenses, scenes, lights, sensors and networks from files.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
