import type { PartsAnswer } from '@lumenloom/contract';
import { publishedName } from '@lumenloom/engine/catalogue';
import { listOwnFiles, listParts } from '../../../api/library.ts';
import { noteNames, noteParts, ownFiles, shownChoice } from '../../model/own-names.ts';
import { derived, follow, writable, type Readable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import { PARTS_OF, rowsOf, type PartsChoice } from './part-rows.ts';
import { createStars } from './stars.ts';

/** Id of the dialog. */
export const DIALOG = 'parts';

/** The published parts that stand in a list: those with a star, and the one that is chosen. */
export const publishedIn = (
  { recipe }: Pick<Bench, 'recipe'>,
  { stars, parts }: Pick<PartsStore, 'stars' | 'parts'>,
  choice: PartsChoice,
) =>
  derived([recipe, stars, parts], () => {
    const chosen = recipe.current()[choice];
    return rowsOf(choice, parts.current(), [], [])
      .map(({ name }) => name)
      .filter((name) => stars.current().includes(name) && name !== chosen)
      .concat(publishedName(chosen) === undefined ? [] : chosen)
      .map((name) => ({ value: name, label: shownChoice(name) }));
  });

/** Names of parts that were ticked to be compared. */
export type Ticked = Readonly<Partial<Record<PartsChoice, readonly string[]>>>;

/** The parts of the workbench, and those with a star. */
export function createPartsStore({
  show,
  say,
  place,
  signal,
}: Pick<Bench, 'show' | 'say' | 'place' | 'signal'>) {
  const parts = writable<PartsAnswer | undefined>(undefined);
  const { stars, toggle } = createStars();
  const open = writable<PartsChoice | undefined>(undefined);
  const ticked = writable<Ticked>({});
  const showChoice = (choice: PartsChoice): void => {
    open.set(choice);
    show({ modal: DIALOG, section: undefined });
  };
  follow(
    [place],
    () => {
      const { modal, section } = place.current();
      const asked = modal === DIALOG && section !== undefined && section in PARTS_OF;
      if (asked) showChoice(section as PartsChoice);
    },
    signal,
  );
  const refresh = async (): Promise<void> => {
    const found = await listOwnFiles().catch(() => []);
    if (signal.aborted) return;
    noteNames(found);
  };
  void refresh();
  listParts().then(
    (answer) => {
      if (signal.aborted) return;
      noteParts([...answer.lenses, ...answer.sensors]);
      parts.set(answer);
    },
    (error: unknown) => say(`The parts could not be read: ${(error as Error).message}`, 'line'),
  );
  return {
    parts: parts as Readable<PartsAnswer | undefined>,
    files: ownFiles,
    stars,
    open: open as Readable<PartsChoice | undefined>,
    refresh,
    close: (): void => show({ modal: undefined }),
    show: showChoice,
    /** The parts that are compared, by their lists. */
    ticked: ticked as Readable<Ticked>,
    tick: (choice: PartsChoice, names: readonly string[]): void =>
      ticked.set({ ...ticked.current(), [choice]: names }),
    toggleStar: toggle,
  };
}

export type PartsStore = ReturnType<typeof createPartsStore>;
