import { useClipboard } from '@mantine/hooks';
import { IconArrowDown, IconCheck, IconCopy } from '@tabler/icons-react';
import { logLineText, type LogLine } from '@lumenloom/contract';
import { useLayoutEffect, useRef, useState, type ReactNode, type UIEvent } from 'react';
import { Link } from 'react-router';
import { WORKBENCH, withWayBack } from '../../../accounts/way-back.ts';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import type { LogEntry, RunState } from '../../model/run/run-store.ts';
import { useDrawnLines } from './drawn-lines.ts';
import { keepUnits, labelOf, logGroups } from './log-groups.ts';
import styles from './log-pane.module.css';

/** The log counts as scrolled to its end within this distance, px. */
const END_MARGIN = 24;
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

interface LogPaneProps {
  readonly run: Pick<RunState, 'log' | 'needsLogin'>;
  /** The lines of the run are not of the picture, or not of the recipe: what they are of. */
  readonly whose?: string | undefined;
  /** The lines of another picture, which is drawn without a run, and what they are of. */
  readonly drawn?: {
    readonly whose: string;
    readonly lines: readonly LogLine[];
    readonly isOld: boolean;
  };
  /** The pane is the panel of a tab, whose name is its heading. */
  readonly isTab?: boolean;
  /** Groups of lines can be folded. */
  readonly folds: boolean;
  /** Whether a field of the request can be changed now. */
  readonly isReachable: (field: string) => boolean;
  /** Goes to a field of the request. */
  readonly onField: (field: string) => void;
}

/** The log, newest line at the bottom. It scrolls along, unless the user has scrolled up. */
export function LogPane({
  run: { log, needsLogin },
  whose,
  drawn,
  isTab = false,
  folds,
  isReachable,
  onField,
}: LogPaneProps) {
  const { box, isAtEnd, toEnd, onScroll } = useEnd(drawn?.lines ?? log);
  const { from: first, onScroll: onScrollUp } = useDrawnLines(log, isAtEnd);
  const mendable = needsLogin ? log.findLastIndex(({ isFailure }) => isFailure) : -1;

  /** The time is shown beside the first line of a block and beside the first heading of a run. */
  const timeOf = (index: number): string | undefined => {
    const { content, topic, at, startsRun } = log[index]!;
    const before = log[index - 1];
    const isFirst =
      startsRun ?? (!before?.content || (topic !== undefined && before.topic === undefined));
    return content !== '' && isFirst ? clock.format(at) : undefined;
  };
  /** A rule stands between two runs, not before the first. */
  const ruleAt = (index: number): true | undefined =>
    index > 0 ? log[index]!.startsRun : undefined;
  /** A line with its time and rule, or in a group, which has them itself. */
  const lineAt = (index: number, isAlone: boolean) => (
    <Line
      key={index}
      entry={log[index]!}
      time={isAlone ? timeOf(index) : undefined}
      hasRule={isAlone ? ruleAt(index) : undefined}
    >
      <Remedy
        field={log[index]!.field}
        isLogin={index === mendable}
        isReachable={isReachable}
        onField={onField}
      />
    </Line>
  );

  return (
    <section
      className={styles.pane}
      data-tab={isTab || undefined}
      aria-labelledby={isTab ? undefined : 'log-heading'}
    >
      <header className={styles.header}>
        {!isTab && <h2 id="log-heading">Log</h2>}
        {!isAtEnd && <IconButton label="To the newest line" icon={IconArrowDown} onClick={toEnd} />}
        <CopyLog log={log} />
      </header>
      <div
        ref={box}
        className={styles.lines}
        data-old={whose !== undefined || undefined}
        role="log"
        aria-labelledby="log-heading"
        aria-live="polite"
        tabIndex={0}
        onScroll={(event) => {
          onScroll(event);
          onScrollUp(event);
        }}
      >
        {whose !== undefined && <p className={styles.whose}>{whose}</p>}
        {/* Lines only ever come at the end, so their place is their identity. */}
        {logGroups(
          log.map((line) => line.topic),
          first,
        ).map(({ topic, from, to }) =>
          topic === undefined ? (
            lineAt(from, true)
          ) : (
            <Group key={from} topic={topic} folds={folds} time={timeOf(from)} rule={ruleAt(from)}>
              {log.slice(from, to).map((_, offset) => lineAt(from + offset, false))}
            </Group>
          ),
        )}
        {drawn && <Drawn {...drawn} folds={folds} />}
      </div>
    </section>
  );
}

