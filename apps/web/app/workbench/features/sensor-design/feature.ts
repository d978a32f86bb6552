import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'sensor-design',
  switches: ['sensor-design'],
  group: 'Design',
  says: 'Designs sensors: all values of a sensor as a sheet, what they make of light by formula, and frames that measure it as EMVA 1288 asks.',
  open: async (bench) => (await import('./contributions.tsx')).contribute(bench),
};
