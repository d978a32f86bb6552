import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { labels } from '@lumenloom/contract';
import { optics } from '@lumenloom/engine/catalogue';
import { Suspense, useEffect, useState } from 'react';
import { DesignList } from '../../kit/design/design-list.tsx';
import { useSlots } from '../../kit/design/slot-frame.tsx';
import { lazyPart } from '../../kit/part/part.tsx';
import { useFileDrop } from '../../kit/use-file-drop.ts';
import { useReadable } from '../../model/store.ts';
import { AnalysedForLine } from './analysed-for-line.tsx';
import { AnalysisSlot } from './analysis-slot.tsx';
import { GlassChooser } from './glass-chooser.tsx';
import type { LensDraft } from './lens-draft.ts';
import { LensFiles } from './lens-files.tsx';
import type { LensState, LensStore } from './lens-store.ts';
import { LensTable } from './lens-table.tsx';
import styles from './optics-workspace.module.css';
import { Section } from './section.tsx';
import { useSelection } from './selection.ts';

const LazyPositions = lazyPart(async () => (await import('./position-list.tsx')).PositionList);
const LazyExport = lazyPart(async () => (await import('./export-list.tsx')).ExportList);

/** Windows with one place, whose table folds, and those with three; others have two. */
const ONE_PLACE = '(max-width: 1199.98px)';
const THREE_PLACES = '(min-width: 1680px)';

/** As many places as the window has room for. @returns whether that is one. */
function usePlaces(store: LensStore): boolean {
  const hasOne = useMediaQuery(ONE_PLACE, undefined, { getInitialValueInEffect: false });
  const hasThree = useMediaQuery(THREE_PLACES, undefined, { getInitialValueInEffect: false });
  useEffect(() => store.setPlaces(hasOne ? 1 : hasThree ? 3 : 2), [store, hasOne, hasThree]);
  return hasOne;
}

/** The workspace in which lenses are designed. */
export function OpticsWorkspace({
  store,
  hasLensFiles,
  hasHeat,
  onUse,
  onStudy,
  onYield,
}: {
  readonly store: LensStore;
  /** Whether cameras are heated. */
  readonly hasHeat: boolean;
  /** Whether surfaces, configurations and files of other programs are shown as a whole. */
  readonly hasLensFiles: boolean;
  readonly onUse: () => void;
  readonly onStudy: (() => void) | undefined;
  /** Finds the yield of the camera with the tolerances; undefined where there are no yields. */
  readonly onYield: (() => void) | undefined;
}) {
  const state = useReadable(store);
  const { now, slots, isSearching, note } = state;
  const [glassRow, setGlassRow] = useState<number>();
  const { onKeyDown, frameOf } = useSlots(onUse, {
    o: isSearching ? store.stop : () => void store.search(),
    ...(slots.includes('picture') && { w: store.picture.wipe }),
  });
  const dropped = useFileDrop(
    ({
      dataTransfer: {
        files: [file],
      },
    }) => {
      if (file) void store.openFile(file);
    },
  );
  useEffect(() => store.begin(), [store]);
  if (!now) return <p className={styles.empty}>{note || 'Opening the lens …'}</p>;
  const { draft } = now;
  return (
    <div className={styles.workspace} onKeyDown={onKeyDown} {...dropped}>
      <Header state={state} draft={draft} store={store} hasLensFiles={hasLensFiles} onUse={onUse} />
      <div className={styles.columns}>
        <Design
          state={state}
          store={store}
          hasLensFiles={hasLensFiles}
          onGlass={setGlassRow}
          onStudy={onStudy}
        />
        <section className={styles.slots} data-places={slots.length} aria-label="Analyses">
          <AnalysedForLine settings={state.analysed} onChange={store.analyseFor} />
          {glassRow !== undefined && glassRow < draft.lens.surfaces.length && (
            <GlassChooser
              key={glassRow}
              row={glassRow}
              store={store}
              onClose={() => {
                setGlassRow(undefined);
                document.querySelector<HTMLElement>(`[data-cell="${glassRow} glass"]`)?.focus();
              }}
            />
          )}
          {slots.map((slot, i) => (
            <AnalysisSlot
              key={i}
              number={i + 1}
              slot={slot}
              state={state}
              store={store}
              hasHeat={hasHeat}
              onYield={onYield}
              {...frameOf(i)}
            />
          ))}
        </section>
      </div>
    </div>
  );
}

