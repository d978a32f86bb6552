import { CORRECTIONS } from '../../model/recipe/recipe.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import { CorrectionsFold } from './corrections-fold.tsx';

export function contribute(): Contributions {
  const defaults = CORRECTIONS.map(
    (key) => ({ type: 'correction', key, value: undefined }) as const,
  );
  return {
    dialogParts: [
      { id: 'corrections', label: 'Corrections', in: 'isp', defaults, Content: CorrectionsFold },
    ],
  };
}
