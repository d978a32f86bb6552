import { useEffect } from 'react';

/**
 * Scrolls to the top when the page loads, also after a reload further down, unless the address has
 * an anchor.
 */
export function useTopOfPage(): void {
  useEffect(() => {
    if (window.location.hash === '') window.scrollTo(0, 0);
  }, []);
}
