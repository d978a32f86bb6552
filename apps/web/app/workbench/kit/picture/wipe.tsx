import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import type { LinkedPicture } from './inspected.ts';
import styles from './wipe.module.css';

/** Shares of the width that an arrow key moves the line by, alone and with Shift. */
const [STEP, LARGE_STEP] = [0.01, 0.1];

/** The name of a picture in a corner of it. */
export function PictureName({
  side,
  children,
}: {
  readonly side: 'left' | 'right';
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.name} data-side={side}>
      {children}
    </span>
  );
}

/** A picture with its name. */
export interface NamedPicture {
  readonly name: string;
  readonly address: string;
}

interface WipeProps {
  readonly a: NamedPicture;
  readonly b: NamedPicture;
  readonly picture: Pick<LinkedPicture, 'size' | 'view'>;
}

/**
 * A over B, as far as a line that can be dragged. The line keeps its place when the pictures are
 * zoomed or moved.
 */
export function Wipe({ a, b, picture: { size, view } }: WipeProps) {
  const [place, setPlace] = useState(0.5);
  const moveTo = (next: number): void => setPlace(Math.min(1, Math.max(0, next)));
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left, width } = event.currentTarget.parentElement!.getBoundingClientRect();
    moveTo((event.clientX - left) / width);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const next = { ArrowLeft: place - step, ArrowRight: place + step, Home: 0, End: 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    moveTo(next);
  };
  const percent = `${100 * place}%`;
  return (
    <>
      {size && view && (
        <div className={styles.cover} style={{ clipPath: `inset(0 calc(100% - ${percent}) 0 0)` }}>
          <img
            src={a.address}
            alt={`A: ${a.name}`}
            draggable={false}
            data-reduced={view.scale * window.devicePixelRatio < 1 || undefined}
            style={{
              width: size.width,
              height: size.height,
              transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
            }}
          />
        </div>
      )}
      <PictureName side="left">A {a.name}</PictureName>
      <PictureName side="right">B {b.name}</PictureName>
      <div
        className={styles.line}
        style={{ left: percent }}
        role="slider"
        aria-label="Wipe: A at the left, B at the right"
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(100 * place)}
        aria-valuetext={`${Math.round(100 * place)} % of A`}
        tabIndex={0}
        onPointerDown={(event) => {
          event.stopPropagation();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          event.stopPropagation();
          onPointerMove(event);
        }}
        onDoubleClick={(event) => {
          event.stopPropagation();
          moveTo(0.5);
        }}
        onKeyDown={onKeyDown}
      />
    </>
  );
}
