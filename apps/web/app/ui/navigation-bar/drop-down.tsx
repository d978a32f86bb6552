import { IconChevronDown } from '@tabler/icons-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useId,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { isEntering } from '../is-entering.ts';
import styles from './drop-down.module.css';
import type { MenuItem } from './site-menu.ts';

/**
 * Delay between choosing an item and navigating, ms, so that the choice is visible (specified as
 * about 100 ms).
 */
const CHOICE_DELAY_MS = 100;

/** The open list. A pinned one, opened by click or key, stays open when the pointer leaves. */
export interface OpenList {
  readonly label: string;
  readonly isPinned: boolean;
}

interface Command {
  readonly label: string;
  readonly onChoose: () => void;
}

interface DropDownProps {
  readonly label: string;
  readonly items: readonly (MenuItem | Command)[];
  /** The list is aligned with the end of its button, for buttons at the edge of the window. */
  readonly isAtEnd?: boolean;
  readonly open: OpenList | undefined;
  readonly onChange: (open: OpenList | undefined) => void;
}

/**
 * A button with a list under it. Opens under the pointer, by click, and by the keys Enter, space
 * and arrow down; Esc closes it.
 */
export function DropDown({ label, items, isAtEnd = false, open, onChange }: DropDownProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const isOpen = open?.label === label;
  const close = (): void => {
    onChange(undefined);
  };

  useEffect(() => {
    // The pointer came before React listened.
    if (frame.current!.matches(':hover')) onChange({ label, isPinned: false });
    // oxlint-disable-next-line react/exhaustive-deps -- only when the page comes alive
  }, []);
  const onPointer = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse' || (isOpen && open.isPinned)) return;
    onChange(event.type === 'pointerover' ? { label, isPinned: false } : undefined);
  };
  const onBlur = (event: FocusEvent): void => {
    if (isOpen && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget))
      close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const stops = [button.current!, ...event.currentTarget.querySelectorAll<HTMLElement>('li > *')];
    const here = stops.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 1, End: -1, Escape: 0 }[event.key];
    if (next === undefined || (event.key !== 'ArrowDown' && !isOpen)) return;
    event.preventDefault();
    if (event.key === 'ArrowDown')
      flushSync(() => {
        onChange({ label, isPinned: true });
      });
    stops.at(next % stops.length)?.focus();
  };
  return (
    <div
      ref={frame}
      className={styles.dropDown}
      data-open={isOpen || undefined}
      onPointerOver={(event) => {
        if (isEntering(event)) onPointer(event);
      }}
      onPointerLeave={onPointer}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          onChange(isOpen && open.isPinned ? undefined : { label, isPinned: true });
        }}
      >
        <span>{label}</span>
        <IconChevronDown size={16} aria-hidden />
      </button>
      <ul id={id} data-at-end={isAtEnd || undefined}>
        {items.map((item) => (
          <li key={item.label}>
            <Choice item={item} close={close} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ChoiceProps {
  readonly item: MenuItem | Command;
  /** Closes the list. */
  readonly close: () => void;
}

/** An item of the list: a link, or a button for what is done at once. */
function Choice({ item, close }: ChoiceProps) {
  const go = useDelayedChoice(close);
  if ('to' in item)
    return (
      <Link
        to={item.to}
        prefetch="intent"
        onClick={(event) => {
          go(event, item.to);
        }}
      >
        {item.label}
      </Link>
    );
  return (
    <button
      type="button"
      onClick={() => {
        close();
        item.onChoose();
      }}
    >
      {item.label}
    </button>
  );
}

/** Click handler that closes the list with `close` and follows the link CHOICE_DELAY_MS later. */
function useDelayedChoice(close: () => void) {
  const navigate = useNavigate();
  const timer = useRef<number>(undefined);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
    },
    [],
  );
  return (event: MouseEvent, to: string): void => {
    // The browser opens the new tab or window.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      close();
      void navigate(to);
    }, CHOICE_DELAY_MS);
  };
}
