import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2 } from '@tabler/icons-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import { onUseKey } from './use-in-recipe.ts';
import styles from './design.module.css';

/** Where letters are typed, they are no commands. */
const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  target.matches('select, textarea, input:not([type]), input[type="text"]');

/**
 * The places of a workspace, of which one can cover all of it until Escape, and its keys: ⇧Ctrl+⏎
 * uses the design, letters outside of fields are commands.
 */
export function useSlots(onUse: () => void, letters: Readonly<Record<string, () => void>>) {
  const [enlarged, setEnlarged] = useState<number>();
  const performUse = onUseKey(onUse);
  return {
    onKeyDown: (event: KeyboardEvent): void => {
      performUse(event);
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const perform = letters[key.toLowerCase()];
      if (key === 'Escape' && enlarged !== undefined && !event.defaultPrevented) {
        event.stopPropagation();
        setEnlarged(undefined);
      } else if (perform && !(ctrlKey || metaKey || altKey || isTyping(target))) {
        event.preventDefault();
        perform();
      }
    },
    frameOf: (slot: number): Pick<SlotFrameProps, 'isEnlarged' | 'onEnlarge'> => ({
      isEnlarged: enlarged === slot,
      onEnlarge: () => setEnlarged(enlarged === slot ? undefined : slot),
    }),
  };
}

export interface SlotFrameProps {
  readonly isEnlarged: boolean;
  readonly onEnlarge: () => void;
}

/** A place of a workspace: the list of what it can show, and what it shows. */
export function SlotFrame<Name extends string>({
  label,
  name,
  labels,
  isEnlarged,
  onShow,
  onEnlarge,
  children,
}: {
  readonly label: string;
  readonly name: Name;
  /** What it can show, in the order of the list. */
  readonly labels: Readonly<Record<Name, string>>;
  readonly onShow: (name: Name) => void;
  readonly children: ReactNode;
} & SlotFrameProps) {
  return (
    <figure
      className={styles.slot}
      data-enlarged={isEnlarged || undefined}
      onDoubleClick={({ target }) => {
        // In fields and on buttons two presses are two presses.
        if (target instanceof Element && target.closest('img, svg') && !target.closest('button'))
          onEnlarge();
      }}
    >
      <div className={styles.head}>
        <select
          aria-label={label}
          value={name}
          onChange={({ target }) => onShow(target.value as Name)}
        >
          {(Object.keys(labels) as Name[]).map((one) => (
            <option key={one} value={one}>
              {labels[one]}
            </option>
          ))}
        </select>
        <IconButton
          label={isEnlarged ? `Make ${label} small` : `Enlarge ${label}`}
          hint={isEnlarged ? 'Small again (Esc)' : 'Enlarge (double click); Esc: small again'}
          icon={isEnlarged ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal}
          onClick={onEnlarge}
        />
      </div>
      {children}
    </figure>
  );
}
