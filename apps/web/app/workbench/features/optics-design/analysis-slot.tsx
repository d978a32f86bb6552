import type { LensResultName, LensResults } from '@lumenloom/browser-host';
import { laidOver, plot, type Panel } from '@lumenloom/plot';
import { Drawing } from '@lumenloom/report';
import { memo } from 'react';
import { SlotFrame, type SlotFrameProps } from '../../kit/design/slot-frame.tsx';
import { PictureOfDesign } from '../../kit/design/picture-of-design.tsx';
import { look } from '../../kit/figures/line-plot.tsx';
import { ANALYSES, isAnalysis, slotLabels, type SlotName } from './analyses.ts';
import type { AnalysisName } from './analyses.ts';
import { FoundLenses } from './found-lenses.tsx';
import type { LensState, LensStore, Results } from './lens-store.ts';
import { MeritEditor } from './merit-editor.tsx';
import styles from './optics-workspace.module.css';
import { YieldFigures } from './yield-figures.tsx';

/** Sizes of a panel, px, in its place and enlarged; it is scaled to what is there. */
const SIZES = {
  wide: { small: { width: 420, height: 230 }, large: { width: 600, height: 330 } },
  square: { small: { width: 210, height: 250 }, large: { width: 450, height: 500 } },
};

interface SlotProps {
  readonly slot: SlotName;
  readonly state: LensState;
  readonly store: LensStore;
  /** Finds the yield of the camera with these tolerances; undefined where there are no yields. */
  readonly onYield: (() => void) | undefined;
}

/** A place for an analysis, the merit or the tolerances, with the list of all. */
export function AnalysisSlot({
  number,
  slot,
  state,
  store,
  hasHeat,
  onYield,
  ...frame
}: SlotProps & {
  readonly number: number;
  /** Whether cameras are heated. */
  readonly hasHeat: boolean;
} & SlotFrameProps) {
  return (
    <SlotFrame
      label={`Analysis ${number}`}
      name={slot}
      labels={slotLabels(slot, hasHeat)}
      onShow={(name) => store.showIn(number - 1, name)}
      {...frame}
    >
      <SlotContent {...{ slot, state, store, onYield }} isEnlarged={frame.isEnlarged} />
    </SlotFrame>
  );
}

function SlotContent({
  slot,
  isEnlarged,
  state,
  store,
  onYield,
}: SlotProps & { readonly isEnlarged: boolean }) {
  if (isAnalysis(slot)) return <Panels analysis={slot} isEnlarged={isEnlarged} state={state} />;
  switch (slot) {
    case 'merit':
      return <MeritEditor state={state} store={store} />;
    case 'starts':
      return <FoundLenses state={state} store={store} />;
    case 'yield':
      return <YieldFigures state={state} store={store} onYield={onYield} />;
    case 'picture':
      return <LensPicture state={state} store={store} />;
  }
}

function LensPicture({ state, store }: Pick<SlotProps, 'state' | 'store'>) {
  const { lens, saved } = state.now!.draft;
  return (
    <PictureOfDesign picture={store.picture} design={lens} saved={saved.lens} name={lens.name} />
  );
}

/** The plots of an analysis over those of the saved lens, dimmed while of the lens before. */
function Panels({
  analysis,
  isEnlarged,
  state: { results, saved, now },
}: {
  readonly analysis: AnalysisName;
  readonly isEnlarged: boolean;
  readonly state: LensState;
}) {
  const { needs, isSquare } = ANALYSES[analysis] as {
    readonly needs: readonly LensResultName[];
    readonly isSquare?: true;
  };
  const { draft } = now!;
  const needed = needs.map((name) => results[name]);
  const failure = needed.find((result) => result?.failure)?.failure;
  const isOld = failure !== undefined || needed.some((result) => result?.lens !== draft.lens);
  const before =
    draft.lens !== draft.saved.lens &&
    needs.every(
      (name) => saved[name]?.lens === draft.saved.lens && saved[name].value !== undefined,
    );
  return (
    <>
      {/* The drawing says why the lens cannot be traced at all. */}
      {failure && failure.message !== results.layout?.failure?.message && <p>{failure.message}</p>}
      {needed.every((result) => result?.value !== undefined) && (
        <div className={styles.panels} data-square={isSquare} data-old={isOld || undefined}>
          <Plots
            analysis={analysis}
            results={results}
            before={before ? saved : undefined}
            isEnlarged={isEnlarged}
          />
        </div>
      )}
      {before && <p className={styles.plain}>Grey: the lens as it was saved.</p>}
      {analysis === 'heat' && <HeatNotes heat={results.heat?.value} />}
    </>
  );
}

/** What the curves of heat hold for. */
const HeatNotes = ({ heat }: { readonly heat: LensResults['heat'] | undefined }) =>
  heat && (
    <p className={styles.plain}>
      Set at 20 °C; above 0 the image has moved away from the lens. Dashed: a quarter wave of
      defocus, {Number(heat.quarterWaveUm.toPrecision(2))} µm. {heat.notes.join(' ')}
    </p>
  );

interface PlotsProps {
  readonly analysis: AnalysisName;
  /** The values that the analysis needs are there. */
  readonly results: Results;
  /** Results of the lens as it was saved, drawn below the others. */
  readonly before: Results | undefined;
  readonly isEnlarged: boolean;
}

/** The plots of an analysis: hundreds of marks, drawn again only where a value has changed. */
const Plots = memo(function Plots({ analysis, results, before, isEnlarged }: PlotsProps) {
  const { isSquare } = ANALYSES[analysis] as { readonly isSquare?: true };
  const size = SIZES[isSquare ? 'square' : 'wide'][isEnlarged ? 'large' : 'small'];
  const panels = panelsOf(analysis, results);
  return (before ? laidOver(panels, panelsOf(analysis, before)) : panels).map((panel, i) => (
    <Drawing key={i} drawn={plot({ ...panel, ...size, look })} />
  ));
}, areSamePlots);

function areSamePlots(one: PlotsProps, other: PlotsProps): boolean {
  if (one.analysis !== other.analysis || one.isEnlarged !== other.isEnlarged) return false;
  return ANALYSES[one.analysis].needs.every(
    (name) =>
      one.results[name]?.value === other.results[name]?.value &&
      one.before?.[name]?.value === other.before?.[name]?.value,
  );
}

/** The plots of an analysis whose values are there. */
function panelsOf(analysis: AnalysisName, results: Results): readonly Panel[] {
  const { needs, panelsOf: panels } = ANALYSES[analysis] as {
    readonly needs: readonly LensResultName[];
    readonly panelsOf: (results: Partial<LensResults>) => readonly Panel[];
  };
  return panels(Object.fromEntries(needs.map((name) => [name, results[name]?.value])));
}
