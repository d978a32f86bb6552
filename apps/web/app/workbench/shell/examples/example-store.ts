import type { Example } from '@lumenloom/contract';
import type { ListedExample } from '../../model/examples.ts';
import { follow, writable, type Readable } from '../../model/store.ts';
import type { Bench } from '../bench/bench.ts';

/** An example whose first result is there, with its figures in a sentence. */
export interface AnsweredExample extends Pick<Example, 'next'> {
  readonly answer: string;
  /** Names of its figures. */
  readonly figures: readonly string[];
}

export interface ExampleStore extends Readable<AnsweredExample | undefined> {
  readonly close: () => void;
}

type Needed = Pick<
  Bench,
  'recipe' | 'run' | 'change' | 'start' | 'fragment' | 'clearFragment' | 'say' | 'signal'
>;

/**
 * Opens the example that the address names, as one step of the recipe, and runs it. What its first
 * result says stays until the recipe changes.
 *
 * @param areOffered false, and undefined as long as it is not known, opens none.
 */
export function createExamples(
  bench: Needed,
  areOffered: Readable<boolean | undefined>,
): ExampleStore {
  const { recipe, run, change, start, fragment, clearFragment, say, signal } = bench;
  const answered = writable<AnsweredExample | undefined>(undefined);
  /** The example whose first result is not there yet. */
  let waiting: Example | undefined;
  /** The recipe of the example, as long as it has not changed. */
  let opened: unknown;

  async function open({ name, load }: ListedExample): Promise<void> {
    const [example, { readRecipe }] = await Promise.all([
      load(),
      import('../../model/recipe/recipe-json.ts'),
    ]);
    if (signal.aborted) return;
    change({
      type: 'restored',
      recipe: readRecipe(example.recipe),
      name: `Example: ${name}`,
      isForeign: true,
    });
    waiting = example;
    opened = recipe.current();
    start();
  }

  async function openNamed(address: string): Promise<void> {
    const { exampleIn } = await import('../../model/examples.ts');
    const named = exampleIn(address);
    if (!named || fragment.current() !== address) return;
    clearFragment();
    await open(named);
  }

  follow(
    [fragment, areOffered],
    () => {
      const address = fragment.current();
      if (!areOffered.current() || !address.startsWith('#example=')) return;
      openNamed(address).catch((error: unknown) => {
        console.error('example:', error);
        say('The example could not be loaded: load the page again.', 'line');
      });
    },
    signal,
  );
  follow(
    [recipe],
    () => {
      if (opened === recipe.current()) return;
      waiting = undefined;
      answered.set(undefined);
    },
    signal,
  );
  follow(
    [run],
    () => {
      const { phase, inputs, report } = run.current();
      if (phase !== 'ended' || !report || !waiting || inputs !== opened) return;
      const { figure, next } = waiting;
      waiting = undefined;
      void import('./example-answer.ts').then(({ exampleFigure, figureNames }) => {
        const answer = exampleFigure({ figure }, report);
        if (answer !== undefined && inputs === recipe.current() && !signal.aborted)
          answered.set({ answer: `${answer}.`, figures: figureNames({ figure }), next });
      });
    },
    signal,
  );
  return { ...answered, close: () => answered.set(undefined) };
}
