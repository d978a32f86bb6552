import { Button } from '@mantine/core';
import { useReadable } from '../../model/store.ts';
import { shownChoice } from '../../model/own-names.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import { countPairs, pairsDocument, whyNoPairs, whyNoVerdict } from './pairs-document.ts';
import type { PartsChoice } from './part-rows.ts';
import styles from './parts-dialog.module.css';
import type { PartsStore } from './parts-store.ts';

/** The sensors and lenses that are ticked, and what computes all of their pairs. */
export function PairsBar({
  choice,
  store,
  bench,
}: {
  readonly choice: PartsChoice;
  readonly store: PartsStore;
  readonly bench: Bench;
}) {
  const ticked = useReadable(store.ticked);
  const recipe = useReadable(bench.recipe);
  const why = whyNoPairs(recipe, ticked);
  const words = (list: 'sensor' | 'optics', one: string): string =>
    ticked[list]?.length
      ? ticked[list].map(shownChoice).join(', ')
      : `${one} ${shownChoice(recipe[list]) || (list === 'optics' ? '(ideal)' : '(none)')}`;
  const [other, title] =
    choice === 'sensor' ? (['optics', 'lenses'] as const) : (['sensor', 'sensors'] as const);
  return (
    <div className={styles.pairs} role="group" aria-label="Compare parts">
      <p>
        {words('sensor', 'sensor')} <strong>×</strong> {words('optics', 'lens')}
        <small> {why ?? whyNoVerdict(recipe)}</small>
      </p>
      <Button size="xs" h={32} variant="default" onClick={() => store.show(other)}>
        Tick {title}
      </Button>
      <Button
        size="xs"
        h={32}
        disabled={why !== undefined}
        onClick={() => {
          const document = pairsDocument(recipe, ticked);
          bench.show({ modal: undefined, tab: 'sweep', view: 'sweep', document });
        }}
      >
        Compare {countPairs(ticked)} pairs
      </Button>
    </div>
  );
}
