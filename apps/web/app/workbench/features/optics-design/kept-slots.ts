import { ANALYSIS_NAMES, type AnalysisName } from './analyses.ts';

const KEY = 'lensAnalyses';
const FIRST: readonly AnalysisName[] = ['spot', 'mtf'];

/** The analyses that were shown last in this browser, one for each slot. */
export function keptSlots(): readonly AnalysisName[] {
  try {
    const kept = (localStorage.getItem(KEY) ?? '').split(' ');
    return FIRST.map((first, i) => ANALYSIS_NAMES.find((name) => name === kept[i]) ?? first);
  } catch {
    return FIRST;
  }
}

export function keepSlots(slots: readonly AnalysisName[]): void {
  try {
    localStorage.setItem(KEY, slots.join(' '));
  } catch {
    // The choice then lasts for this visit.
  }
}
