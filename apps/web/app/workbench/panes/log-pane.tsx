import { messages } from '@lumenloom/contract';
import { useLayoutEffect, useRef } from 'react';
import styles from './log-pane.module.css';

/** Nearer to the end than this, in px, counts as being there. */
const END_MARGIN = 24;
const failureStart = messages.simulationFailed('').trimEnd();

/** What the run says, newest at the bottom; stays there unless somebody scrolls up to read. */
export function LogPane({ lines }: { readonly lines: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);

  useLayoutEffect(() => {
    const { current } = box;
    if (current && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [lines]);

  return (
    <section className={styles.pane} aria-labelledby="log-heading">
      <h2 id="log-heading" className={styles.heading}>Log</h2>
      <div
        ref={box}
        className={styles.lines}
        role="log"
        aria-labelledby="log-heading"
        aria-live="polite"
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => { isAtEnd.current = scrollHeight - scrollTop - clientHeight < END_MARGIN; }}
      >
        {lines.map((line, index) => (
          // Lines only ever come at the end, so their place is their identity.
          <p key={index} className={line.startsWith(failureStart) ? styles.failure : undefined}>{line}</p>
        ))}
      </div>
    </section>
  );
}