/** The section of the lens, and the table of its surfaces. */
function Design({
  state,
  store,
  hasLensFiles,
  onGlass,
  onStudy,
}: {
  readonly state: LensState;
  readonly store: LensStore;
  readonly hasLensFiles: boolean;
  readonly onGlass: (row: number) => void;
  readonly onStudy: (() => void) | undefined;
}) {
  const { draft } = state.now!;
  const isFolding = usePlaces(store);
  const selection = useSelection(draft.lens.surfaces.length);
  return (
    <section className={styles.design} aria-label="The lens">
      <Section
        state={state}
        store={store}
        selected={selection.selected.row}
        onSelect={selection.goTo}
      />
      <LensTable
        draft={draft}
        hasLensFiles={hasLensFiles}
        failure={state.results.layout?.failure}
        isFolding={isFolding}
        selection={selection}
        isSearching={state.isSearching}
        note={state.note}
        store={store}
        onGlass={onGlass}
        onStudy={onStudy}
      />
    </section>
  );
}

function Header({
  state,
  draft,
  store,
  hasLensFiles,
  onUse,
}: {
  readonly state: LensState;
  readonly draft: LensDraft;
  readonly store: LensStore;
  readonly hasLensFiles: boolean;
  readonly onUse: () => void;
}) {
  const { results } = state;
  const { lens, saved } = draft;
  return (
    <header className={styles.header}>
      <DesignList
        label="Lens"
        builtIn={labels(optics)}
        kind="lens"
        choice={saved.choice}
        name={lens.name}
        onOpen={(choice) => void store.open(choice)}
      />
      <label>
        Name
        <input
          key={lens.name}
          defaultValue={lens.name}
          maxLength={100}
          onBlur={({ target }) => {
            const name = target.value.trim();
            if (name !== '' && name !== lens.name)
              store.edit({ ...draft, lens: { ...lens, name } }, `name ${name}`);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
      </label>
      {hasLensFiles && (
        <Suspense fallback={null}>
          <LazyPositions draft={draft} store={store} />
        </Suspense>
      )}
      <Figures result={results.layout} isOld={results.layout?.lens !== lens} />
      {hasLensFiles && (
        <Suspense fallback={null}>
          <LazyExport name={lens.name} store={store} />
        </Suspense>
      )}
      <LensFiles
        state={state}
        hasLensFiles={hasLensFiles}
        onOpen={(file) => void store.openFile(file)}
        glasses={store.glasses}
      />
      <Button size="xs" h={32} className={styles.use} onClick={onUse}>
        Use in the recipe
      </Button>
    </header>
  );
}

/** The figures of the lens, dimmed while they are of the lens before. */
function Figures({
  result,
  isOld,
}: {
  readonly result: LensState['results']['layout'];
  readonly isOld: boolean;
}) {
  if (!result?.value) return <dl className={styles.figures} />;
  const { focalLengthMm, fNumber, halfFieldDegrees, lengthMm, imageCircleMm, distortionPercent } =
    result.value.figures;
  const figures: readonly (readonly [string, string])[] = [
    ['f', `${focalLengthMm.toPrecision(4)} mm`],
    ['f/', fNumber.toPrecision(3)],
    ['half field', `${halfFieldDegrees.toPrecision(3)}°`],
    ['length', `${lengthMm.toPrecision(4)} mm`],
    ['circle', `${imageCircleMm.toPrecision(3)} mm`],
    ['distortion to f·tan', `${distortionPercent.toPrecision(2)} %`],
  ];
  return (
    <dl className={styles.figures} data-old={isOld || result.failure !== undefined || undefined}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
