import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions, DialogPartProps } from '../../shell/bench/feature.ts';
import { ExposureFold } from './exposure-fold.tsx';

export function contribute({ run }: Pick<Bench, 'run'>): Contributions {
  const Content = (props: DialogPartProps) => (
    <ExposureFold {...props} lastSeconds={run.current().report?.sensor?.exposureSeconds} />
  );
  const defaults = [{ type: 'exposure', exposure: undefined }] as const;
  return { dialogParts: [{ id: 'exposure', label: 'Exposure', in: 'sensor', defaults, Content }] };
}
