import { useElementSize } from '@mantine/hooks';
import {
  IconArrowsMaximize,
  IconDownload,
  IconLayersSubtract,
  IconPhotoDown,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { WorkbenchFeature } from '@lumenloom/contract';
import { Button } from '@mantine/core';
import { Hint } from '../../../ui/hint/hint.tsx';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import { LiveSwitch } from '../../features/live/live-switch.tsx';
import type { LiveView } from '../../features/live/use-live.ts';
import type { MeasuredRegion } from '../../features/measure/use-region-drawing.ts';
import { placeOf } from '../dialogs/open-dialog.ts';
import { lazyPart, Part } from '../../kit/part/part.tsx';
import { captionOf } from '../../model/recipe/caption.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import {
  changesInWords,
  differences,
  differencesFromDefaults,
  valuesInWords,
} from '../../model/recipe/differences.ts';
import { madeWith, type RunState } from '../../model/run/run-store.ts';
import {
  downloadAddress,
  downloadPicture,
  pictureFileName,
} from '../../kit/picture/picture-file.ts';
import type { InspectedPicture } from '../../kit/picture/inspected.ts';
import { scaleInWords, type PictureView } from '../../kit/picture/picture-view.ts';
import { Picture, type PixelReading } from '../../kit/picture/picture.tsx';
import styles from './result-pane.module.css';
import { usePictureView } from '../../kit/picture/use-picture-view.ts';

const Strip = lazyPart(async () => (await import('../strip/strip.tsx')).Strip);

interface ResultPaneProps {
  readonly recipe: Recipe;
  readonly run: RunState;
  /** Undefined where it is not offered. */
  readonly live: LiveView | undefined;
  /** Goes to a field of the request that has to be changed. */
  readonly onField: (field: string) => void;
  /** Brings back what New has cleared; undefined where there is nothing. */
  readonly onUndoNew: (() => void) | undefined;
  readonly measured: MeasuredRegion | undefined;
  /** Name of the recipe and its link; undefined where they are not offered. */
  readonly recipeTools?: ReactNode;
  /** Why the link in the address has no recipe; '' where there is nothing to say. */
  readonly linkProblem: string;
  /** The switch between the views of the picture area; without it only the picture is shown. */
  readonly views?: ReactNode;
  readonly features: readonly WorkbenchFeature[];
  /** Where the values of a pixel through all stages stand; null while they are not shown. */
  readonly column: HTMLElement | null;
}

const threeDigits = (value: number): string => String(value).padStart(3);

/**
 * The picture, fitted to its area until the user zooms, with what it was made with and the pixel
 * under the cursor.
 */
export function ResultPane(props: ResultPaneProps) {
  const { recipe, run: lastRun, live, views, features, recipeTools } = props;
  const run = shownBy(live, lastRun);
  const hasStrip = features.includes('stages') || features.includes('compare');
  const [inspected, setInspected] = useState<InspectedPicture>();
  const stripKeys = useRef<(event: KeyboardEvent) => void>(undefined);
  const onKeys = useCallback((handler: typeof stripKeys.current) => {
    stripKeys.current = handler;
  }, []);
  const shown = useShown(run, live, inspected);
  const { image, linked, reading } = shown;
  const { size } = linked;
  const caption = captionOf(inspected?.recipe ?? madeWith(run));

  return (
    <section className={styles.pane} aria-labelledby="result-heading">
      <header className={styles.header}>
        {views ?? <h2 id="result-heading">Result</h2>}
        {live && <LiveSwitch live={live} />}
        {recipeTools}
        {image && (
          <span className={styles.shown}>
            <span className={styles.caption}>{caption}</span>
            <Tools {...linked}>
              {inspected?.image === undefined ? (
                <Downloads run={run} {...shown} />
              ) : (
                <InspectedDownload {...inspected} />
              )}
            </Tools>
          </span>
        )}
      </header>
      {inspected ? (
        <div className={styles.recipes}>{inspected.line}</div>
      ) : (
        <Recipes recipe={recipe} run={run} live={live} linkProblem={props.linkProblem} />
      )}
      <div
        className={styles.surround}
        data-halves={inspected?.left && true}
        onKeyDown={(event) => stripKeys.current?.(event)}
      >
        {inspected?.left && <div className={styles.area}>{inspected.left(linked)}</div>}
        <PictureArea {...props} {...shown} run={run} inspected={inspected} caption={caption} />
      </div>
      {hasStrip && (
        <Part name="The strip of stages and runs" fallback={<div className={styles.strip} />}>
          <Strip
            features={features}
            lastRun={lastRun}
            run={run}
            isBusy={live?.isBusy === true}
            reading={reading}
            size={size}
            onInspect={setInspected}
            onKeys={onKeys}
            column={props.column}
          />
        </Part>
      )}
      <footer className={styles.footer}>
        <span>{size && `${size.width} × ${size.height} px`}</span>
        {image && reading && <ReadingOutput {...reading} values={inspected?.valuesAt?.(reading)} />}
      </footer>
    </section>
  );
}

/** The picture that is shown, with or without what an algorithm drew, and how it is seen. */
function useShown(
  { image: drawn, plain }: RunState,
  live: LiveView | undefined,
  inspected: InspectedPicture | undefined,
) {
  const { ref, width, height } = useElementSize();
  const [hasOverlay, setHasOverlay] = useState(true);
  const result = drawn !== undefined && plain !== undefined && !hasOverlay ? plain : drawn;
  const image = inspected?.image ?? result;
  const { picture, view, load, zoom, move, fit, toggle } = usePictureView(
    image,
    { width, height },
    live?.isOn === true || inspected !== undefined,
  );
  const [reading, setReading] = useState<PixelReading>();
  const linked = {
    size: picture,
    view,
    onZoom: zoom,
    onMove: move,
    onFit: fit,
    onToggle: toggle,
    onRead: setReading,
  };
  return {
    area: ref,
    image,
    load,
    linked,
    reading,
    hasOverlay,
    onOverlay: () => setHasOverlay(!hasOverlay),
  };
}

