import type { LogLine, WorkbenchFeature } from '@lumenloom/contract';
import type { FigureTool } from '../../kit/figures/figure-tool.ts';
import type { FactorySpread } from '../../kit/study/spread-number.ts';
import type { VariedField } from '../../kit/study/varied-field.ts';
import type { PixelReading, Size } from '../../kit/picture/picture-view.ts';
import type { Recipe, RecipeChange } from '../../model/recipe/recipe.ts';
import type { RecipeStore } from '../../model/recipe/recipe-store.ts';
import type { RequestSlots } from '../../model/run/request-slots.ts';
import type { Report, RunEvent, RunState } from '../../model/run/run-store.ts';
import type { Readable } from '../../model/store.ts';
import type { OpenDialog } from '../dialogs/open-dialog.ts';

/** What the page shows, by the ids of what was contributed. */
export interface Place {
  /** 'system', or a workspace of a feature, which stands in place of lists, picture and log. */
  readonly workspace: string;
  /** What the picture area shows: 'result', or a view. */
  readonly view: string;
  /** Beside the picture: 'log', 'params', or a tab. */
  readonly tab: string;
  /** Under the picture: a strip, or 'closed'. */
  readonly strip: string;
  /** The dialog of a list; undefined while none is open. */
  readonly dialog: OpenDialog | undefined;
  /** The dialog of a feature; undefined while none is open. */
  readonly modal: string | undefined;
  /** The part of the tab that shall have the focus; whoever gives it the focus clears this. */
  readonly section: string | undefined;
  /** Figures of the report that the tab shall measure; whoever takes them clears this. */
  readonly figures: readonly string[];
  /** Fields that the tab shall vary, with their ranges; whoever takes them clears this. */
  readonly fields: readonly VariedField[];
  /** Tolerances that the tab shall spread; whoever takes them clears this. */
  readonly spread: FactorySpread | undefined;
  /** The document of a study that the tab shall start; whoever starts it clears this. */
  readonly document: object | undefined;
}

/** A picture that a feature shows in place of the picture of the last run. */
export interface PictureSource {
  /** What it is called: 'live'. */
  readonly name: string;
  /** While it is on, the last picture stays until the next one is there. */
  readonly isOn: boolean;
  /** A newer picture is being computed. */
  readonly isBusy: boolean;
  /** Why there is no newer picture: the last one is dimmed. */
  readonly failure: string | undefined;
  /** What can be done about that. */
  readonly remedy: Remedy | undefined;
  /** What it says of its picture: '84 ms'. */
  readonly words: string;
  /** Undefined where the picture of the run is shown. */
  readonly picture: { readonly image: string; readonly recipe: Recipe } | undefined;
  /** What was measured on a picture of it. */
  readonly figures:
    | { readonly recipe: Recipe; readonly report: Report; readonly lines: readonly LogLine[] }
    | undefined;
}

/** The picture of the picture area, with what it was made with. */
export interface Shown {
  /** The last run, with the picture and recipe of the source where there is one. */
  readonly run: RunState;
  /** The run that the figures are of. */
  readonly measured: RunState;
  /** Whose picture it is; undefined for the picture of the last run. */
  readonly source: string | undefined;
  readonly isOn: boolean;
  readonly isBusy: boolean;
  readonly failure: string | undefined;
  readonly remedy: Remedy | undefined;
  /** What the source says of its picture, and what stands in place of a log; '' and [] without. */
  readonly words: string;
  readonly lines: readonly LogLine[];
}

/** The one run that log, times and figures beside the picture belong to. */
export interface ShownRun {
  /** With the log and the times: a run that was opened again, else the last one. */
  readonly run: RunState;
  /** With the figures: the same, or those of the picture of a source. */
  readonly measured: RunState;
  /** 'run 7'; '' before the first. */
  readonly name: string;
  /** Whose picture it is: 'Run 7', 'Live'. */
  readonly title: string;
  /** What stands over the tabs; '' before the first run. */
  readonly line: string;
  /** Log and times are not of the picture that is shown, or not of the recipe as it is. */
  readonly isOld: boolean;
  /** What the picture of a source says of itself, in the place of a log. */
  readonly lines: readonly LogLine[];
  /** Whether the lines are of an earlier picture. */
  readonly areLinesOld: boolean;
}

/** The pixel under the cursor. */
export interface Reading extends PixelReading {
  /** Size of the picture that it belongs to. */
  readonly size: Size;
  /** The feature that shows that picture in place of the result, or over it. */
  readonly by: string | undefined;
}

/** What can be done about what a sentence says. */
export interface Remedy {
  readonly label: string;
  readonly perform: () => void;
}

/** All that a feature sees of the workbench, and how it changes it. */
export interface Bench {
  readonly recipe: Readable<Recipe>;
  readonly run: Readable<RunState>;
  /** Switches that are on: by the operator, or by the person. */
  readonly switches: Readable<readonly WorkbenchFeature[]>;
  readonly steps: RecipeStore['steps'];
  readonly moved: RecipeStore['moved'];
  /** The last change of the recipe. */
  readonly changed: RecipeStore['changed'];
  readonly change: (change: RecipeChange) => void;
  readonly move: RecipeStore['move'];
  /** Run, with this recipe or the present one; does nothing while a simulation is running. */
  readonly start: (recipe?: Recipe) => void;
  readonly tell: (event: RunEvent) => void;
  readonly requests: RequestSlots;
  readonly shown: Readable<Shown>;
  /** The one run that stands beside the picture. */
  readonly shownRun: Readable<ShownRun>;
  /** Size of the picture, px; undefined without one. */
  readonly size: Readable<Size | undefined>;
  readonly reading: Readable<Reading | undefined>;
  /** Whether figures are read: a source of pictures then measures them. */
  readonly areFiguresRead: Readable<boolean>;
  /** What the button beside a figure does; undefined for none. */
  readonly figureTool: Readable<FigureTool | undefined>;
  /** Somebody reads the figures, until the function that is returned is called. */
  readonly readFigures: () => () => void;
  readonly place: Readable<Place>;
  readonly show: (place: Partial<Place>) => void;
  /** The fragment of the address, with its '#'. */
  readonly fragment: Readable<string>;
  readonly clearFragment: () => void;
  /**
   * Writes a line into the log, or the one line above the picture; '' clears the latter.
   *
   * @param remedy a button after the line above the picture.
   */
  readonly say: (sentence: string, to: 'log' | 'line', remedy?: Remedy) => void;
  /** Ends with the feature: it ends its workers, timers and listeners then. */
  readonly signal: AbortSignal;
}
