import { CORRECTIONS, type CorrectionName } from '../../model/recipe/recipe.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import { CorrectionsFold } from './corrections-fold.tsx';

export function contribute(): Contributions {
  const defaults = (Object.keys(CORRECTIONS) as CorrectionName[]).map(
    (key) => ({ type: 'correction', key, value: undefined }) as const,
  );
  return {
    dialogParts: [
      { id: 'corrections', label: 'Corrections', in: 'isp', defaults, Content: CorrectionsFold },
    ],
  };
}
