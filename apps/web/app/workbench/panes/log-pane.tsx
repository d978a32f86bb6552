import { useClipboard } from '@mantine/hooks';
import { IconArrowDown, IconCheck, IconCopy } from '@tabler/icons-react';
import { messages } from '@lumenloom/contract';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../../ui/icon-button/icon-button.tsx';
import styles from './log-pane.module.css';

/** Nearer to the end than this, in px, counts as being there. */
const END_MARGIN = 24;
const failureStarts = [messages.simulationFailed(''), messages.stopFailed('')].map((start) =>
  start.trimEnd(),
);
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const isFailure = (line: string): boolean =>
  line === messages.noComputeResource || failureStarts.some((start) => line.startsWith(start));

interface LogPaneProps {
  readonly lines: readonly string[];
  /** When each came, in ms since 1970. */
  readonly times: readonly number[];
  /** The last failure can be mended by logging in. */
  readonly needsLogin: boolean;
}

/** What the run says, newest at the bottom; stays there unless somebody scrolls up to read. */
export function LogPane({ lines, times, needsLogin }: LogPaneProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  const mendable = needsLogin ? lines.findLastIndex(isFailure) : -1;

  useLayoutEffect(() => {
    const { current } = box;
    if (current && isAtEnd) current.scrollTop = current.scrollHeight;
  }, [lines, isAtEnd]);

  return (
    <section className={styles.pane} aria-labelledby="log-heading">
      <header className={styles.header}>
        <h2 id="log-heading">Log</h2>
        {!isAtEnd && (
          <IconButton
            label="To the newest line"
            icon={IconArrowDown}
            onClick={() => setIsAtEnd(true)}
          />
        )}
        <IconButton
          label="Copy log"
          hint={error ? 'The browser does not allow copying here' : copied ? 'Copied' : undefined}
          icon={copied ? IconCheck : IconCopy}
          disabled={lines.length === 0}
          onClick={() => copy(lines.join('\n'))}
        />
      </header>
      <div
        ref={box}
        className={styles.lines}
        role="log"
        aria-labelledby="log-heading"
        aria-live="polite"
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setIsAtEnd(scrollHeight - scrollTop - clientHeight < END_MARGIN)
        }
      >
        {lines.map((line, index) => (
          // Lines only ever come at the end, so their place is their identity.
          <p
            key={index}
            className={isFailure(line) ? styles.failure : undefined}
            data-time={line !== '' && !lines[index - 1] ? clock.format(times[index]) : undefined}
          >
            {line}
            {index === mendable && (
              <>
                {' '}
                <Link to="/login">Log in</Link>
              </>
            )}
          </p>
        ))}
      </div>
    </section>
  );
}
