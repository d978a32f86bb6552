import { createContext, use } from 'react';

/**
 * While fields of a sweep are chosen: whether a path is varied, and what a click on a label does.
 */
export interface ChoosingFields {
  readonly isVaried: (path: string) => boolean;
  /** Takes these paths into the sweep, or out of it where all of them are varied. */
  readonly onPaths: (paths: readonly string[]) => void;
}

/** Undefined while the tab Study is not open: labels are plain labels then. */
export const ChoosingFieldsContext = createContext<ChoosingFields | undefined>(undefined);

/**
 * What a label needs so that a click on it takes its paths (dotted names in the recipe) into the
 * sweep, or out of it; undefined while no fields are chosen. The list of fields in the tab Study
 * does the same with keys. The CSS class of the label composes `choosable`.
 */
export function useSweepLabels() {
  const choosing = use(ChoosingFieldsContext);
  return (
    choosing &&
    ((paths: readonly string[]) => {
      const varied = paths.filter(choosing.isVaried).length;
      return {
        'data-sweep': varied === 0 ? 'free' : varied < paths.length ? 'partly' : 'varied',
        onClick: (event: { readonly preventDefault: () => void }): void => {
          // Otherwise the focus would go to the field, and a list would open.
          event.preventDefault();
          choosing.onPaths(paths);
        },
      };
    })
  );
}
