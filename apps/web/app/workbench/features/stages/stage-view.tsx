import type { InspectedPicture } from '../../kit/picture/inspected.ts';
import { derived, writable, type Readable, type Writable } from '../../model/store.ts';
import { colouringsOf, paintStage, type StageColouring } from './paint-stage.ts';
import { stageList, type Stage } from './stage-list.ts';
import { madePicture } from '../../kit/picture/made-picture.ts';
import { PictureLine, StageLine } from './stage-line.tsx';
import { readingOf } from './stage-values.ts';
import type { StagesView } from './stages-store.ts';

/**
 * The places of the strip after the stages: the picture without and with what an algorithm drew.
 */
export const RESULT_STAGE = 'result';
export const OVERLAY = 'overlay';
const names: Readonly<Record<string, string>> = {
  [RESULT_STAGE]: 'Result',
  [OVERLAY]: 'Result with the drawing of the algorithm',
};

/** The stage that is shown at full size, and how it is changed. */
export interface StageView {
  readonly list: readonly Stage[];
  /** Undefined while the result is shown as usual. */
  readonly shown: string | undefined;
  readonly look: (stage: Stage) => StageColouring | undefined;
  readonly show: (id: string | undefined) => void;
  readonly inspected: InspectedPicture | undefined;
}

/** Addresses of the result and, where an algorithm drew on it, of the overlay. */
export interface ResultPictures {
  readonly result: string | undefined;
  readonly overlay: string | undefined;
}

/** Chooses among the stages of a picture. */
export function createStageView(
  stages: Readable<StagesView>,
  pictures: Readable<ResultPictures>,
  /** Id of the stage that is shown. */
  shown: Writable<string | undefined>,
  signal: AbortSignal,
): Readable<StageView> {
  const chosen = writable<StageColouring | undefined>(undefined);
  const opened = derived([stages], () => stages.current().stages);
  const list = derived([opened], () => {
    const now = opened.current();
    return now ? stageList(now.opened, now.irradiance) : [];
  });
  const look = derived([chosen], () => (stage: Stage): StageColouring | undefined => {
    const looks = colouringsOf(stage);
    const wanted = chosen.current();
    return wanted !== undefined && looks.includes(wanted) ? wanted : looks[0];
  });
  const stage = derived([list, shown], () =>
    list.current().find(({ id }) => id === shown.current()),
  );
  const make = derived([stage, look], () => {
    const now = stage.current();
    return now && (() => ({ ...now, rgb: paintStage(now, look.current()(now)) }));
  });
  const image = madePicture(make, signal);
  const inspected = derived(
    [stage, stages, image, look, shown, pictures],
    (): InspectedPicture | undefined => {
      const now = stage.current();
      const { stages: whole, isBusy, isOther, save } = stages.current();
      if (now && whole)
        return {
          image: image.current(),
          name: now.name,
          recipe: whole.recipe,
          line: (
            <StageLine
              stage={now}
              look={look.current()(now)}
              onLook={chosen.set}
              isBusy={isBusy || isOther}
              save={save}
            />
          ),
          valuesAt: (at) => readingOf(list.current(), now, at),
        };
      const { result, overlay } = pictures.current();
      const id = shown.current() ?? '';
      const picture = { [RESULT_STAGE]: result, [OVERLAY]: overlay }[id];
      return picture === undefined
        ? undefined
        : { image: picture, line: <PictureLine name={names[id]!} picture={picture} /> };
    },
  );
  return derived([list, shown, look, inspected], () => ({
    list: list.current(),
    shown: shown.current(),
    look: look.current(),
    show: shown.set,
    inspected: inspected.current(),
  }));
}
