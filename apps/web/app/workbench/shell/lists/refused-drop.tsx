import { useReadable } from '../../model/store.ts';
import type { Workbench } from '../bench/workbench.ts';
import styles from './refused-drop.module.css';

/** Over an open dialog: files that were dropped on it were not taken. It goes with the dialog. */
export function RefusedDrop({
  workbench: { refused, place },
}: {
  readonly workbench: Pick<Workbench, 'refused' | 'place'>;
}) {
  const last = useReadable(refused);
  const { dialog, modal } = useReadable(place);
  if (!last || last.over !== (modal ?? dialog)) return undefined;
  return (
    <p className={styles.refused} role="alert">
      {last.name} {last.name.startsWith('“') ? 'was' : 'were'} not taken: close the dialog, then
      drop again.
    </p>
  );
}
