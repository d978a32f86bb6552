import { SIDE_TABS, type SideTab } from './side-pane.tsx';

const KEY = 'sidePane';

/** Width of each tab that the user has changed, percent of both panes. */
export type TabWidths = { readonly [tab in SideTab]?: number | undefined };

type Kept = Readonly<Record<string, unknown>>;

/** The value that this browser remembers; undefined where it denies storage. */
function kept(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept | null) ?? {};
  } catch {
    return {};
  }
}

function keep(changes: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), ...changes }));
  } catch (error) {
    console.warn('side pane:', error);
  }
}

export const keptTab = (): SideTab => SIDE_TABS.find((tab) => tab === kept()['tab']) ?? 'log';
export const keepTab = (tab: SideTab): void => keep({ tab });

export function keptWidths(): TabWidths {
  const widths = kept()['widths'] as Kept | undefined;
  return Object.fromEntries(
    SIDE_TABS.flatMap((tab) => {
      const width = widths?.[tab];
      return typeof width === 'number' ? [[tab, width]] : [];
    }),
  );
}
export const keepWidths = (widths: TabWidths): void => keep({ widths });
