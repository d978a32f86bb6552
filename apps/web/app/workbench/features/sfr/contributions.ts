import { constant } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';

/**
 * Opens the SFR of the tab Measure, which asks for a region where the scene has no edge of its own.
 */
export const contribute = ({ show }: Pick<Bench, 'show'>): Contributions => ({
  actions: {
    SFR: { now: constant({}), perform: () => show({ tab: 'measure', section: 'sfr' }) },
  },
});
