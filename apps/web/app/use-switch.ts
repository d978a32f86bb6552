import type { WorkbenchFeature } from '@lumenloom/contract';
import { useEffect, useState } from 'react';

/**
 * Whether this deployment has a feature switched on; false until that is known, as in the
 * prerendered page. The configuration is checked by hand, because the schema library would be most
 * of the script of a page that does not need it otherwise.
 */
export function useSwitch(feature: WorkbenchFeature): boolean {
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    fetch('/config.json', { headers: { accept: 'application/json' } })
      .then((response) => response.json())
      .then(
        ({ workbenchFeatures }: { readonly workbenchFeatures?: unknown }) =>
          setIsOn(Array.isArray(workbenchFeatures) && workbenchFeatures.includes(feature)),
        (error: unknown) => console.warn('switches:', error),
      );
  }, [feature]);
  return isOn;
}
