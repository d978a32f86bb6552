import { IconAdjustments } from '@tabler/icons-react';
import { lazyPart } from '../../kit/part/part.tsx';
import { constant, useReadable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions, DialogPart } from '../../shell/bench/feature.ts';
import { createFocusEngine } from './focus-engine.ts';
import { createFocusHere, focusOverlay } from './focus-here.tsx';

const DIALOG = 'optics-params';
const LazyFold = lazyPart(async () => (await import('./dialog-parts.ts')).DepthFold);
const LazyIlluminance = lazyPart(async () => (await import('./dialog-parts.ts')).IlluminanceField);
const LazyDie = lazyPart(async () => (await import('./dialog-parts.ts')).KeepTheDie);
const LazyDialog = lazyPart(async () => (await import('./optics-dialog.tsx')).OpticsDialog);

/** What stands in the dialogs of the lists. */
const dialogPartsOf = ({ switches }: Bench): readonly DialogPart[] => [
  {
    id: 'distance',
    label: 'Distance',
    in: 'scene',
    defaults: [
      { type: 'object distance', objectDistance: undefined },
      { type: 'parts', parts: { sceneDepth: undefined } },
    ],
    Content: (props) =>
      useReadable(switches).includes('depth') ? <LazyFold {...props} /> : undefined,
  },
  {
    id: 'illuminance',
    label: 'Illuminance',
    in: 'illuminant',
    Content: (props) =>
      useReadable(switches).includes('object') ? <LazyIlluminance {...props} /> : undefined,
  },
  {
    id: 'die',
    label: 'Keep the die',
    in: 'sensor',
    after: 'pixel_size',
    Content: (props) =>
      useReadable(switches).includes('object') ? <LazyDie {...props} /> : undefined,
  },
];

export function contribute(bench: Bench): Contributions {
  const { focus: ask, object: askObject } = createFocusEngine(bench.signal);
  const here = createFocusHere(bench, ask);
  const { recipe, switches, size, show, change } = bench;
  /** Key of the field that the dialog begins with. */
  let focus: string | undefined;
  const isFocusing = (): boolean => switches.current().includes('depth');
  const close = (): void => show({ modal: undefined });
  const Dialog = () => {
    const hasPicture = useReadable(size) !== undefined;
    return (
      <LazyDialog
        recipe={useReadable(recipe)}
        features={useReadable(switches)}
        focus={focus}
        ask={ask}
        askObject={askObject}
        onClose={close}
        onPick={
          hasPicture && isFocusing()
            ? () => {
                close();
                here.start();
              }
            : undefined
        }
        onModify={change}
      />
    );
  };
  const Overlay = focusOverlay(here);
  return {
    lists: [
      {
        choice: 'optics',
        group: 'Focus',
        options: constant([]),
        settings: {
          label: 'focus',
          part: 'opticsParams',
          icon: IconAdjustments,
          hint: 'Focus, f-number and stray light',
          perform: (key) => {
            focus = key;
            show({ modal: DIALOG });
          },
        },
      },
    ],
    modals: [{ id: DIALOG, label: 'Optics Params', docks: true, Content: Dialog }],
    dialogParts: dialogPartsOf(bench),
    overlays: [{ id: 'focus', hint: 'F focuses on a place', Content: Overlay }],
    keys: [
      {
        key: 'F',
        where: 'picture',
        says: 'focuses on a place of the picture',
        isIdle: () => size.current() === undefined || !isFocusing(),
        perform: here.start,
      },
    ],
    leave: here.leave,
  };
}
