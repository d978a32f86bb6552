import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Hint } from '../hint/hint.tsx';
import styles from './dimmed.module.css';

interface DimmedProps {
  /** Why the control inside is disabled; undefined while it is not. */
  readonly reason: string | undefined;
  /** Where the reason appears. */
  readonly side?: 'bottom' | 'right';
  /** In a row of controls that is one tab stop: -1 unless this is the current one. */
  readonly tabIndex?: 0 | -1;
  /** One control, which the caller disables natively. */
  readonly children: ReactNode;
}

/**
 * Wrapper of a control that may be disabled: it takes hover and focus in its place, so that the
 * reason can be shown.
 */
export function Dimmed({ reason, side = 'bottom', tabIndex = 0, children }: DimmedProps) {
  const reasonId = useId();
  const wrapper = useRef<HTMLSpanElement>(null);
  const isDimmed = reason !== undefined;

  // A control that becomes disabled loses the focus; the wrapper holds it until the control is
  // enabled again.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isDimmed && activeElement !== wrapper.current && wrapper.current?.contains(activeElement))
      wrapper.current.focus();
    else if (!isDimmed && activeElement === wrapper.current)
      wrapper.current?.querySelector<HTMLElement>('button, select')?.focus();
  }, [isDimmed]);

  const described = isDimmed ? { role: 'group', 'aria-describedby': reasonId } : {};
  return (
    <Hint label={reason} disabled={!isDimmed} position={side}>
      <span
        ref={wrapper}
        className={styles.wrapper}
        data-dimmed={isDimmed || undefined}
        tabIndex={isDimmed ? tabIndex : -1}
        data-stop={isDimmed || undefined}
        {...described}
      >
        {children}
        {isDimmed && (
          <span id={reasonId} hidden>
            {reason}
          </span>
        )}
      </span>
    </Hint>
  );
}
