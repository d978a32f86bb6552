import { useElementSize } from '@mantine/hooks';
import { IconArrowsMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { Hint } from '../../../ui/hint/hint.tsx';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import { lazyPart, Part } from '../../kit/part/part.tsx';
import {
  scaleInWords,
  type PictureView,
  type PixelReading,
} from '../../kit/picture/picture-view.ts';
import { usePictureView } from '../../kit/picture/use-picture-view.ts';
import { captionOf } from '../../model/recipe/caption.ts';
import {
  changesInWords,
  differences,
  differencesFromDefaults,
  valuesInWords,
} from '../../model/recipe/differences.ts';
import { madeWith, verdictOf } from '../../model/run/run-store.ts';
import { useReadable } from '../../model/store.ts';
import type { Shown } from '../bench/bench.ts';
import { allOf, settingsOf } from '../bench/registries.ts';
import type { Inspected } from '../bench/shown.ts';
import type { Workbench } from '../bench/workbench.ts';
import { placeOf } from '../dialogs/open-dialog.ts';
import { areToolsOffered } from '../tools/tools-store.ts';
import { usePictureKeys } from '../keys/keys.ts';
import { Strip } from '../strip/strip.tsx';
import styles from './result-pane.module.css';

const ExampleLine = lazyPart(
  async () => (await import('../examples/example-line.tsx')).ExampleLine,
);
const ExampleLinks = lazyPart(
  async () => (await import('../examples/example-links.tsx')).ExampleLinks,
);
const Picture = lazyPart(async () => (await import('../../kit/picture/picture.tsx')).Picture);
const Downloads = lazyPart(async () => (await import('./downloads.tsx')).Downloads);
const InspectedDownload = lazyPart(async () => (await import('./downloads.tsx')).InspectedDownload);

interface ResultPaneProps {
  readonly workbench: Workbench;
  /** Goes to a field of the request that has to be changed. */
  readonly onField: (field: string) => void;
  /** Brings back what New has cleared; undefined where there is nothing. */
  readonly onUndoNew: (() => void) | undefined;
  /** The switch between the views of the picture area; without it only the picture is shown. */
  readonly views?: ReactNode;
}

const threeDigits = (value: number): string => String(value).padStart(3);

/**
 * The picture, fitted to its area until the user zooms, with what it was made with and the pixel
 * under the cursor.
 */
export function ResultPane({ workbench, views, onField, onUndoNew }: ResultPaneProps) {
  const shown = useReadable(workbench.shown);
  const features = useReadable(workbench.features);
  const inspected = useReadable(workbench.inspected);
  const { strip } = useReadable(workbench.place);
  const { run } = shown;
  const onKeyDown = usePictureKeys(workbench);
  const picture = usePicture(workbench, shown, inspected);
  const { image, linked } = picture;
  const { size } = linked;
  const caption = captionOf(inspected?.recipe ?? madeWith(run));
  const strips = allOf(features, 'strips');

  return (
    <section className={styles.pane} aria-labelledby="result-heading">
      <header className={styles.header}>
        {views ?? <h2 id="result-heading">Result</h2>}
        {allOf(features, 'header').map(({ id, label, Content }) => (
          <Part key={id} name={label}>
            <Content />
          </Part>
        ))}
        {image && (
          <span className={styles.shown}>
            <span className={styles.caption}>{caption}</span>
            <Tools {...linked}>
              <Part name="The download">
                {inspected?.image === undefined ? (
                  <Downloads run={run} {...picture} />
                ) : (
                  <InspectedDownload {...inspected} />
                )}
              </Part>
            </Tools>
          </span>
        )}
      </header>
      {inspected ? (
        <div className={styles.recipes}>{inspected.line}</div>
      ) : (
        <Recipes workbench={workbench} />
      )}
      <div
        className={styles.surround}
        data-halves={inspected?.left && true}
        onKeyDown={strips.length > 0 || allOf(features, 'keys').length > 0 ? onKeyDown : undefined}
      >
        {inspected?.left && <div className={styles.area}>{inspected.left(linked)}</div>}
        <PictureArea
          workbench={workbench}
          picture={picture}
          inspected={inspected}
          caption={caption}
          empty={<EmptyArea workbench={workbench} onField={onField} onUndoNew={onUndoNew} />}
        />
      </div>
      {strips.length > 0 && (
        <Part name="The strip under the picture" fallback={<div className={styles.strip} />}>
          <Strip
            strips={strips}
            shown={strip}
            onShow={(id) => workbench.show({ strip: id })}
            onKeyDown={onKeyDown}
          />
        </Part>
      )}
      <footer className={styles.footer}>
        <span>{size && `${size.width} × ${size.height} px`}</span>
        {image && <ReadingOutput workbench={workbench} inspected={inspected} />}
      </footer>
    </section>
  );
}

/** The picture, or what stands in its place. */
function PictureArea({
  workbench,
  picture: { area, image, load, linked },
  inspected,
  caption,
  empty,
}: {
  readonly workbench: Workbench;
  readonly picture: ReturnType<typeof usePicture>;
  readonly inspected: Inspected | undefined;
  readonly caption: string;
  readonly empty: ReactNode;
}) {
  const { failure, run, source } = useReadable(workbench.shown);
  const overlays = allOf(useReadable(workbench.features), 'overlays');
  return (
    <div ref={area} className={styles.area} data-outdated={failure !== undefined || undefined}>
      {image ? (
        <Part name="The result">
          <Picture
            image={image}
            onLoad={(size) => load(size, image)}
            {...linked}
            overlays={overlays}
            alt={`Simulation result: ${[inspected?.name ?? [], caption.split(' · ')].flat().join(', ')}`}
            outcome={inspected || source !== undefined ? undefined : verdictOf(run)}
            over={inspected?.over?.(linked)}
          />
        </Part>
      ) : (
        empty
      )}
    </div>
  );
}

/** The picture that is shown, with or without what an algorithm drew, and how it is seen. */
function usePicture(
  workbench: Workbench,
  { run: { image: drawn, plain }, isOn }: Shown,
  inspected: Inspected | undefined,
) {
  const { ref, width, height } = useElementSize();
  const [hasOverlay, setHasOverlay] = useState(true);
  const result = drawn !== undefined && plain !== undefined && !hasOverlay ? plain : drawn;
  const image = inspected?.image ?? result;
  const { picture, view, load, zoom, move, fit, toggle } = usePictureView(
    image,
    { width, height },
    isOn || inspected !== undefined,
  );
  // Set together with the size that people read: keys of the picture need it.
  useLayoutEffect(() => workbench.size.set(picture), [workbench, picture]);
  useLayoutEffect(() => () => workbench.size.set(undefined), [workbench]);
  const by = inspected?.by;
  const linked = {
    size: picture,
    view,
    onZoom: zoom,
    onMove: move,
    onFit: fit,
    onToggle: toggle,
    onRead: (reading: PixelReading | undefined): void =>
      workbench.reading.set(reading && picture && { ...reading, size: picture, by }),
  };
  return {
    area: ref,
    image,
    load,
    linked,
    hasOverlay,
    onOverlay: () => setHasOverlay(!hasOverlay),
  };
}

/** What zooms the picture, and what else is done with it. */
function Tools({
  view,
  onZoom,
  onFit,
  children,
}: {
  readonly view: PictureView | undefined;
  readonly onZoom: (steps: number) => void;
  readonly onFit: () => void;
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.tools}>
      <IconButton label="Zoom out" icon={IconZoomOut} onClick={() => onZoom(-1)} />
      <output className={styles.percent} aria-label="Zoom">
        {view && scaleInWords(view.scale)}
      </output>
      <IconButton label="Zoom in" icon={IconZoomIn} onClick={() => onZoom(1)} />
      <IconButton
        label="Fit"
        hint="Fit (double click); Z toggles 1:1"
        icon={IconArrowsMaximize}
        onClick={onFit}
      />
      {children}
    </span>
  );
}

