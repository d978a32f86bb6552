import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'upload',
  // With these its lists take files too; their dialogs stand in place of its own.
  switches: ['upload', 'parts', 'networks', 'optics-design', 'sensor-design', 'lens-files', 'twin'],
  group: 'Bring',
  says: 'Takes lenses, scenes, lights, sensors and networks from files.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
