import { useCallback, useMemo, useState } from 'react';
import type { InspectedPicture } from '../../kit/picture/inspected.ts';
import { colouringsOf, paintStage, type StageColouring } from './paint-stage.ts';
import { stageList, type Stage } from './stage-list.ts';
import { useMadePicture } from '../../kit/picture/made-picture.ts';
import { PictureLine, StageLine } from './stage-line.tsx';
import { valuesAt } from './stage-values.ts';
import type { StagesView } from './use-stages.ts';

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

/**
 * Chooses among the stages of a picture.
 *
 * @param pictures addresses of the result and, where an algorithm drew on it, of the overlay.
 */
export function useStageView(
  { stages, isBusy, save }: StagesView,
  pictures: { readonly result: string | undefined; readonly overlay: string | undefined },
): StageView {
  const [shown, setShown] = useState<string>();
  const [chosen, setChosen] = useState<StageColouring>();
  const list = useMemo(() => (stages ? stageList(stages.opened, stages.irradiance) : []), [stages]);
  const look = useCallback(
    (stage: Stage): StageColouring | undefined => {
      const looks = colouringsOf(stage);
      return chosen !== undefined && looks.includes(chosen) ? chosen : looks[0];
    },
    [chosen],
  );
  const stage = list.find(({ id }) => id === shown);
  const make = useMemo(
    () => stage && (() => ({ ...stage, rgb: paintStage(stage, look(stage)) })),
    [stage, look],
  );
  const image = useMadePicture(make);
  const inspected = useMemo((): InspectedPicture | undefined => {
    if (stage && stages)
      return {
        image,
        name: stage.name,
        recipe: stages.recipe,
        line: (
          <StageLine
            stage={stage}
            look={look(stage)}
            onLook={setChosen}
            isBusy={isBusy}
            save={save}
          />
        ),
        valuesAt: (at) => `${valuesAt(stage, at)} ${stage.unit}`,
      };
    const whole = { [RESULT_STAGE]: pictures.result, [OVERLAY]: pictures.overlay }[shown ?? ''];
    return whole === undefined
      ? undefined
      : { image: whole, line: <PictureLine name={names[shown!]!} picture={whole} /> };
  }, [stage, stages, image, look, isBusy, save, shown, pictures.result, pictures.overlay]);
  return { list, shown, look, show: setShown, inspected };
}
