import type { KeyboardEvent } from 'react';
import styles from '../../kit/strip.module.css';
import { constant, useReadable } from '../../model/store.ts';
import type { StripPart } from '../bench/feature.ts';

interface StripProps {
  readonly strips: readonly StripPart[];
  /** Id of the strip that is shown, or 'closed'. */
  readonly shown: string;
  readonly onShow: (id: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const NONE = constant('');

function Note({ note }: { readonly note: StripPart['note'] | undefined }) {
  const words = useReadable(note ?? NONE);
  return (
    words !== '' && (
      <b className={styles.note} aria-hidden>
        {' '}
        {words}
      </b>
    )
  );
}

/** What stands under the picture: one of several strips; a press of the shown one closes it. */
export function Strip({ strips, shown, onShow, onKeyDown }: StripProps) {
  const strip = strips.find(({ id }) => id === shown);
  return (
    <div className={styles.strip} data-mode={shown} onKeyDown={onKeyDown}>
      <div className={styles.modes} role="group" aria-label="The strip shows">
        {strips.map(({ id, label, note }) => (
          <button
            key={id}
            type="button"
            className={styles.small}
            data-mode={id}
            aria-pressed={shown === id}
            onClick={() => onShow(shown === id ? 'closed' : id)}
          >
            {label}
            <Note note={note} />
          </button>
        ))}
      </div>
      {strip && <strip.Content />}
    </div>
  );
}
