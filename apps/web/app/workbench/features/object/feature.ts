import type { Feature } from '../../shell/bench/feature.ts';

/** Its fields stand in the dialogs of optics, light, scene and sensor, while its switch is on. */
export const feature: Feature = {
  name: 'object',
  switches: ['object'],
  group: 'Vary',
  says: 'Says what is seen of an object in mm, gives the light in lux, and keeps the die where the size of pixels changes.',
  open: async () => ({}),
};
