import type { KeyboardEvent, ReactNode } from 'react';
import styles from './list-dialog.module.css';
import { ModalFrame } from './modal-frame.tsx';
import { useOpener } from './use-opener.ts';

const [WIDTH, MARGIN] = [1100, 8];

/** A wide dialog of a list; the focus goes back to what opened it, and keys belong to it. */
export function ListDialog({
  title,
  onClose,
  onKeyDown,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}) {
  useOpener();
  return (
    <ModalFrame
      onKeyDown={(event) => {
        event.stopPropagation();
        onKeyDown?.(event);
      }}
      onClose={onClose}
      title={title}
      size={WIDTH}
      xOffset={MARGIN}
      yOffset={MARGIN}
      returnFocus={false}
      closeOnClickOutside={false}
      bodyClass={styles.body}
      contentClass={styles.content}
    >
      {children}
    </ModalFrame>
  );
}
