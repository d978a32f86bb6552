import { createContext, use } from 'react';

/** While fields of a sweep are chosen: whether a path is varied, and what a click on its label does. */
export interface ChoosingFields {
  readonly isVaried: (path: string) => boolean;
  readonly onPath: (path: string) => void;
}

/** Undefined while the Sweep tab is not open: labels are plain labels then. */
export const ChoosingFieldsContext = createContext<ChoosingFields | undefined>(undefined);

/**
 * What the label of a field needs so that a click on it takes the field into the sweep; nothing while no fields are chosen. The list of
 * fields in the Sweep tab does the same with keys.
 *
 * @param path dotted name in the recipe; undefined for a field that cannot be varied.
 */
export function useSweepLabel(path: string | undefined) {
  const choosing = use(ChoosingFieldsContext);
  if (!choosing || path === undefined) return {};
  return {
    'data-sweep': choosing.isVaried(path) ? 'varied' : 'free',
    onClick: (event: { readonly preventDefault: () => void }): void => {
      // Otherwise the focus would go to the field, and a list would open.
      event.preventDefault();
      choosing.onPath(path);
    },
  };
}
