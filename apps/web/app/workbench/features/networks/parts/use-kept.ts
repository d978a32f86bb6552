import { useState } from 'react';

/** What was typed into sheets, by a key for each. */
export type Kept = Map<string, unknown>;

/** State that outlives its component: what was typed is there again when the sheet is. */
export function useKept<Value>(kept: Kept, key: string, initial: Value) {
  const [value, setValue] = useState(() => (kept.has(key) ? (kept.get(key) as Value) : initial));
  const set = (next: Value): void => {
    kept.set(key, next);
    setValue(next);
  };
  return [value, set] as const;
}
