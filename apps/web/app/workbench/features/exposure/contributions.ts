import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import { typedFold } from '../../shell/dialogs/typed-fold.tsx';
import { exposurePart } from './typed-exposure.ts';

export const contribute = ({ run }: Pick<Bench, 'run'>): Contributions => ({
  dialogParts: [typedFold(exposurePart(() => run.current().report?.sensor?.exposureSeconds))],
});