type Shown = ReturnType<typeof useShown>;

/** The picture, or what stands in its place. */
function PictureArea({
  area,
  image,
  load,
  linked,
  live,
  measured,
  inspected,
  caption,
  ...empty
}: Pick<ResultPaneProps, 'recipe' | 'run' | 'live' | 'onField' | 'onUndoNew' | 'measured'> &
  Pick<Shown, 'area' | 'image' | 'load' | 'linked'> & {
    readonly inspected: InspectedPicture | undefined;
    readonly caption: string;
  }) {
  return (
    <div
      ref={area}
      className={styles.area}
      data-outdated={live?.status.kind === 'failed' || undefined}
      onKeyDown={(event) => {
        if (switchesLive(event)) live?.toggle();
      }}
    >
      {image ? (
        <Picture
          image={image}
          onLoad={(size) => load(size, image)}
          {...linked}
          measured={measured}
          alt={`Simulation result: ${[inspected?.name ?? [], caption.split(' · ')].flat().join(', ')}`}
          over={inspected?.over?.(linked)}
        />
      ) : (
        <EmptyArea {...empty} />
      )}
    </div>
  );
}

const switchesLive = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'l' && !ctrlKey && !metaKey && !altKey;

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

/** The state of the last run, with live's picture in place of its own where there is one. */
function shownBy(live: LiveView | undefined, run: RunState): RunState {
  if (!live?.picture) return run;
  const { image, recipe } = live.picture;
  return { ...run, image, plain: undefined, inputs: recipe, isWithoutAlgorithm: false };
}

/**
 * What the picture was made with beyond the choices, and what has changed since; its space is kept,
 * so that the picture never moves.
 */
function Recipes({
  recipe,
  run,
  live,
  linkProblem,
}: Pick<ResultPaneProps, 'recipe' | 'run' | 'live' | 'linkProblem'>) {
  const special = valuesInWords(differencesFromDefaults(run.inputs));
  const changed = changesInWords(differences(run.inputs, recipe));
  const hasPicture = run.image !== undefined;
  return (
    <div className={styles.recipes}>
      <p className={styles.changed} role="status">
        {linkProblem !== '' && <span>{linkProblem}</span>}
        {live?.status.kind === 'failed' && <span>{live.status.reason}</span>}
        {/* While live draws, the difference lasts for a moment only. */}
        {hasPicture && changed !== '' && !live?.isBusy && live?.status.kind !== 'failed' && (
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
  recipe,
  run: { phase, problems, inputs },
  onField,
  onUndoNew,
}: Pick<ResultPaneProps, 'recipe' | 'run' | 'onField' | 'onUndoNew'>) {
  const [problem] = problems;
  if (phase === 'running') return <p>Simulating…</p>;
  if (phase === 'ended' && problem)
    return (
      <div className={styles.notice} data-failure>
        <p>{problem.message}</p>
        {placeOf(problem.field, recipe) && (
          <Button size="xs" variant="default" onClick={() => onField(problem.field)}>
            Change it
          </Button>
        )}
        {problems.length > 1 && <p>The log has {problems.length - 1} more.</p>}
      </div>
    );
  if (recipe.scene === '')
    return (
      <div className={styles.notice}>
        <p>Choose a scene, then Run (Ctrl+Enter).</p>
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
      {phase === 'ended' && inputs.scene !== ''
        ? 'No picture: the log says why.'
        : 'Run makes the picture (Ctrl+Enter).'}
    </p>
  );
}

/**
 * Download buttons: of the picture or, when an algorithm drew on it, with and without its drawing.
 */
function Downloads({
  run,
  hasOverlay,
  onOverlay,
}: {
  readonly run: RunState;
  readonly hasOverlay: boolean;
  readonly onOverlay: () => void;
}) {
  const { image, plain } = run;
  const inputs = madeWith(run);
  const download = (picture: string, usedRecipe: Recipe = inputs): void =>
    void downloadPicture(picture, pictureFileName(usedRecipe));
  if (image === undefined) return undefined;
  if (plain === undefined)
    return <IconButton label="Download PNG" icon={IconDownload} onClick={() => download(image)} />;
  return (
    <>
      <IconButton
        label="Overlay"
        hint={hasOverlay ? 'Hide the overlay' : 'Show the overlay'}
        icon={IconLayersSubtract}
        isPressed={hasOverlay}
        onClick={onOverlay}
      />
      <IconButton
        label="Download PNG with overlay"
        icon={IconDownload}
        onClick={() => download(image)}
      />
      <IconButton
        label="Download PNG without overlay"
        icon={IconPhotoDown}
        onClick={() => download(plain, { ...inputs, algorithm: '' })}
      />
    </>
  );
}

/** Download button of the file of an older run. */
function InspectedDownload({ file, recipe }: InspectedPicture) {
  return (
    file !== undefined && (
      <IconButton
        label="Download PNG"
        icon={IconDownload}
        onClick={() => downloadAddress(file, pictureFileName(recipe!))}
      />
    )
  );
}

/** Position of the pixel under the cursor, and its colour, or what stands in place of that. */
function ReadingOutput({
  x,
  y,
  colour,
  values,
}: PixelReading & { readonly values: string | undefined }) {
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
