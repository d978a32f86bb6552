import type { WorkbenchFeature } from '@lumenloom/contract';
import type { Icon } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import type { ChoosingFields } from '../../kit/fields/choosing-fields.ts';
import type { InspectedPicture } from '../../kit/picture/inspected.ts';
import type { PictureOverlay } from '../../kit/picture/picture.tsx';
import type { Choice, Recipe, RecipeChange } from '../../model/recipe/recipe.ts';
import type { Readable } from '../../model/store.ts';
import type { ActionBody, ActionName } from '../actions/action.ts';
import type { DialogName } from '../dialogs/open-dialog.ts';
import type { TypedValues } from '../dialogs/parameter-form.ts';
import type { Bench, PictureSource } from './bench.ts';
import type { GoalTool } from './figure-tool-of.ts';

/** A part of the workbench that can be switched on and off while the page lives. */
export interface Feature {
  /** Its folder, and its switch where it has one of its own. */
  readonly name: string;
  /** It is on while one of these is. */
  readonly switches: readonly WorkbenchFeature[];
  /** Where it stands among the tools. */
  readonly group: 'See' | 'Measure' | 'Vary' | 'Bring' | 'Keep' | 'Design';
  /** What it is for, in one sentence. */
  readonly says: string;
  /** Loads the rest, and says what it adds to the workbench. */
  readonly open: (bench: Bench) => Promise<Contributions>;
}

/** Something with a name that is drawn. */
export interface Labelled<Props = object> {
  readonly id: string;
  readonly label: string;
  readonly Content: ComponentType<Props>;
}

/** A strip under the picture. */
export interface StripPart extends Labelled {
  /** What it changes of Run, beside its label, whichever strip is shown; '' for nothing. */
  readonly note?: Readable<string>;
}

/** A workspace: what stands under the toolbar, and what the buttons of the toolbar do there. */
export interface Workspace extends Labelled {
  readonly actions: Readonly<Partial<Record<ActionName, ActionBody>>>;
}

/** A tab beside the picture. */
export interface Tab extends Labelled {
  /** Name of the divider: 'Width of the figures'. */
  readonly widthLabel: string;
  /**
   * What it is for among the tabs of its label: 'Sweep'. They are one tab with a switch between
   * their goals, and so are the views of the same ids.
   */
  readonly goal?: string;
}

/** A key: in the picture and its strip, or everywhere in the page. */
export interface Key {
  /** As `aria-keyshortcuts` names it: 'W', 'Space', 'Control+O'. */
  readonly key: string;
  readonly where: 'picture' | 'page';
  /** What it does, for the sheet of keys. */
  readonly says: string;
  /** It means nothing at the moment: the browser has the key. */
  readonly isIdle?: () => boolean;
  readonly perform: () => void;
  /** When the key is let go. */
  readonly release?: () => void;
}

/** A button of a list. */
interface ListTool {
  readonly label: string;
  readonly icon: Icon;
  readonly hint: string;
  readonly perform: () => void;
}

/** What a feature adds to a list of choices. */
export interface ListExtension {
  readonly choice: Choice;
  /** Heading of its options. */
  readonly group: string;
  readonly options: Readable<readonly { readonly value: string; readonly label: string }[]>;
  /** Listed choices that cannot be used here, by their labels, each with the reason. */
  readonly unusable?: Readable<ReadonlyMap<string, string>>;
  /** The reason stands in place of such a choice. */
  readonly showsReasons?: true;
  /** Brings parts to the list; of several features the last one has the button. */
  readonly tool?: ListTool;
  /** Settings of what is chosen, and the part of the recipe that holds them. */
  readonly settings?: Omit<ListTool, 'perform'> & {
    readonly part: keyof Recipe;
    /** @param focus key of the field that shall have the focus; the first one without it. */
    readonly perform: (focus?: string) => void;
  };
  readonly onDrop?: (files: readonly File[]) => void;
}

/** What a part of a parameter dialog gets. */
export interface DialogPartProps {
  readonly recipe: Recipe;
  readonly typed: TypedValues;
  readonly onType: (changes: TypedValues) => void;
  /** Key of the field that shall have the focus. */
  readonly focus: string | undefined;
  /** A change beside those of the typed values: made with them, or at once while docked. */
  readonly onOther: (change: RecipeChange) => void;
}

/** A part of a parameter dialog, at the end of it or of the section of this label. */
export interface DialogPart extends Labelled<DialogPartProps> {
  readonly in: DialogName;
  readonly section?: string;
  /** The key of the field under which it stands; absent: at the end. */
  readonly after?: string;
  /** What *Defaults* changes of it; the part is then drawn anew. */
  readonly defaults?: readonly RecipeChange[];
}

/** What a feature adds to the workbench. Ids and keys differ from those of all other features. */
export interface Contributions {
  /** What the buttons of the toolbar do. */
  readonly actions?: Readonly<Partial<Record<ActionName, ActionBody>>>;
  /** By their ids, which are the switches of the sidebar's workspaces. */
  readonly workspaces?: readonly Workspace[];
  readonly tabs?: readonly Tab[];
  /** Views of the picture area; each draws the switch between the views in its header. */
  readonly views?: readonly Labelled<{ readonly views: ReactNode }>[];
  /** Under the picture. */
  readonly strips?: readonly StripPart[];
  /** Beside 'Result'. */
  readonly header?: readonly Labelled[];
  /** In place of the picture of the run; of several that are on the last one counts. */
  readonly pictures?: Readable<PictureSource>;
  /** Over the picture that is shown, or in place of it; of several the last one counts. */
  readonly inspected?: Readable<InspectedPicture | undefined>;
  readonly overlays?: readonly PictureOverlay[];
  readonly keys?: readonly Key[];
  /** Escape in the picture: leaves one level, and says whether there was one. */
  readonly leave?: () => boolean;
  readonly lists?: readonly ListExtension[];
  /** What a press of a label does, while it does something. */
  readonly labels?: Readable<ChoosingFields | undefined>;
  readonly dialogParts?: readonly DialogPart[];
  /** The button beside figures; of several goals, of one that is shown or was last. */
  readonly figureTools?: Readable<GoalTool>;
  /** Dialogs of its own, which `show({ modal: id })` opens. */
  readonly modals?: readonly (Labelled & {
    /** It stands in the tab Params while dialogs of the lists do. */
    readonly docks?: true;
  })[];
  /** While true, dialogs of the lists stand in the tab Params, and changes count at once. */
  readonly docks?: Readable<boolean>;
  /** Round the name and plan of the person. */
  readonly Person?: ComponentType<{ readonly className: string; readonly children: ReactNode }>;
  /** What New clears of it; returns what brings that back. */
  readonly clear?: () => () => void;
}
