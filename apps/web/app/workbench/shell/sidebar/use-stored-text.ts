import { useSyncExternalStore } from 'react';

function onStorage(notify: () => void): () => void {
  window.addEventListener('storage', notify);
  return () => window.removeEventListener('storage', notify);
}

/** A text in local storage, '' where there is none. It follows changes made in other tabs. */
export const useStoredText = (key: string): string =>
  useSyncExternalStore(
    onStorage,
    () => localStorage.getItem(key) ?? '',
    () => '',
  );
