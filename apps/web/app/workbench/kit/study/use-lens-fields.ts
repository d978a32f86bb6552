import { useEffect, useState } from 'react';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { lensFields, type SweepField } from './sweep-fields.ts';

/** What can be varied of the lens; nothing until its file is loaded. */
export function useLensFields({ optics }: Recipe): readonly SweepField[] {
  const [loaded, setLoaded] = useState<{ optics: string; fields: readonly SweepField[] }>();
  useEffect(() => {
    let isStale = false;
    void lensFields({ optics }).then((fields) => {
      if (!isStale) setLoaded({ optics, fields });
    });
    return () => {
      isStale = true;
    };
  }, [optics]);
  return loaded?.optics === optics ? loaded.fields : [];
}
