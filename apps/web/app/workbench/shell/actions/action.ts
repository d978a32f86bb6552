import type { WorkbenchFeature } from '@lumenloom/contract';
import type { Icon } from '@tabler/icons-react';
import type { Readable } from '../../model/store.ts';

/** The buttons that the specification names. */
export type ActionName = 'New' | 'Save' | 'Back' | 'Forward' | 'Run' | 'Stop' | 'SFR' | 'Share';

/** A button of the toolbar. */
export interface Action {
  readonly label: ActionName;
  readonly icon: Icon;
  /** The switch that gives it something to do; undefined where it always has. */
  readonly feature?: WorkbenchFeature;
  /** The button is filled. */
  readonly isMain?: true;
  /**
   * Control (or Command) and this key, as `KeyboardEvent.key` names it; a capital letter is the key
   * with Shift. While nothing is behind the button the browser handles the key.
   */
  readonly controlKey?: string;
  /** In a text field the browser handles the key. */
  readonly leavesTextFields?: true;
}

/** What is behind a button: the shell has New and Run, features have the others. */
export interface ActionBody {
  readonly now: Readable<{
    /** Why it is dimmed, as a sentence; undefined while it works. */
    readonly reason?: string | undefined;
    /** What it does now, beside its name. */
    readonly hint?: string | undefined;
  }>;
  readonly perform: () => void | Promise<void>;
}

/** Why a button without anything behind it is dimmed. @param isOffered a person may turn it on. */
export const absentReason = (label: string, isOffered: boolean): string =>
  isOffered ? `${label} comes with All tools (sidebar).` : `${label} is not part of this build.`;

/** A shortcut as people read it, with the separator of `aria-keyshortcuts`. */
export const shortcutOf = (controlKey: string, control: 'Ctrl' | 'Control'): string =>
  [
    control,
    ...(/^[A-Z]$/.test(controlKey) ? ['Shift'] : []),
    controlKey.length === 1 ? controlKey.toUpperCase() : controlKey,
  ].join('+');
