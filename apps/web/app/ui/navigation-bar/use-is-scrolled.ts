import { useSyncExternalStore } from 'react';

function onScroll(notify: () => void): () => void {
  window.addEventListener('scroll', notify, { passive: true });
  return () => {
    window.removeEventListener('scroll', notify);
  };
}

/** Whether the page is scrolled away from its top. */
export const useIsScrolled = (): boolean =>
  useSyncExternalStore(
    onScroll,
    () => window.scrollY > 0,
    () => false,
  );
