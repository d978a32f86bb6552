import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'environment',
  switches: ['environment'],
  group: 'Vary',
  says: 'Heats the camera, its lens and its sensor, and thins the air round it.',
  open: async () => (await import('./contributions.ts')).contribute(),
};
