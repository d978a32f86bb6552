import { derived, follow, useReadable, type Readable } from '../../model/store.ts';
import type { Bench, Remedy } from '../../shell/bench/bench.ts';
import type { Contributions, DialogPart, Key } from '../../shell/bench/feature.ts';
import { notWhileRunning } from '../../shell/actions/run.ts';
import { TypedFold, typedFold } from '../../shell/dialogs/typed-fold.tsx';
import { FramesLine } from './frames-line.tsx';
import { FramesRow } from './frames-row.tsx';
import { createFrames, type FramesView } from './frames-store.ts';
import { FLICKER_PART } from './typed-flicker.ts';
import { motionPart } from './typed-motion.ts';
import { SHUTTER_PART } from './typed-shutter.ts';

const dialogPartsOf = ({ switches }: Bench): readonly DialogPart[] => [
  {
    ...typedFold(motionPart()),
    Content: (props) => (
      <TypedFold part={motionPart(useReadable(switches).includes('object'))} {...props} />
    ),
  },
  // The dialogs of illuminants have no place for it: a spectrum and a luminance fill them.
  typedFold(FLICKER_PART),
  typedFold(SHUTTER_PART),
];

/** Where an exposure does not fit between frames, a button takes one picture. */
function offerOnePicture(
  { run, say, start, signal }: Bench,
  view: FramesView,
  taken: Readable<number | undefined>,
): void {
  let said = '';
  const tell = (sentence: string, remedy?: Remedy): void => {
    if (sentence !== said) say(sentence, 'line', remedy);
    said = sentence;
  };
  follow(
    [run],
    () => {
      const { phase, problems } = run.current();
      const problem = problems.find(({ field }) => field === 'exposure');
      const isRefused = phase === 'ended' && problem !== undefined && (taken.current() ?? 0) > 1;
      if (!isRefused) tell('');
      else
        tell(`${taken.current()!} frames were refused.`, {
          label: 'Take one picture',
          perform: () => {
            view.clear();
            start();
          },
        });
    },
    signal,
  );
}

export function contribute(bench: Bench): Contributions {
  const { place, shown, size, show } = bench;
  const view = createFrames(bench);
  const isLive = derived([shown], () => shown.current().source !== undefined);
  /** The series, while the strip shows its frames. */
  const series = derived([place, view.series, isLive], () =>
    place.current().strip === 'frames' && !isLive.current() ? view.series.current() : undefined,
  );
  const running = notWhileRunning(bench);
  const taken = derived([view.planned], () => {
    const planned = view.planned.current();
    return 'problem' in planned ? undefined : planned.count;
  });
  offerOnePicture(bench, view, taken);
  const key = (name: string, purpose: string, perform: () => void): Key => ({
    key: name,
    where: 'picture',
    says: purpose,
    isIdle: () => view.series.current() === undefined || isLive.current(),
    perform: () => {
      show({ strip: 'frames' });
      perform();
    },
  });
  return {
    dialogParts: dialogPartsOf(bench),
    actions: {
      Run: {
        now: derived([running, view.planned], () => {
          const planned = view.planned.current();
          if ('problem' in planned) return { reason: running.current().reason ?? planned.problem };
          const hint = planned.count > 1 ? `${planned.count} frames` : undefined;
          return { ...running.current(), hint };
        }),
        perform: view.start,
      },
    },
    strips: [
      {
        id: 'frames',
        label: 'Frames',
        note: derived([view.typed], () => {
          const { count } = view.typed.current();
          return count === '1' ? '' : count;
        }),
        Content: () => <FramesRow view={view} isLive={useReadable(isLive)} />,
      },
    ],
    inspected: derived([series, view.at, size], () => {
      const now = series.current();
      const frame = now?.frames[view.at.current()];
      return (
        now &&
        frame && {
          image: frame.address,
          file: frame.address,
          name: `Frame ${view.at.current() + 1}`,
          recipe: now.recipe,
          line: <FramesLine view={view} series={now} size={size.current()} />,
        }
      );
    }),
    clear: view.clear,
    keys: [
      key(',', 'shows the frame before', () => view.showFrame(view.at.current() - 1)),
      key('.', 'shows the next frame', () => view.showFrame(view.at.current() + 1)),
      key('P', 'plays the frames at their rate', view.play),
    ],
  };
}
