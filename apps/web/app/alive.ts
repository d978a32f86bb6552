import { useEffect } from 'react';

/**
 * Sets `data-alive` on the root element once React has taken over the page that the server sent,
 * and dispatches 'alive' on the window, which ends the holding of presses (held-presses.js).
 *
 * To be called by the outermost component of a page. React runs the effects of children before
 * those of their parents, and the microtask runs after the effects of all parents, so everything in
 * the page listens by then and has read what it reads from the browser. What a page loads later,
 * such as a lazy component, is not covered.
 */
export function useAliveMark(): void {
  useEffect(() => {
    queueMicrotask(() => {
      document.documentElement.dataset['alive'] = '';
      window.dispatchEvent(new Event('alive'));
    });
  }, []);
}
