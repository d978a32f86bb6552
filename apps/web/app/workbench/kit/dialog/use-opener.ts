import { useEffect, useState } from 'react';

/** The focus goes back to what opened a dialog when that ends. */
export function useOpener(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
}
