const KEY = 'sidePane';

/** Width of each tab that the user has changed, percent of both panes, by its id. */
export type TabWidths = Readonly<Record<string, number | undefined>>;

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

/** The id of the tab that was chosen last. */
export const keptTab = (): string => {
  const tab = kept()['tab'];
  return typeof tab === 'string' ? tab : 'log';
};
export const keepTab = (tab: string): void => keep({ tab });

export const keptWidths = (): TabWidths =>
  Object.fromEntries(
    Object.entries((kept()['widths'] as Kept | undefined) ?? {}).flatMap(([tab, width]) =>
      typeof width === 'number' ? [[tab, width]] : [],
    ),
  );
export const keepWidths = (widths: TabWidths): void => keep({ widths });
