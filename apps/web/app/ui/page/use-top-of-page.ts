import { useEffect } from 'react';

/** Shows the page from its top when it loads, also after a reload further down; an address with an anchor keeps it. */
export function useTopOfPage(): void {
  useEffect(() => {
    if (window.location.hash === '') window.scrollTo(0, 0);
  }, []);
}
