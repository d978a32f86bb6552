import type { Feature } from '../../shell/bench/feature.ts';

export const feature: Feature = {
  name: 'exposure',
  switches: ['exposure'],
  group: 'Vary',
  says: 'Fixes the exposure, or limits and compensates what the meter chooses.',
  open: async (bench) => (await import('./contributions.ts')).contribute(bench),
};
