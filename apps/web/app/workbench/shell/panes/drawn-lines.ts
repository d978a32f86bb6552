import { useLayoutEffect, useRef, useState, type UIEvent } from 'react';
import type { LogEntry } from '../../model/run/run-store.ts';

/** So many of the newest lines are drawn, and as many more at a time for who scrolls up. */
const LINES = 200;
/** Older lines come when the first one that is drawn is nearer than this, px. */
const MARGIN = 300;

type Log = readonly Pick<LogEntry, 'startsRun'>[];

/** Index of the first line to draw: the first of a run, so that at least so many are drawn. */
export function firstDrawn(log: Log, lines: number): number {
  const last = log.length - lines;
  if (last <= 0) return 0;
  return Math.max(
    0,
    log.findLastIndex(({ startsRun }, index) => startsRun && index <= last),
  );
}

/**
 * The first line of the log that is drawn: a page with many runs keeps as few nodes as one with
 * two. Older lines come, above those that are there, when a person scrolls up to them.
 */
export function useDrawnLines(log: Log, isAtEnd: boolean) {
  const newest = firstDrawn(log, LINES);
  const [held, setHeld] = useState(newest);
  const from = isAtEnd ? newest : Math.min(held, newest);
  /** What stays in its place while lines come above it: its distance from the end, px. */
  const before = useRef<{ readonly box: HTMLDivElement; readonly toEnd: number }>(undefined);
  useLayoutEffect(() => {
    if (!before.current) return;
    const { box, toEnd } = before.current;
    box.scrollTop = box.scrollHeight - toEnd;
    before.current = undefined;
  }, [from]);
  return {
    from,
    onScroll: ({ currentTarget: box }: UIEvent<HTMLDivElement>): void => {
      if (from === 0 || box.scrollTop > MARGIN) {
        setHeld(from);
        return;
      }
      before.current = { box, toEnd: box.scrollHeight - box.scrollTop };
      setHeld(firstDrawn(log, log.length - from + LINES));
    },
  };
}
