import type { Contributions } from '../../shell/bench/feature.ts';
import { typedFold } from '../../shell/dialogs/typed-fold.tsx';
import { CAPTURES_PART } from './typed-captures.ts';
import { CORRECTIONS_PART } from './typed-corrections.ts';

export const contribute = (): Contributions => ({
  dialogParts: [typedFold(CAPTURES_PART), typedFold(CORRECTIONS_PART)],
});
