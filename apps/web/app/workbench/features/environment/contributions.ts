import type { Contributions } from '../../shell/bench/feature.ts';
import { typedFold } from '../../shell/dialogs/typed-fold.tsx';
import { ENVIRONMENT_PART } from './typed-environment.ts';

export const contribute = (): Contributions => ({ dialogParts: [typedFold(ENVIRONMENT_PART)] });