/** The lines of a picture that is drawn again and again: they are not read out each time. */
const Drawn = ({
  whose,
  lines,
  isOld,
  folds,
}: NonNullable<LogPaneProps['drawn']> & Pick<LogPaneProps, 'folds'>) => (
  <div
    className={styles.drawn}
    data-old={isOld || undefined}
    aria-live="off"
    role="group"
    aria-label={whose}
  >
    <p className={styles.whose}>{whose}</p>
    {logGroups(lines.map(({ topic }) => topic)).map(({ topic = '', from, to }) => (
      <Group key={from} topic={topic} folds={folds} time={undefined} rule={undefined}>
        {lines.slice(from, to).map((line, index) => (
          <Line key={index} entry={line} time={undefined} hasRule={undefined}>
            {undefined}
          </Line>
        ))}
      </Group>
    ))}
  </div>
);

/** A box that shows the end of its growing content until the user scrolls up. */
function useEnd(content: unknown) {
  const box = useRef<HTMLDivElement>(null);
  const size = useRef({ width: 0, height: 0 });
  const [isAtEnd, setIsAtEnd] = useState(true);

  useLayoutEffect(() => {
    if (isAtEnd) box.current!.scrollTop = box.current!.scrollHeight;
  }, [content, isAtEnd]);

  useLayoutEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(() => {
      size.current = { width: element.clientWidth, height: element.clientHeight };
      if (isAtEnd) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isAtEnd]);

  return {
    box,
    isAtEnd,
    toEnd: () => setIsAtEnd(true),
    onScroll: ({ currentTarget }: UIEvent<HTMLDivElement>) => {
      const { scrollHeight, scrollTop, clientWidth, clientHeight } = currentTarget;
      const { width, height } = size.current;
      // A new size of the box makes scroll events, too, but nobody has scrolled.
      if (clientWidth !== width || clientHeight !== height) return;
      setIsAtEnd(scrollHeight - scrollTop - clientHeight < END_MARGIN);
    },
  };
}

interface GroupProps {
  readonly topic: string;
  readonly folds: boolean;
  readonly time: string | undefined;
  readonly rule: true | undefined;
  readonly children: ReactNode;
}

/** Lines under a heading, which folds them where that is wanted. */
function Group({ topic, folds, time, rule, children }: GroupProps) {
  const heading = <h3 data-time={time}>{topic}</h3>;
  return folds ? (
    <details className={styles.group} data-rule={rule} open>
      <summary>{heading}</summary>
      {children}
    </details>
  ) : (
    <div className={styles.group} data-rule={rule}>
      {heading}
      {children}
    </div>
  );
}

function CopyLog({ log }: Pick<RunState, 'log'>) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  return (
    <IconButton
      label="Copy log"
      hint={error ? 'The browser does not allow copying here' : copied ? 'Copied' : undefined}
      icon={copied ? IconCheck : IconCopy}
      disabled={log.length === 0}
      onClick={() => copy(log.map((line, index) => logLineText(line, log[index - 1])).join('\n'))}
    />
  );
}

interface LineProps {
  readonly entry: LogLine & Partial<Pick<LogEntry, 'isFailure' | 'isAside'>>;
  readonly time: string | undefined;
  readonly hasRule: true | undefined;
  readonly children: ReactNode;
}

function Line({
  entry: { content, isFailure, isAside, warning },
  time,
  hasRule,
  children,
}: LineProps) {
  const label = isFailure ? '' : labelOf(content);
  return (
    <p
      className={isFailure ? styles.failure : warning ? styles.warning : undefined}
      data-time={time}
      data-rule={hasRule}
      data-aside={isAside}
    >
      {label !== '' && <b>{keepUnits(label)}</b>}
      {keepUnits(content.slice(label.length))}
      {children}
    </p>
  );
}

interface RemedyProps extends Pick<LogPaneProps, 'isReachable' | 'onField'> {
  readonly field: string | undefined;
  readonly isLogin: boolean;
}

/** The remedy for a failure: logging in, or the field that has to be changed. */
function Remedy({ field, isLogin, isReachable, onField }: RemedyProps) {
  if (isLogin)
    return (
      <>
        {' '}
        <Link to={withWayBack('/login', WORKBENCH)}>Log in</Link>
      </>
    );
  if (field === undefined || !isReachable(field)) return undefined;
  return (
    <>
      {' '}
      <button type="button" onClick={() => onField(field)}>
        Change
      </button>
    </>
  );
}
