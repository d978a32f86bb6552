import type { Contributions } from '../../shell/bench/feature.ts';
import { CapturesFold } from './captures-fold.tsx';
import { CorrectionsFold } from './corrections-fold.tsx';

export function contribute(): Contributions {
  const defaults = [{ type: 'corrections', corrections: {} }] as const;
  return {
    dialogParts: [
      {
        id: 'captures',
        label: 'HDR',
        in: 'sensor',
        defaults: [{ type: 'captures', captures: undefined, merge: undefined }],
        Content: CapturesFold,
      },
      { id: 'corrections', label: 'Corrections', in: 'isp', defaults, Content: CorrectionsFold },
    ],
  };
}
