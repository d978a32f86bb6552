import { Live, startEngine, type LiveFrame } from '@lumenloom/browser-host';
import { useEffect, useEffectEvent, useState } from 'react';
import { engineFiles } from '../../../workbench/kit/engine-files.ts';
import { shotOf, type CameraSettings, type ExposedRecipe } from './camera-recipe.ts';

/** What the camera shows. */
export interface CameraView {
  /** Address of the last picture. */
  readonly image: string | undefined;
  /** How long the last full picture took, ms. */
  readonly ms: number | undefined;
  /** Why there is no picture of the last settings; '' where there is one, or will be. */
  readonly problem: string;
  /** The picture of the settings is not there yet. */
  readonly isBusy: boolean;
}

const NOT_LOADED = 'The camera could not be loaded. Load the page again to try once more.';
const nothing: CameraView = { image: undefined, ms: undefined, problem: '', isBusy: false };

/** The engine, following shots. */
function startCamera(change: (changes: Partial<CameraView>) => void) {
  const engine = startEngine(engineFiles);
  const show = async ({ bitmap, isPreview, ms }: LiveFrame<ExposedRecipe>): Promise<void> => {
    const image = URL.createObjectURL(new Blob([bitmap!], { type: 'image/bmp' }));
    // Decoded before it is shown, so that the last picture stays until this one is there.
    const picture = new Image();
    picture.src = image;
    await picture.decode().catch(() => undefined);
    change({ image, problem: '', ...(!isPreview && { ms }) });
  };
  const live = new Live<ExposedRecipe>(
    {
      compute: ({ recipe: shot, ...question }) =>
        engine.compute({ ...question, ...(shot as ExposedRecipe) }),
      stop: engine.stop,
    },
    {
      frame: show,
      none: (answer) => change({ problem: answer.kind === 'failed' ? answer.message : NOT_LOADED }),
      busy: (isBusy) => change({ isBusy }),
    },
  );
  return { live, close: engine.close };
}

/**
 * Follows settings with pictures, computed in workers of this page.
 * @param part what was changed last.
 */
export function useCamera(settings: CameraSettings, part: string): CameraView {
  const [view, setView] = useState(nothing);
  /** The settings that `view` is of, or will be when it is not busy any more. */
  const [followed, setFollowed] = useState<CameraSettings>();
  const [camera, setCamera] = useState<ReturnType<typeof startCamera>>();
  useEffect(() => {
    const started = startCamera((changes) => setView((before) => ({ ...before, ...changes })));
    // oxlint-disable-next-line react/set-state-in-effect -- workers are started and ended with the element
    setCamera(started);
    return () => started.close();
  }, []);
  const follow = useEffectEvent((shot: ExposedRecipe) => {
    camera?.live.change(shot, part);
    setFollowed(settings);
  });
  useEffect(() => {
    let isLast = true;
    shotOf(settings).then(
      (shot) => {
        if (camera && isLast) follow(shot);
      },
      () => {
        setView((before) => ({ ...before, problem: NOT_LOADED }));
        setFollowed(settings);
      },
    );
    return () => {
      isLast = false;
    };
  }, [camera, settings]);
  // The address of the picture before is given back when the next one is shown.
  const { image } = view;
  useEffect(
    () => () => {
      if (image !== undefined) URL.revokeObjectURL(image);
    },
    [image],
  );
  return { ...view, isBusy: view.isBusy || followed !== settings };
}
