import type { FigureTool } from '../../kit/figures/figure-tool.ts';
import { derived, type Readable } from '../../model/store.ts';
import type { Bench } from './bench.ts';

/** A goal of the tab Study whose draft has figures of the report. */
interface DraftStore<Draft> extends Readable<{ readonly draft: Draft }> {
  readonly changeDraft: (draft: Draft) => void;
  /** '' shows the draft. */
  readonly show: (id: string) => void;
}

/** The tool of a goal. */
export interface GoalTool extends FigureTool {
  /** Id of the tab. */
  readonly tab: string;
}

/**
 * Adds figures beside the picture to the draft of a goal.
 *
 * @param to what the draft is called.
 */
export function figureToolOf<Draft>(
  { show }: Pick<Bench, 'show'>,
  { tab, to }: Pick<GoalTool, 'tab' | 'to'>,
  store: DraftStore<Draft>,
  draftWith: {
    readonly figuresOf: (draft: Draft) => readonly string[];
    readonly figure: (draft: Draft, path: string) => Draft;
  },
): Readable<GoalTool> {
  const draft = derived([store], () => store.current().draft);
  return derived([draft], () => {
    const used = draftWith.figuresOf(draft.current());
    return {
      tab,
      to,
      used,
      perform: (path) => {
        store.show('');
        if (used.includes(path)) show({ tab });
        else store.changeDraft(draftWith.figure(store.current().draft, path));
      },
    };
  });
}
