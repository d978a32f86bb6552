import { SLOT_NAMES, type SlotName } from './analyses.ts';

const KEY = 'lensAnalyses';
const FIRST: readonly SlotName[] = ['spot', 'mtf'];

/** The analyses that were shown last in this browser, one for each slot. */
export function keptSlots(): readonly SlotName[] {
  try {
    const kept = (localStorage.getItem(KEY) ?? '').split(' ');
    return FIRST.map((first, i) => SLOT_NAMES.find((name) => name === kept[i]) ?? first);
  } catch {
    return FIRST;
  }
}

export function keepSlots(slots: readonly SlotName[]): void {
  try {
    localStorage.setItem(KEY, slots.join(' '));
  } catch {
    // The choice then lasts for this visit.
  }
}
