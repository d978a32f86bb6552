import { Button, CloseButton, Modal } from '@mantine/core';
import { use, useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import styles from './dialog-frame.module.css';
import { DockedContext, ToolsContext } from './contexts.ts';
import { useOpener } from './use-opener.ts';

interface DialogFrameProps {
  readonly title: string;
  /** px; a narrower window limits it. */
  readonly width: number;
  /** px; without it the dialog is as high as its fields. */
  readonly height?: number | undefined;
  readonly onClose: () => void;
  /** Called for Enter in a field and for the Modify button. */
  readonly onSubmit: () => void;
  /** A sentence beside the buttons; a new one is read out. */
  readonly note?: string;
  /** Something was typed that Modify has not taken. */
  readonly isTyped: boolean;
  /** Restores the defaults in the fields, without submitting them. */
  readonly onDefaults?: () => void;
  readonly children: ReactNode;
}

/** Smallest distance between dialog and window, px (docs/reference/protocol.md#dialog-sizes). */
const MARGIN = 8;

/**
 * The frame of all dialogs: modal, or beside the picture while docked; Escape closes; Enter and
 * Modify submit and close; the focus returns to the element that had it. With tools, Escape asks
 * before it discards what was typed, and Modify goes to a field that is marked as wrong.
 */
export function DialogFrame(props: DialogFrameProps) {
  const isDocked = use(DockedContext);
  return isDocked ? <DockedDialog {...props} /> : <ModalDialog {...props} />;
}

function ModalDialog(props: DialogFrameProps) {
  const { title, width, height, onClose, isTyped } = props;
  const hasTools = use(ToolsContext);
  const [isAsking, setIsAsking] = useState(false);
  useOpener();
  return (
    <Modal
      opened
      centered
      // Escape takes a question back that it has asked.
      onClose={() => (hasTools && isTyped ? setIsAsking(!isAsking) : onClose())}
      title={title}
      size={width}
      xOffset={MARGIN}
      yOffset={MARGIN}
      returnFocus={false}
      // A stray click must not discard a table full of numbers.
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.6 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{
        content: styles.content!,
        header: styles.header!,
        title: styles.title!,
        body: styles.body!,
      }}
      styles={{
        content: {
          height: height === undefined ? undefined : `min(${height}px, 100dvh - ${2 * MARGIN}px)`,
        },
      }}
    >
      <DialogForm {...props} isAsking={isAsking} onGoOn={() => setIsAsking(false)} />
    </Modal>
  );
}

/** Stands in the tab beside the picture. */
function DockedDialog(props: DialogFrameProps) {
  const { title, onClose } = props;
  const [opener] = useState(() => document.activeElement);
  const frame = useRef<HTMLDivElement>(null);
  // Somebody who only steps through the tabs stays there.
  const isSteppedTo = opener?.matches('[role=tab]') ?? false;
  useEffect(() => {
    if (!isSteppedTo)
      frame.current?.querySelector<HTMLElement>('[data-autofocus], input, select')?.focus();
  }, [isSteppedTo]);
  const close = (): void => {
    onClose();
    if (!isSteppedTo && opener instanceof HTMLElement) opener.focus();
  };
  return (
    <div
      ref={frame}
      className={styles.docked}
      role="dialog"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <header className={styles.header}>
        <h2 className={styles.title}>{title}</h2>
        <CloseButton aria-label="Close" onClick={close} />
      </header>
      {/* What was typed counts already. */}
      <DialogForm {...props} onClose={close} isAsking={false} onGoOn={close} />
    </div>
  );
}

interface DialogFormProps extends DialogFrameProps {
  /** Asks whether what was typed shall be discarded. */
  readonly isAsking: boolean;
  /** The answer is no. */
  readonly onGoOn: () => void;
}

function DialogForm(props: DialogFormProps) {
  const { onClose, onSubmit, note, onDefaults, isAsking, onGoOn, children } = props;
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) {
      wrong.focus();
      return;
    }
    onSubmit();
    onClose();
  };
  return (
    <form className={styles.form} noValidate autoComplete="off" onSubmit={submit}>
      <div className={styles.fields} onFocus={isAsking ? onGoOn : undefined}>
        {children}
      </div>
      <footer className={styles.footer}>
        {isAsking ? (
          <DiscardQuestion onDiscard={onClose} onGoOn={onGoOn} />
        ) : (
          <>
            {onDefaults && (
              <Button
                type="button"
                size="xs"
                h={32}
                variant="subtle"
                color="gray"
                onClick={onDefaults}
              >
                Defaults
              </Button>
            )}
            {note && (
              <p className={styles.note} role="status">
                {note}
              </p>
            )}
          </>
        )}
        <Button type="submit" size="xs" h={32} className={styles.submit}>
          Modify
        </Button>
      </footer>
    </form>
  );
}

/** Asks before what was typed is lost; the focus returns to where it was when the answer is no. */
function DiscardQuestion({
  onDiscard,
  onGoOn,
}: {
  readonly onDiscard: () => void;
  readonly onGoOn: () => void;
}) {
  const [typing] = useState(() => document.activeElement);
  const goOn = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    goOn.current?.focus();
    return () => {
      // Whoever pressed a field has the focus there.
      if (document.activeElement === document.body && typing instanceof HTMLElement) typing.focus();
    };
  }, [typing]);
  return (
    <div className={styles.question} role="group" aria-labelledby="discard-question">
      <p id="discard-question" role="alert">
        Discard what you typed?
      </p>
      <Button type="button" size="xs" h={32} variant="default" onClick={onDiscard}>
        Discard
      </Button>
      <Button ref={goOn} type="button" size="xs" h={32} variant="default" onClick={onGoOn}>
        Keep editing
      </Button>
    </div>
  );
}
