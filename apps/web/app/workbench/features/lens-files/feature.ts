import type { Feature } from '../../shell/bench/feature.ts';

/** It stands in the dialog of own files and in Optics Design, while its switch is on. */
export const feature: Feature = {
  name: 'lens-files',
  switches: ['lens-files'],
  group: 'Bring',
  says: 'Reads lens files of other programs, their configurations, mirrors and moves.',
  open: async () => ({}),
};
