import type { ComponentType } from 'react';
import type { OpenFeature } from './feature-host.ts';
import type { Tab } from './feature.ts';

/** A tab beside the picture; the two of the shell draw what it gives them. */
export type SideTab = Omit<Tab, 'Content'> & { readonly Content?: ComponentType };

const LOG: SideTab = { id: 'log', label: 'Log', widthLabel: 'Width of the log' };
/** There while a feature can dock the dialogs of the lists. */
const PARAMS: SideTab = { id: 'params', label: 'Params', widthLabel: 'Width of the parameters' };

/** The tabs beside the picture, from left to right. */
export const tabsOf = (open: readonly OpenFeature[]): readonly SideTab[] => [
  LOG,
  ...open.flatMap(({ tabs = [], docks }): readonly SideTab[] => (docks ? [PARAMS, ...tabs] : tabs)),
];

/** The goals of the tabs that have some. */
export const goalsOf = (open: readonly OpenFeature[]) =>
  tabsOf(open).flatMap(({ id, label, goal }) =>
    goal === undefined ? [] : [{ id, label: goal, tab: label }],
  );

type ItemOf<Kind> = Kind extends readonly (infer Item)[] ? Item : Kind;

/** All that is contributed of a kind, in order; lists are joined. */
export const allOf = <Name extends keyof OpenFeature>(
  open: readonly OpenFeature[],
  name: Name,
): readonly ItemOf<NonNullable<OpenFeature[Name]>>[] =>
  open.flatMap((one) => (one[name] ?? []) as readonly ItemOf<NonNullable<OpenFeature[Name]>>[]);

/** The dialogs that features have for parts of the recipe. */
export const settingsOf = (open: readonly OpenFeature[]) =>
  allOf(open, 'lists').flatMap(({ settings }) => settings ?? []);
