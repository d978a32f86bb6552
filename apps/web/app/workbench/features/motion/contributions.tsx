import type { Contributions } from '../../shell/bench/feature.ts';
import { FlickerFold } from './flicker-fold.tsx';
import { MotionFold } from './motion-fold.tsx';
import { ShutterFold } from './shutter-fold.tsx';

export const contribute = (): Contributions => ({
  dialogParts: [
    {
      id: 'motion',
      label: 'Motion',
      in: 'scene',
      defaults: [{ type: 'motion', motion: undefined }],
      Content: MotionFold,
    },
    // The dialogs of illuminants have no place for it: a spectrum and a luminance fill them.
    {
      id: 'flicker',
      label: 'Flicker',
      in: 'scene',
      defaults: [{ type: 'flicker', flicker: undefined, antiFlickerHertz: undefined }],
      Content: FlickerFold,
    },
    {
      id: 'shutter',
      label: 'Shutter',
      in: 'sensor',
      defaults: [{ type: 'shutter', shutter: undefined }],
      Content: ShutterFold,
    },
  ],
});
