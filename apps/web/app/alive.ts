import { useEffect } from 'react';

/**
 * Sets `data-alive` on the root element once React has taken over the page that the server sent.
 *
 * React runs the effects of children before those of their parents. Called by the outermost component of a page, this tells that
 * everything below it listens and has read what it reads from the browser. What a page fetches later, such as a lazy component,
 * is not covered.
 */
export function useAliveMark(): void {
  useEffect(() => {
    document.documentElement.dataset['alive'] = '';
  }, []);
}
