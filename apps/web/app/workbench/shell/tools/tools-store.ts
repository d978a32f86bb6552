import type { Deployment, WorkbenchFeature } from '@lumenloom/contract';
import { derived, follow, writable, type Readable, type Writable } from '../../model/store.ts';

/** What a person may turn on, and has turned on. */
export interface Tools {
  /** What may be turned on beyond `locked`; undefined until the server has said it. */
  readonly offered: readonly WorkbenchFeature[] | undefined;
  /** What the operator has switched on for everybody. */
  readonly locked: readonly WorkbenchFeature[];
  readonly wish: 'all' | readonly WorkbenchFeature[];
}

export interface ToolsStore extends Readable<Tools> {
  /** Turns on exactly these of what is offered, and remembers it. */
  readonly turn: (wish: Tools['wish']) => void;
}

/** Where this browser keeps a copy of what was on, so that a reload draws at once. */
const COPY = 'tools';

/** A name that is no feature switches nothing on. */
function keptNames(): readonly WorkbenchFeature[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(COPY) ?? '[]');
    return Array.isArray(names) ? (names as WorkbenchFeature[]) : [];
  } catch {
    return [];
  }
}

/** What is on of what is offered. */
export const turnedOn = ({ offered, wish }: Tools): readonly WorkbenchFeature[] =>
  (offered ?? (wish === 'all' ? [] : wish)).filter((name) => wish === 'all' || wish.includes(name));

/** Everything that is on. */
export const switchesOf = (tools: Readable<Tools>): Readable<readonly WorkbenchFeature[]> =>
  derived([tools], () => [...tools.current().locked, ...turnedOn(tools.current())]);

/** Whether there is anything beyond the specified page; undefined until the server has said it. */
export const areToolsOffered = ({ offered, locked }: Tools): boolean | undefined =>
  offered && offered.length + locked.length > 0;

const ON = 'All tools are on; ? shows the keys.';

/**
 * What a person may turn on and has turned on: first by the copy of this browser, then by what the
 * server offers and the account remembers.
 *
 * @param known features that the page has.
 * @param line the sentence above the picture, which goes with the next change of the recipe.
 */
export function createTools(
  deployment: Promise<Pick<Deployment, 'workbenchFeatures' | 'workbenchOffers'>>,
  known: readonly WorkbenchFeature[],
  line: Writable<string>,
  recipe: Readable<unknown>,
  signal: AbortSignal,
): ToolsStore {
  let said = '';
  const say = (sentence: string): void => {
    if (sentence !== '' || line.current() === said) line.set(sentence);
    said = sentence;
  };
  follow([recipe], () => say(''), signal);
  const tools = writable<Tools>({ offered: undefined, locked: [], wish: keptNames() });
  const set = (next: Partial<Tools>): void => {
    tools.set({ ...tools.current(), ...next });
    try {
      localStorage.setItem(COPY, JSON.stringify(turnedOn(tools.current())));
    } catch {
      // The account remembers it.
    }
  };
  let isTurned = false;
  let saving = Promise.resolve();
  const save = async (): Promise<void> => {
    const { wish } = tools.current();
    try {
      const { savePreferences } = await import('../../../api/preferences.ts');
      await savePreferences({ tools: wish === 'all' ? wish : [...wish] });
    } catch (error) {
      // What is off is off without an account.
      const isLast = wish === tools.current().wish && !signal.aborted;
      if (isLast && turnedOn(tools.current()).length > 0)
        say([...(wish === 'all' ? [ON] : []), (error as Error).message].join(' '));
    }
  };
  void deployment.then(async ({ workbenchFeatures: locked, workbenchOffers }) => {
    if (signal.aborted) return;
    const offered = workbenchOffers.filter(
      (name) => known.includes(name) && !locked.includes(name),
    );
    set({ offered, locked });
    if (offered.length === 0) return;
    const { readPreferences } = await import('../../../api/preferences.ts');
    // Without an answer the copy counts.
    const remembered = await readPreferences().catch(() => undefined);
    if (remembered && !isTurned) set({ wish: remembered.tools as Tools['wish'] });
  });
  return {
    ...tools,
    turn: (wish) => {
      isTurned = true;
      set({ wish });
      say(wish === 'all' ? ON : '');
      saving = saving.then(save);
    },
  };
}
