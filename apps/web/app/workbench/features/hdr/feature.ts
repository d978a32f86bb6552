import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'hdr',
  switches: ['hdr'],
  group: 'Vary',
  says: 'Corrects lens shading, white balance and tones between the sensor and the ISP.',
  open: async () => (await import('./contributions.tsx')).contribute(),
};