/**
 * What the picture was made with beyond the choices, and what has changed since; its space is kept,
 * so that the picture never moves.
 */
function Recipes({ workbench }: { readonly workbench: Workbench }) {
  const recipe = useReadable(workbench.recipe);
  const { run, isBusy, failure, remedy: mends } = useReadable(workbench.shown);
  const line = useReadable(workbench.line);
  const remedy = useReadable(workbench.remedy);
  const special = valuesInWords(differencesFromDefaults(run.inputs));
  const changed = changesInWords(differences(run.inputs, recipe));
  const hasPicture = run.image !== undefined;
  const hasAnswer = useReadable(workbench.examples) !== undefined;
  return (
    <div className={styles.recipes}>
      <p className={styles.changed} role="status">
        {line !== '' && <span>{line}</span>}
        {line !== '' && remedy && (
          <button type="button" onClick={remedy.perform}>
            {remedy.label}
          </button>
        )}
        {hasAnswer && (
          <Part name="The answer of the example">
            <ExampleLine workbench={workbench} />
          </Part>
        )}
        {failure !== undefined && <span>{failure}</span>}
        {failure !== undefined && mends && (
          <button type="button" onClick={mends.perform}>
            {mends.label}
          </button>
        )}
        {/* While a newer picture is drawn, the difference lasts for a moment only. */}
        {hasPicture && changed !== '' && !isBusy && failure === undefined && (
          <Hint label={changed}>
            <span tabIndex={0}>Changed since this picture: {changed}</span>
          </Hint>
        )}
      </p>
      {hasPicture && special !== '' && (
        <p className={styles.special}>
          <Hint label={special}>
            <span tabIndex={0}>Not default: {special}</span>
          </Hint>
        </p>
      )}
    </div>
  );
}

