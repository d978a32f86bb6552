import type { LensFile, LensResultName, LensResults } from '@lumenloom/browser-host';
import { plot } from '@lumenloom/plot';
import { Drawing } from '@lumenloom/report';
import { look } from '../../kit/figures/line-plot.tsx';
import { ANALYSES, isAnalysis, SLOT_LABELS, SLOT_NAMES, type SlotName } from './analyses.ts';
import type { AnalysisName } from './analyses.ts';
import { LensPicture } from './lens-picture.tsx';
import type { LensState, LensStore, Results } from './lens-store.ts';
import { MeritEditor } from './merit-editor.tsx';
import styles from './optics-workspace.module.css';
import { YieldFigures } from './yield-figures.tsx';

/** Sizes of a panel, px; it is scaled to its place. */
const WIDE = { width: 420, height: 230 };
const SQUARE = { width: 250, height: 290 };

/** A place for an analysis, the merit or the tolerances, with the list of all. */
export function AnalysisSlot({
  number,
  slot,
  state,
  store,
}: {
  readonly number: number;
  readonly slot: SlotName;
  readonly state: LensState;
  readonly store: LensStore;
}) {
  return (
    <figure className={styles.slot}>
      <select
        aria-label={`Analysis ${number}`}
        value={slot}
        onChange={(event) => store.showIn(number - 1, event.target.value as SlotName)}
      >
        {SLOT_NAMES.map((name) => (
          <option key={name} value={name}>
            {SLOT_LABELS[name]}
          </option>
        ))}
      </select>
      <SlotContent slot={slot} state={state} store={store} />
    </figure>
  );
}

function SlotContent({
  slot,
  state,
  store,
}: {
  readonly slot: SlotName;
  readonly state: LensState;
  readonly store: LensStore;
}) {
  if (isAnalysis(slot))
    return <Panels analysis={slot} results={state.results} lens={state.now!.draft.lens} />;
  switch (slot) {
    case 'merit':
      return <MeritEditor state={state} store={store} />;
    case 'yield':
      return <YieldFigures state={state} store={store} />;
    case 'picture':
      return <LensPicture state={state} />;
  }
}

/** The plots of an analysis, dimmed while they are of the lens before. */
function Panels({
  analysis,
  results,
  lens,
}: {
  readonly analysis: AnalysisName;
  readonly results: Results;
  readonly lens: LensFile;
}) {
  const { needs, panelsOf, isSquare } = ANALYSES[analysis] as {
    readonly needs: readonly LensResultName[];
    readonly panelsOf: (
      results: Partial<LensResults>,
    ) => ReturnType<(typeof ANALYSES)['spot']['panelsOf']>;
    readonly isSquare?: true;
  };
  const needed = needs.map((name) => results[name]);
  const values = Object.fromEntries(needs.map((name) => [name, results[name]?.value]));
  const isThere = needed.every((result) => result?.value !== undefined);
  const failure = needed.find((result) => result?.failure)?.failure;
  const isOld = failure !== undefined || needed.some((result) => result?.lens !== lens);
  return (
    <>
      {/* The drawing says why the lens cannot be traced at all. */}
      {failure && failure.message !== results.layout?.failure?.message && <p>{failure.message}</p>}
      {isThere && (
        <div className={styles.panels} data-square={isSquare} data-old={isOld || undefined}>
          {panelsOf(values).map((panel, i) => (
            <Drawing key={i} drawn={plot({ ...panel, ...(isSquare ? SQUARE : WIDE), look })} />
          ))}
        </div>
      )}
    </>
  );
}
