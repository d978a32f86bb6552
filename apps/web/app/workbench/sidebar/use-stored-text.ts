import { useSyncExternalStore } from 'react';

function onStorage(notify: () => void): () => void {
  window.addEventListener('storage', notify);
  return () => window.removeEventListener('storage', notify);
}

/** A text in the browser's local storage, '' where there is none; follows what other tabs write. */
export const useStoredText = (key: string): string =>
  useSyncExternalStore(
    onStorage,
    () => localStorage.getItem(key) ?? '',
    () => '',
  );
