import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'optics-design',
  switches: ['optics-design'],
  group: 'Design',
  says: 'Designs lenses: a table of surfaces, their drawing, what they do to the light, and a search for better ones.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
