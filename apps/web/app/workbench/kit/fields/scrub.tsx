import type { Field } from '@lumenloom/engine/catalogue';
import { use, useRef, type ReactNode } from 'react';
import { typedDefault, type TypedValue } from '../../model/recipe/recipe.ts';
import { scaleOf, type ScaledField } from './number-scale.ts';
import styles from './scrub.module.css';
import { DockedContext } from '../dialog/contexts.ts';

/** Positions of a slider. */
const STEPS = 400;
/** Part of a step that the pointer moves by with Shift. */
const FINE = 0.1;

interface SliderProps {
  readonly label: string;
  /** Unit of the number, or what else is said after it. */
  readonly unit: string;
  readonly scaled: ScaledField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * A label that changes its number by dragging while dialogs are docked: a pixel is a step, with
 * Shift a tenth of one; a double click restores the default.
 */
export function ScrubLabel({
  field,
  value,
  onChange,
  children,
}: {
  readonly field: Field;
  readonly value: TypedValue;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}) {
  const isDocked = use(DockedContext);
  const position = useRef<number>(undefined);
  if (!isDocked || field.kind !== 'number') return children;
  const scale = scaleOf(field);
  const end = (): void => {
    position.current = undefined;
  };
  return (
    <span
      className={styles.label}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        position.current = scale.positionOf(Number(value));
      }}
      onPointerMove={(event) => {
        if (position.current === undefined || event.movementX === 0) return;
        const moved = (event.movementX / STEPS) * (event.shiftKey ? FINE : 1);
        position.current = Math.min(1, Math.max(0, position.current + moved));
        onChange(String(scale.valueAt(position.current)));
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onChange(String(typedDefault(field)))}
    >
      {children}
    </span>
  );
}

/** A slider for a number, while dialogs are docked. */
export function NumberSlider({ label, unit, scaled, value, onChange }: SliderProps) {
  if (!use(DockedContext)) return undefined;
  const scale = scaleOf(scaled);
  return (
    <input
      type="range"
      className={styles.slider}
      aria-label={`${label}, slider`}
      aria-valuetext={`${value} ${unit}`}
      min={0}
      max={STEPS}
      step="any"
      value={scale.positionOf(Number(value)) * STEPS}
      onChange={(event) =>
        onChange(String(scale.valueAt(Number(event.currentTarget.value) / STEPS)))
      }
    />
  );
}
