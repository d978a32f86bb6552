import type { Contributions } from '../../shell/bench/feature.ts';
import { CorrectionsFold } from './corrections-fold.tsx';

export function contribute(): Contributions {
  const defaults = [{ type: 'corrections', corrections: {} }] as const;
  return {
    dialogParts: [
      { id: 'corrections', label: 'Corrections', in: 'isp', defaults, Content: CorrectionsFold },
    ],
  };
}
