import { SLOT_NAMES, type SlotName } from './analyses.ts';

const KEY = 'lensAnalyses';
const FIRST: readonly SlotName[] = ['spot', 'mtf', 'fan'];

/** What was shown last in this browser, for as many places as there can be. */
export function keptSlots(): readonly SlotName[] {
  try {
    const kept = (localStorage.getItem(KEY) ?? '').split(' ');
    return FIRST.map((first, i) => SLOT_NAMES.find((name) => name === kept[i]) ?? first);
  } catch {
    return FIRST;
  }
}

/** @param slots of the first places; those of the others stay. */
export function keepSlots(slots: readonly SlotName[]): void {
  try {
    localStorage.setItem(KEY, [...slots, ...keptSlots().slice(slots.length)].join(' '));
  } catch {
    // The choice then lasts for this visit.
  }
}
