import {
  cloneElement,
  lazy,
  Suspense,
  useEffect,
  useState,
  type ComponentType,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { isEntering } from '../is-entering.ts';

/** Loaded with the first hint: what places it is a tenth of the first scripts of the workbench. */
const HintBubble = lazy(async (): Promise<{ default: ComponentType<HintBubbleProps> }> => {
  try {
    return { default: (await import('./hint-bubble.tsx')).HintBubble };
  } catch (error) {
    console.warn('hint:', error);
    return { default: () => undefined };
  }
});

const OPEN_DELAY_MS = 200;

export interface HintBubbleProps {
  /** What it belongs to. */
  readonly control: HTMLElement;
  readonly label: ReactNode;
  readonly position: 'top' | 'bottom' | 'right';
  /** Takes the id of its element. */
  readonly onId: (id: string | undefined) => void;
}

/** What a hint needs of its control. */
interface ControlProps {
  readonly 'aria-describedby'?: string | undefined;
  readonly onPointerOver?: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  readonly onFocus?: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur?: (event: FocusEvent<HTMLElement>) => void;
}

interface HintProps
  extends Pick<HintBubbleProps, 'label'>, Partial<Pick<HintBubbleProps, 'position'>> {
  readonly disabled?: boolean;
  readonly children: ReactElement<ControlProps>;
}

/**
 * Tooltip of a control, shown on hover and on focus by keyboard; Escape closes it. A control that
 * has a description keeps it.
 */
export function Hint({ label, disabled = false, position = 'top', children }: HintProps) {
  /** The control while its tooltip is open. */
  const [control, setControl] = useState<HTMLElement>();
  const [bubbleId, setBubbleId] = useState<string>();
  /** The control while the pointer is over it. */
  const [hovered, setHovered] = useState<HTMLElement>();
  const isOpen = control !== undefined && !disabled;
  const close = (): void => {
    setHovered(undefined);
    setControl(undefined);
    setBubbleId(undefined);
  };
  useEffect(() => {
    if (!hovered) return undefined;
    const opening = setTimeout(() => {
      // On a busy page the pointer may have left before this effect could end.
      if (hovered.matches(':hover')) setControl(hovered);
    }, OPEN_DELAY_MS);
    return () => clearTimeout(opening);
  }, [hovered]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') close();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOpen]);
  const { props } = children;
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': props['aria-describedby'] ?? (isOpen ? bubbleId : undefined),
        onPointerOver: (event) => {
          props.onPointerOver?.(event);
          if (isEntering(event)) setHovered(event.currentTarget);
        },
        onPointerLeave: (event) => {
          props.onPointerLeave?.(event);
          close();
        },
        onFocus: (event) => {
          props.onFocus?.(event);
          if (event.target.matches(':focus-visible')) setControl(event.currentTarget);
        },
        onBlur: (event) => {
          props.onBlur?.(event);
          // The focus may go elsewhere, such as back from a dialog, while the pointer stays.
          if (!event.currentTarget.matches(':hover')) close();
        },
      })}
      {isOpen && (
        <Suspense>
          <HintBubble control={control} label={label} position={position} onId={setBubbleId} />
        </Suspense>
      )}
    </>
  );
}
