import type { Icon } from '@tabler/icons-react';
import { Hint } from '../hint/hint.tsx';
import styles from './icon-button.module.css';

interface IconButtonProps {
  readonly label: string;
  readonly icon: Icon;
  /** Shown on hover and focus instead of the label: what the button does, or why it is disabled. */
  readonly hint?: string | undefined;
  /** Disabled for now; the hint says why. */
  readonly isIdle?: boolean;
  /** A dot: something behind the button differs from the defaults; the hint says what. */
  readonly isMarked?: boolean;
  readonly disabled?: boolean;
  /** In a row of controls that is one tab stop: -1 unless this is the current one. */
  readonly tabIndex?: 0 | -1;
  /** State of a toggle button. */
  readonly isPressed?: boolean;
  readonly onClick: () => void;
}

/** Small button with an icon and a tooltip. */
export function IconButton({
  label,
  icon: Picture,
  hint = label,
  isIdle = false,
  isMarked = false,
  disabled = false,
  tabIndex,
  isPressed,
  onClick,
}: IconButtonProps) {
  return (
    <Hint label={hint}>
      <button
        type="button"
        className={styles.button}
        data-idle={isIdle || undefined}
        data-marked={isMarked || undefined}
        disabled={disabled}
        aria-pressed={isPressed}
        tabIndex={tabIndex}
        data-stop={tabIndex !== undefined || undefined}
        onClick={onClick}
      >
        <Picture size={16} aria-hidden />
        <span className="unseen">{label}</span>
      </button>
    </Hint>
  );
}
