import type { NumberField } from '@lumenloom/engine/catalogue';
import { createContext, use, useRef, type PointerEvent } from 'react';
import { typedDefault } from '../recipe/recipe.ts';
import { scaleOf } from './number-scale.ts';
import styles from './scrub.module.css';

/** Whether changes are drawn at once: number fields then have sliders, and their labels can be dragged. */
export const LiveContext = createContext(false);

/** Positions of a slider. */
const STEPS = 400;
/** Part of a step that the pointer moves by with Shift. */
const FINE = 0.1;

interface ScrubProps {
  readonly field: NumberField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Handlers for a label that changes its number by dragging: a pixel is a step, with Shift a tenth of one; a double click restores the default. */
export function useScrubbing(field: NumberField, value: string, onChange: (value: string) => void) {
  const isLive = use(LiveContext);
  const position = useRef<number>(undefined);
  if (!isLive) return {};
  const scale = scaleOf(field);
  return {
    className: styles.label,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      position.current = scale.positionOf(Number(value));
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (position.current === undefined || event.movementX === 0) return;
      const moved = (event.movementX / STEPS) * (event.shiftKey ? FINE : 1);
      position.current = Math.min(1, Math.max(0, position.current + moved));
      onChange(String(scale.valueAt(position.current)));
    },
    onPointerUp: () => {
      position.current = undefined;
    },
    onPointerCancel: () => {
      position.current = undefined;
    },
    onDoubleClick: () => onChange(String(typedDefault(field))),
  };
}

/** A slider for a number, while live is on. */
export function NumberSlider({ field, value, onChange }: ScrubProps) {
  if (!use(LiveContext)) return undefined;
  const scale = scaleOf(field);
  return (
    <input
      type="range"
      className={styles.slider}
      aria-label={`${field.label}, slider`}
      aria-valuetext={`${value} ${field.unit}`}
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
