import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'motion',
  switches: ['motion'],
  group: 'Vary',
  says: 'Moves scene or camera during the exposure, reads the rows in turn, and lets the light flicker.',
  open: async () => (await import('./contributions.tsx')).contribute(),
};
