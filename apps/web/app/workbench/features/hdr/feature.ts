import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'hdr',
  switches: ['hdr'],
  group: 'Vary',
  says: 'Merges captures of the sensor; corrects shading, white balance and tones before the ISP.',
  open: async () => (await import('./contributions.ts')).contribute(),
};
