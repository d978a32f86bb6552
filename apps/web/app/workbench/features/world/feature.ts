import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'world',
  switches: ['world'],
  group: 'Design',
  says: 'Designs scenes: things, lamps and a camera in metres, with a picture that the engine computes while you place them.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
