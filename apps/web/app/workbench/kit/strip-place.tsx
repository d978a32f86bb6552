import { useEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import styles from './strip.module.css';

/** A place of a strip under the picture, one of a radio group with arrow keys: kept in view. */
export function StripPlace({
  name,
  title,
  className = '',
  isCurrent,
  onShow,
  children,
}: {
  readonly name: string;
  readonly title?: string;
  readonly className?: string | undefined;
  readonly isCurrent: boolean;
  readonly onShow: () => void;
  readonly children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isCurrent]);
  return (
    <button
      ref={button}
      type="button"
      className={`${styles.place} ${className}`}
      role="radio"
      aria-checked={isCurrent}
      aria-label={name}
      // Not a tooltip of ours: that would take the first Escape.
      title={title}
      tabIndex={isCurrent ? 0 : -1}
      data-stop
      onClick={onShow}
      onFocus={({ relatedTarget, currentTarget }: FocusEvent) => {
        // Arrow keys have moved the focus here from another place.
        if (currentTarget.parentElement!.contains(relatedTarget)) onShow();
      }}
    >
      {children}
    </button>
  );
}
