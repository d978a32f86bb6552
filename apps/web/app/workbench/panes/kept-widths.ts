import { SIDE_TABS, type SideTab } from './side-pane.tsx';

const KEY = 'sidePaneWidths';

/** Width of each tab that the user has changed, percent of both panes. */
export type TabWidths = { readonly [tab in SideTab]?: number | undefined };

/** The widths that this browser remembers; none where it denies storage. */
export function keptWidths(): TabWidths {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const widths = kept as Readonly<Record<string, unknown>> | null;
    return Object.fromEntries(
      SIDE_TABS.flatMap((tab) => {
        const width = widths?.[tab];
        return typeof width === 'number' ? [[tab, width]] : [];
      }),
    );
  } catch {
    return {};
  }
}

export function keepWidths(widths: TabWidths): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(widths));
  } catch (error) {
    console.warn('widths of the tabs:', error);
  }
}
