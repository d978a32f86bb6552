/* eslint-disable react-hooks/rules-of-hooks, react-hooks/set-state-in-effect -- the engine calls back later, and is started by an effect */
import type { Frame, Live, PageEngine } from '@lumenloom/browser-host';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { differences } from '../recipe/differences.ts';
import { hasOwnFiles } from '../library/own-choice.ts';
import type { Recipe } from '../recipe/recipe.ts';
import type { RunState } from '../run/run-store.ts';

/** What live says of itself. */
export type LiveStatus =
  | { readonly kind: 'off' | 'waiting' | 'preview' }
  /** `notes`: what the page lacks, in sentences. */
  | { readonly kind: 'shown'; readonly ms: number; readonly notes: readonly string[] }
  | { readonly kind: 'failed' | 'not available'; readonly reason: string };

/** The picture that live shows. */
export interface LivePicture {
  /** Address of the bitmap. */
  readonly image: string;
  readonly recipe: Recipe;
}

/** Live as the workbench sees it. */
export interface LiveView {
  readonly isOn: boolean;
  readonly status: LiveStatus;
  /** Undefined where live shows none, or a run has made another one since. */
  readonly picture: LivePicture | undefined;
  /** A picture is being computed. */
  readonly isBusy: boolean;
  readonly toggle: () => void;
}

/** The engine in the page, and what follows the changes. */
interface Started {
  readonly engine: PageEngine;
  readonly live: Live<Recipe>;
  readonly notes: readonly string[];
}

/** The part of the recipe that has changed; undefined where nothing has that takes part in a run. */
function changedPart(before: Recipe | undefined, after: Recipe): string | undefined {
  if (!before) return 'several';
  const parts = new Set(
    differences(withoutAlgorithm(before), withoutAlgorithm(after)).map(({ part }) => part),
  );
  return parts.size > 1 ? 'several' : [...parts][0];
}

/** Live leaves a chosen algorithm out. */
const withoutAlgorithm = (recipe: Recipe): Recipe => ({ ...recipe, algorithm: '' });

/** Shows a picture for every change of the recipe while it is on, computed in workers of the page. */
// eslint-disable-next-line max-lines-per-function -- the state of live and all that changes it
export function useLive(recipe: Recipe, run: RunState): LiveView {
  const [isOn, setIsOn] = useState(false);
  const [status, setStatus] = useState<LiveStatus>({ kind: 'off' });
  const [isBusy, setIsBusy] = useState(false);
  const [shown, setShown] = useState<LivePicture & { readonly over: string | undefined }>();
  const started = useRef<Promise<Started>>(undefined);
  /** What was asked for last. */
  const asked = useRef<Recipe>(undefined);

  const show = useEffectEvent(
    async (
      { bitmap, recipe: made, isPreview, ms, report }: Frame<Recipe>,
      notes: readonly string[],
    ) => {
      const image = URL.createObjectURL(new Blob([bitmap!], { type: 'image/bmp' }));
      // Decoded before it is shown, so that the last picture stays until this one is there.
      const picture = new Image();
      picture.src = image;
      await picture.decode().catch(() => undefined);
      setShown({ image, recipe: withoutAlgorithm(made), over: run.image });
      setStatus(
        isPreview
          ? { kind: 'preview' }
          : {
              kind: 'shown',
              ms,
              notes: [...notes, ...(report.path === 'plain' ? [WITHOUT_SIMD] : [])],
            },
      );
    },
  );
  const start = async (): Promise<Started> => {
    const [{ Live, canShare, startEngine }, { engineFiles }] = await Promise.all([
      import('@lumenloom/browser-host'),
      import('./engine-files.ts'),
    ]);
    const engine = startEngine(engineFiles);
    const notes = canShare() ? [] : [ON_ONE_THREAD];
    const live = new Live<Recipe>(engine, {
      frame: (frame) => void show(frame, notes),
      none: (answer) => {
        if (answer.kind === 'nothing') {
          setShown(undefined);
          setStatus({ kind: 'waiting' });
        } else {
          const reason = answer.kind === 'refused' ? answer.problems[0]!.message : answer.message;
          setStatus({ kind: 'failed', reason });
        }
      },
      busy: setIsBusy,
    });
    return { engine, live, notes };
  };

  const follow = useEffectEvent(async (to: Recipe) => {
    const part = changedPart(asked.current, to);
    if (part === undefined) return;
    asked.current = to;
    if (hasOwnFiles(to)) {
      setShown(undefined);
      setStatus({ kind: 'not available', reason: WITHOUT_OWN_FILES });
      return;
    }
    started.current ??= start();
    try {
      const { live } = await started.current;
      live.change(withoutAlgorithm(to), part);
    } catch {
      started.current = undefined;
      asked.current = undefined;
      setStatus({ kind: 'not available', reason: 'The engine could not be loaded.' });
    }
  });
  useEffect(() => {
    if (isOn) void follow(recipe);
  }, [isOn, recipe]);

  // The address of the picture before is given back when the next one is shown.
  const address = shown?.image;
  useEffect(
    () => () => {
      if (address !== undefined) URL.revokeObjectURL(address);
    },
    [address],
  );
  const close = useEffectEvent(() => {
    void started.current?.then(({ engine }) => engine.close());
    started.current = undefined;
    asked.current = undefined;
  });
  useEffect(() => () => close(), []);

  return {
    isOn,
    status,
    isBusy,
    picture: isOn && shown && shown.over === run.image ? shown : undefined,
    toggle: () => {
      if (isOn) close();
      setIsOn(!isOn);
      setShown(undefined);
      setStatus(
        isOn
          ? { kind: 'off' }
          : typeof Worker === 'undefined' || typeof WebAssembly === 'undefined'
            ? { kind: 'not available', reason: 'This browser has no workers or no WebAssembly.' }
            : { kind: 'waiting' },
      );
    },
  };
}

const WITHOUT_OWN_FILES =
  'Live is not available for files of your own, which stay on the server; Run works.';
const ON_ONE_THREAD =
  'On one thread: this page may not share memory, which needs https or localhost.';
const WITHOUT_SIMD = 'Without SIMD, which this browser lacks: slower, with the same values.';