/** In place of a picture: what to do, or why there is none. */
function EmptyArea({
  workbench,
  onField,
  onUndoNew,
}: Pick<ResultPaneProps, 'workbench' | 'onField' | 'onUndoNew'>) {
  const recipe = useReadable(workbench.recipe);
  const { phase, problems, inputs } = useReadable(workbench.shown).run;
  const settings = settingsOf(useReadable(workbench.features));
  const hasExamples = areToolsOffered(useReadable(workbench.tools));
  const [problem] = problems;
  if (phase === 'running') return <p>Simulating…</p>;
  if (phase === 'ended' && problem)
    return (
      <div className={styles.notice} data-failure>
        <p>{problem.message}</p>
        {placeOf(
          problem.field,
          recipe,
          settings.map(({ part }) => part),
        ) && (
          <Button size="xs" variant="default" onClick={() => onField(problem.field)}>
            Change it
          </Button>
        )}
        {problems.length > 1 && <p>The log has {problems.length - 1} more.</p>}
      </div>
    );
  if (recipe.scene === '' && !recipe.world)
    return (
      <div className={styles.notice}>
        <p>Choose a scene, then Run (Ctrl+Enter).</p>
        {!onUndoNew && hasExamples && (
          <Part name="The list of examples">
            <ExampleLinks />
          </Part>
        )}
        {onUndoNew && (
          <Button size="xs" variant="default" onClick={onUndoNew}>
            Undo
          </Button>
        )}
        {onUndoNew && <p>Brings back the recipe, picture and log that were cleared.</p>}
      </div>
    );
  return (
    <p>
      {phase === 'ended' && (inputs.scene !== '' || inputs.world)
        ? 'No picture: the log says why.'
        : 'Run makes the picture (Ctrl+Enter).'}
    </p>
  );
}

/** Position of the pixel under the cursor, and its colour, or what stands in place of that. */
function ReadingOutput({
  workbench,
  inspected,
}: {
  readonly workbench: Workbench;
  readonly inspected: Inspected | undefined;
}) {
  const reading = useReadable(workbench.reading);
  if (!reading) return undefined;
  const { x, y, colour } = reading;
  const values = inspected?.valuesAt?.(reading);
  return (
    <output className={styles.reading} aria-label="Pixel under the cursor">
      <span>
        x {x} y {y}
      </span>
      {values === undefined && (
        <span className={styles.colour} style={{ background: `rgb(${colour.join(' ')})` }} />
      )}
      <span>
        {values ??
          `R ${threeDigits(colour[0])} G ${threeDigits(colour[1])} B ${threeDigits(colour[2])}`}
      </span>
    </output>
  );
}
