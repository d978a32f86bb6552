import type { InspectedPicture } from '../../kit/picture/inspected.ts';
import type { RunState } from '../../model/run/run-store.ts';
import { derived, gathered, type Readable } from '../../model/store.ts';
import type { PictureSource, Shown } from './bench.ts';
import type { OpenFeature } from './feature-host.ts';

/** What a feature shows in place of the picture, or over it. */
export interface Inspected extends InspectedPicture {
  /** Name of the feature. */
  readonly by: string;
}

function shownOf(run: RunState, source: PictureSource | undefined): Shown {
  if (!source)
    return {
      run,
      measured: run,
      source: undefined,
      isOn: false,
      isBusy: false,
      failure: undefined,
      remedy: undefined,
      words: '',
      lines: [],
    };
  const { isOn, isBusy, failure, remedy, words, picture, figures, name } = source;
  const state = { isOn, isBusy, failure, remedy, words, lines: figures?.lines ?? [] };
  if (!picture) return { run, measured: run, source: undefined, ...state };
  const { image, recipe } = picture;
  return {
    run: { ...run, image, plain: undefined, inputs: recipe, isWithoutAlgorithm: false },
    measured: {
      ...run,
      image,
      plain: undefined,
      inputs: figures?.recipe ?? recipe,
      report: figures?.report,
      measurements: figures?.report.measurements ?? [],
    },
    source: name,
    ...state,
  };
}

/** The picture of the picture area, and what a feature shows in its place. */
export function picturesOf(
  open: Readable<readonly OpenFeature[]>,
  run: Readable<RunState>,
): {
  readonly shown: Readable<Shown>;
  readonly inspected: Readable<Inspected | undefined>;
} {
  const sources = gathered(
    derived([open], () => open.current().flatMap((one) => one.pictures ?? [])),
  );
  const inspecting = derived([open], () =>
    open.current().flatMap(({ name, inspected }) =>
      inspected
        ? derived([inspected], (): Inspected | undefined => {
            const picture = inspected.current();
            return picture && { ...picture, by: name };
          })
        : [],
    ),
  );
  const inspected = gathered(inspecting);
  return {
    shown: derived([run, sources], () =>
      shownOf(
        run.current(),
        sources.current().findLast(({ isOn }) => isOn),
      ),
    ),
    inspected: derived([inspected], () => {
      const all = inspected.current();
      return all.find((one) => one?.isHeld) ?? all.findLast((one) => one !== undefined);
    }),
  };
}
