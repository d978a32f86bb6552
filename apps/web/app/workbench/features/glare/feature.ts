import type { Feature } from '../../shell/bench/feature.ts';

/** Its fields stand in the dialog of the optics, its stage in the strip, while its switch is on. */
export const feature: Feature = {
  name: 'glare',
  switches: ['glare'],
  group: 'Vary',
  says: 'Adds the scattered light of the lens, its coatings and their ghosts.',
  open: async () => ({}),
};
