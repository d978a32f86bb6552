import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'live',
  switches: ['live'],
  group: 'See',
  says: 'Draws every change at once, on this computer.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
