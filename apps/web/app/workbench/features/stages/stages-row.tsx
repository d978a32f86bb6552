import { useEffect, useRef } from 'react';
import { useRoving } from '../../../ui/roving/use-roving.ts';
import { thumbnailOf, type StageColouring } from './paint-stage.ts';
import type { Stage } from './stage-list.ts';
import { StripPlace } from '../../kit/strip-place.tsx';
import styles from '../../kit/strip.module.css';
import { OVERLAY, RESULT_STAGE, type ResultPictures, type StageView } from './stage-view.tsx';
import type { StagesView } from './stages-store.ts';

/** Height of a thumbnail, px, and its greatest width. */
const [HEIGHT, WIDEST] = [40, 64];

interface StagesRowProps {
  readonly view: StageView;
  readonly stages: StagesView;
  readonly pictures: ResultPictures;
  readonly hasRun: boolean;
  /** Why there are no stages of the ISP; undefined where there are. */
  readonly lack: string | undefined;
}

/** One place of the strip. */
interface Place {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly stage?: Stage;
  readonly picture?: string;
}

/**
 * Every stage of the picture, then the picture itself: a press or the arrow keys show one at full
 * size.
 */
export function StagesRow({ view, stages, pictures, hasRun, lack }: StagesRowProps) {
  const { row } = useRoving();
  const places: readonly Place[] = [
    ...view.list.map((stage) => ({ id: stage.id, label: stage.label, name: stage.name, stage })),
    ...(pictures.result === undefined || stages.isOther
      ? []
      : [{ id: RESULT_STAGE, label: 'Result', name: 'The picture', picture: pictures.result }]),
    ...(pictures.overlay === undefined || stages.isOther
      ? []
      : [
          {
            id: OVERLAY,
            label: 'Overlay',
            name: 'The picture with the drawing of the algorithm',
            picture: pictures.overlay,
          },
        ]),
  ];
  if (!hasRun) return <p className={styles.sentence}>Run shows the stages of its picture here.</p>;
  if (stages.problem !== undefined)
    return (
      <p className={styles.sentence}>
        No stages: {stages.problem}
        {stages.restart && (
          <>
            {' '}
            <button type="button" className={styles.small} onClick={stages.restart}>
              Start again
            </button>
          </>
        )}
      </p>
    );
  if (view.list.length === 0)
    return <p className={styles.sentence}>The stages are being computed…</p>;
  const current = view.shown ?? places.at(-1)!.id;
  return (
    <div
      className={styles.row}
      role="radiogroup"
      aria-label="Stages"
      aria-busy={stages.isBusy || stages.isOther}
      {...row}
    >
      {places.map((place) => (
        <PlaceButton
          key={place.id}
          place={place}
          look={place.stage && view.look(place.stage)}
          isCurrent={place.id === current}
          onShow={() => view.show(place.id)}
        />
      ))}
      {stages.isOther && (
        <p className={styles.late} role="status">
          Of the recipe before; those of this picture are being computed…
        </p>
      )}
      {lack !== undefined && !stages.isOther && <p className={styles.late}>{lack}</p>}
    </div>
  );
}

interface PlaceButtonProps {
  readonly place: Place;
  readonly look: StageColouring | undefined;
  readonly isCurrent: boolean;
  readonly onShow: () => void;
}

function PlaceButton({
  place: { label, name, stage, picture },
  look,
  isCurrent,
  onShow,
}: PlaceButtonProps) {
  return (
    <StripPlace
      name={name}
      title={stage ? `${name}, ${stage.unit}. ${stage.meaning}` : name}
      isCurrent={isCurrent}
      onShow={onShow}
    >
      <span className={styles.thumbnail}>
        {stage ? (
          <Thumbnail stage={stage} look={look} />
        ) : (
          <img src={picture} alt="" draggable={false} />
        )}
      </span>
      <span className={styles.label}>{label}</span>
    </StripPlace>
  );
}

function Thumbnail({
  stage,
  look,
}: {
  readonly stage: Stage;
  readonly look: StageColouring | undefined;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = Math.min(HEIGHT / stage.height, WIDEST / stage.width);
  const width = Math.max(1, Math.round(stage.width * scale));
  const height = Math.max(1, Math.round(stage.height * scale));
  useEffect(() => {
    const context = canvas.current!.getContext('2d')!;
    const shown = context.createImageData(width, height);
    shown.data.set(thumbnailOf(stage, look, { width, height }));
    context.putImageData(shown, 0, 0);
  }, [stage, look, width, height]);
  return <canvas ref={canvas} width={width} height={height} />;
}
