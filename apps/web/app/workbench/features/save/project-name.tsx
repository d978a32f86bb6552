import { Hint } from '../../../ui/hint/hint.tsx';
import styles from './project-name.module.css';
import type { ProjectState } from './project-store.ts';

/** The name of the project, with a dot while something is not saved; it opens the list of all. */
export function ProjectName({
  project,
  isChanged,
  openDialog,
}: ProjectState & { readonly openDialog: () => void }) {
  const name = project?.name ?? 'Untitled';
  return (
    <Hint label={`${isChanged ? 'Not saved. ' : ''}Projects (Ctrl+O)`}>
      <button
        type="button"
        className={styles.name}
        data-untitled={!project || undefined}
        aria-label={isChanged ? `${name}, not saved` : name}
        aria-keyshortcuts="Control+O"
        onClick={openDialog}
      >
        <span className={styles.text}>{name}</span>
        {isChanged && <span className={styles.dot} />}
      </button>
    </Hint>
  );
}
