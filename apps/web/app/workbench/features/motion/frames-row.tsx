import { useId } from 'react';
import { useRoving } from '../../../ui/roving/use-roving.ts';
import { StripPlace } from '../../kit/strip-place.tsx';
import styles from '../../kit/strip.module.css';
import { useReadable } from '../../model/store.ts';
import { wholeMegabytes, type PlannedFrames } from './frames-plan.ts';
import { seriesName, type FramePicture, type FramesView } from './frames-store.ts';
import own from './frames.module.css';

interface FramesRowProps {
  readonly view: FramesView;
  /** Live draws the picture. */
  readonly isLive: boolean;
}

/** How many frames Run takes, and the frames that are there, with a scrubber. */
export function FramesRow({ view, isLive }: FramesRowProps) {
  const series = useReadable(view.series);
  const isRunning = useReadable(view.isRunning);
  const isRefused = 'problem' in useReadable(view.planned);
  return (
    <div className={own.whole}>
      <Settings view={view} />
      {isLive ? (
        <p className={styles.sentence}>Live draws the first frame only; Run takes all of them.</p>
      ) : series ? (
        <Film view={view} frames={series.frames} />
      ) : (
        <p className={styles.sentence} hidden={isRefused}>
          {isRunning
            ? 'The first frame is being computed…'
            : 'Run takes the frames in their order; motion and flicker go on between them.'}
        </p>
      )}
    </div>
  );
}

/** What Run will take, in a few words. */
const sizeOf = (planned: PlannedFrames): string =>
  'problem' in planned
    ? planned.problem
    : planned.count === 1
      ? 'one picture'
      : [
          planned.bytes === undefined
            ? `${planned.count} frames`
            : `up to ${wholeMegabytes(planned.bytes)}`,
          ...(planned.longestSeconds === undefined
            ? []
            : [`exposed at most ${millisecondsOf(planned.longestSeconds)}`]),
        ].join(', ');

const millisecondsOf = (seconds: number): string => `${Number((1000 * seconds).toPrecision(3))} ms`;

function Settings({ view: { typed, planned, all, series, choose } }: Pick<FramesRowProps, 'view'>) {
  const values = useReadable(typed);
  const plan = useReadable(planned);
  const others = useReadable(all);
  const shown = useReadable(series);
  const noteId = useId();
  const wrong = 'problem' in plan ? plan.field : undefined;
  const field = (key: keyof typeof values, label: string) => (
    <input
      className={own.field}
      aria-label={label}
      aria-describedby={noteId}
      aria-invalid={wrong === key || undefined}
      title={label}
      inputMode="decimal"
      maxLength={7}
      value={values[key]}
      onChange={({ currentTarget: { value } }) => typed.set({ ...values, [key]: value })}
    />
  );
  return (
    <div className={own.settings}>
      <span className={own.fields}>
        {field('count', 'Number of frames')} frames at {field('rate', 'Frames per second')} per s
      </span>
      <span className={own.fields}>
        <span className={own.note} id={noteId} data-failed={wrong && true} title={sizeOf(plan)}>
          {sizeOf(plan)}
        </span>
        {'problem' in plan && plan.rate !== undefined && (
          <button
            type="button"
            className={styles.small}
            onClick={() => typed.set({ ...values, rate: plan.rate! })}
          >
            Take {plan.rate} per s
          </button>
        )}
        {others.length > (shown ? 1 : 0) && (
          <select
            aria-label="Frames of the run"
            value={shown?.id ?? ''}
            onChange={({ currentTarget: { value } }) =>
              choose(value === '' ? undefined : Number(value))
            }
          >
            {!shown && <option value="">Frames of…</option>}
            {others.map((one) => (
              <option key={one.id} value={one.id}>
                {seriesName(one)}
              </option>
            ))}
          </select>
        )}
      </span>
    </div>
  );
}

function Film({
  view,
  frames,
}: Pick<FramesRowProps, 'view'> & { readonly frames: readonly FramePicture[] }) {
  const at = useReadable(view.at);
  const { row } = useRoving();
  return (
    <div className={own.film}>
      <div
        className={`${styles.row} ${own.pictures}`}
        role="radiogroup"
        aria-label="Frames"
        {...row}
      >
        {frames.map((frame, index) => (
          <FrameButton
            key={frame.address}
            frame={frame}
            index={index}
            isCurrent={index === at}
            onShow={() => view.showFrame(index)}
          />
        ))}
      </div>
      <input
        type="range"
        className={own.scrubber}
        aria-label="Frame"
        aria-valuetext={`${at + 1} of ${frames.length}`}
        min={0}
        max={frames.length - 1}
        value={at}
        onChange={({ currentTarget: { value } }) => view.showFrame(Number(value))}
      />
    </div>
  );
}

function FrameButton({
  frame,
  index,
  isCurrent,
  onShow,
}: {
  readonly frame: FramePicture;
  readonly index: number;
  readonly isCurrent: boolean;
  readonly onShow: () => void;
}) {
  return (
    <StripPlace
      name={`Frame ${index + 1}`}
      className={own.frame}
      isCurrent={isCurrent}
      onShow={onShow}
    >
      <img src={frame.address} alt="" draggable={false} loading="lazy" decoding="async" />
    </StripPlace>
  );
}
