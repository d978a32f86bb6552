import { useClipboard } from '@mantine/hooks';
import { IconArrowDown, IconCheck, IconCopy } from '@tabler/icons-react';
import { logLineText, messages } from '@lumenloom/contract';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../../ui/icon-button/icon-button.tsx';
import { keepUnits, labelOf, logGroups } from './log-groups.ts';
import styles from './log-pane.module.css';

/** The log counts as scrolled to its end within this distance, px. */
const END_MARGIN = 24;
const failureStarts = [messages.simulationFailed(''), messages.stopFailed('')].map((start) =>
  start.trimEnd(),
);
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const isFailure = (line: string): boolean =>
  line === messages.noComputeResource || failureStarts.some((start) => line.startsWith(start));

/** The log as the command line prints it. */
const asText = (lines: readonly string[], topics: readonly (string | undefined)[]): string => {
  const all = lines.map((content, index) => ({ content, topic: topics[index] }));
  return all.map((line, index) => logLineText(line, all[index - 1])).join('\n');
};

interface LogPaneProps {
  readonly lines: readonly string[];
  /** When each line arrived, ms since 1970. */
  readonly times: readonly number[];
  /** The heading under which each stands, if any. */
  readonly topics: readonly (string | undefined)[];
  /** The last failure was a refused run: logging in helps. */
  readonly needsLogin: boolean;
}

/** The log, newest line at the bottom. It scrolls along, unless the user has scrolled up. */
export function LogPane({ lines, times, topics, needsLogin }: LogPaneProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  const mendable = needsLogin ? lines.findLastIndex(isFailure) : -1;

  /** The time is shown beside the first line of a block and beside the first heading of a run. */
  const timeOf = (index: number): string | undefined => {
    const isFirst =
      !lines[index - 1] || (topics[index] !== undefined && topics[index - 1] === undefined);
    return lines[index] !== '' && isFirst ? clock.format(times[index]) : undefined;
  };
  const lineAt = (index: number, label: string, time?: string) => (
    <p
      key={index}
      className={isFailure(lines[index]!) ? styles.failure : undefined}
      data-time={time}
    >
      {label !== '' && <span>{keepUnits(label)}</span>}
      {keepUnits(lines[index]!.slice(label.length))}
      {index === mendable && (
        <>
          {' '}
          <Link to="/login">Log in</Link>
        </>
      )}
    </p>
  );

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
          onClick={() => copy(asText(lines, topics))}
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
        {/* Lines only ever come at the end, so their place is their identity. */}
        {logGroups(topics).map(({ topic, from, to }) =>
          topic === undefined ? (
            lineAt(from, '', timeOf(from))
          ) : (
            <div key={from} className={styles.group}>
              <h3 data-time={timeOf(from)}>{topic}</h3>
              {lines.slice(from, to).map((line, offset) => lineAt(from + offset, labelOf(line)))}
            </div>
          ),
        )}
      </div>
    </section>
  );
}
