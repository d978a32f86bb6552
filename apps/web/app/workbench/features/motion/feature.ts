import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'motion',
  switches: ['motion'],
  group: 'Vary',
  says: 'Moves scene or camera during the exposure, reads the rows in turn, lets the light flicker, and takes series of frames.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
