import type { Feature } from '../../shell/bench/feature.ts';

/** It stands in the dialog Parts, while its switch is on. */
export const feature: Feature = {
  name: 'compare-parts',
  switches: ['compare-parts'],
  group: 'Vary',
  says: 'Computes every pair of the sensors and lenses that are ticked in Parts, with a verdict.',
  open: async () => ({}),
};
