import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'stop',
  switches: ['stop'],
  group: 'Keep',
  says: 'Ends a simulation that is running.',
  open: async (bench) => (await import('./contributions.ts')).contribute(bench),
};
