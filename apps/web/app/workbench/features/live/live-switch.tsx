import { Hint } from '../../../ui/hint/hint.tsx';
import { useReadable } from '../../model/store.ts';
import type { LiveStatus, LiveStore } from './live-store.ts';
import styles from './live-switch.module.css';

/** What the switch says beside its name. */
export function wordsOf(status: LiveStatus): string {
  switch (status.kind) {
    case 'off':
    case 'preview':
    case 'failed':
    case 'not available':
      return status.kind;
    case 'waiting':
      return '';
    case 'shown':
      return `${status.ms.toFixed(0)} ms`;
  }
}

function hintOf(status: LiveStatus): string {
  switch (status.kind) {
    case 'failed':
    case 'not available':
      return status.reason;
    case 'shown':
      return [
        'From the change to the picture.',
        ...status.notes,
        'A chosen algorithm is left out.',
      ].join(' ');
    default:
      return 'Draws every change at once, on this computer. L switches it while the picture has the focus.';
  }
}

/** Switches live on and off, and says how it goes. */
export function LiveSwitch({ store }: { readonly store: LiveStore }) {
  const { isOn, isBusy, status } = useReadable(store);
  return (
    <span className={styles.live}>
      <Hint label={hintOf(status)}>
        <button type="button" className={styles.switch} aria-pressed={isOn} onClick={store.toggle}>
          Live
        </button>
      </Hint>
      <output
        className={styles.status}
        data-status={status.kind}
        aria-label="Live"
        aria-busy={isBusy}
      >
        {wordsOf(status)}
      </output>
    </span>
  );
}
