import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { RegionFrame } from '../../features/measure/region-frame.tsx';
import {
  useRegionDrawing,
  type MeasuredRegion,
} from '../../features/measure/use-region-drawing.ts';
import { pixelAt, type PictureView, type Point, type Size } from './picture-view.ts';
import { createPixelReader } from './pixel-reader.ts';
import styles from './picture.module.css';

/** A pixel and its colour. */
export interface PixelReading extends Point {
  readonly colour: readonly [number, number, number];
}

interface PictureProps {
  /** Data URL. */
  readonly image: string;
  /** Of the picture; undefined until the browser has decoded it. */
  readonly size: Size | undefined;
  /** Undefined until the picture's size is known. */
  readonly view: PictureView | undefined;
  readonly onLoad: (size: Size) => void;
  /** That many steps larger, or smaller where negative. */
  readonly onZoom: (steps: number, point?: Point) => void;
  readonly onMove: (by: Point) => void;
  readonly onFit: () => void;
  /** From the fitted picture to 1:1, and back. */
  readonly onToggle: () => void;
  readonly onRead: (reading: PixelReading | undefined) => void;
  /** The region that is measured, and how it is changed; without these none can be drawn. */
  readonly measured: MeasuredRegion | undefined;
  /** What it is, for those who do not see it. */
  readonly alt: string;
  /** What is drawn over it. */
  readonly over?: ReactNode;
}

/** Wheel movement of one notch, px. */
const NOTCH = 100;
/** Distance that an arrow key moves the picture, px. */
const MOVE_STEP = 40;
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: MOVE_STEP, y: 0 },
  ArrowRight: { x: -MOVE_STEP, y: 0 },
  ArrowUp: { x: 0, y: MOVE_STEP },
  ArrowDown: { x: 0, y: -MOVE_STEP },
};

/**
 * The picture. The wheel zooms at the cursor, dragging moves the picture, a double click fits it to
 * the area.
 */
export function Picture(props: PictureProps) {
  const { image, size, view, onLoad, onFit, measured, alt, over } = props;
  const area = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const readingAt = usePixelReadings(picture, image);
  const drawing = useRegionDrawing(measured, view, size);
  const { isDragging, ...handlers } = useHandlers(area, props, readingAt, drawing);
  return (
    <div
      ref={area}
      className={styles.area}
      role="group"
      aria-label={`Picture: plus and minus zoom, arrow keys move, 0 fits, Z toggles fit and 1:1${measured ? ', R draws a region' : ''}`}
      tabIndex={0}
      data-dragging={isDragging || undefined}
      onDoubleClick={onFit}
      {...handlers}
    >
      <img
        ref={picture}
        src={image}
        alt={alt}
        draggable={false}
        data-reduced={(view && view.scale * window.devicePixelRatio < 1) || undefined}
        style={
          view
            ? { transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }
            : { visibility: 'hidden' }
        }
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          onLoad({ width: naturalWidth, height: naturalHeight })
        }
      />
      {measured?.region && view && size && (
        <RegionFrame
          frame={drawing.frame}
          region={measured.region}
          view={view}
          picture={size}
          onRegion={measured.onRegion}
          onLeave={() => area.current?.focus()}
        />
      )}
      {over}
    </div>
  );
}

/** Actions of wheel, pointer and keys over the area of the picture. */
function useHandlers(
  area: RefObject<HTMLDivElement | null>,
  { view, measured, onZoom, onMove, onFit, onToggle, onRead }: PictureProps,
  readingAt: ReturnType<typeof usePixelReadings>,
  drawing: ReturnType<typeof useRegionDrawing>,
) {
  const [isDragging, setIsDragging] = useState(false);
  const pointOf = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Point => {
    const { left, top } = area.current!.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  useWheel(area, (steps, event) => onZoom(steps, pointOf(event)));
  const onRelease = (): void => {
    drawing.end();
    setIsDragging(false);
  };
  return {
    isDragging,
    onPointerDown: (event: PointerEvent<HTMLDivElement>): void => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (!event.altKey || !drawing.begin(pointOf(event))) setIsDragging(true);
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>): void => {
      if (drawing.draw(pointOf(event))) return;
      if (isDragging)
        onMove({
          x: event.movementX / window.devicePixelRatio,
          y: event.movementY / window.devicePixelRatio,
        });
      else onRead(view && readingAt(view, pointOf(event)));
    },
    onPointerUp: onRelease,
    onPointerCancel: onRelease,
    onPointerLeave: () => onRead(undefined),
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const step = arrows[event.key];
      if (step) onMove(step);
      else if (event.key === '+' || event.key === '=') onZoom(1);
      else if (event.key === '-') onZoom(-1);
      else if (event.key === '0') onFit();
      else if (event.key.toLowerCase() === 'z') onToggle();
      else if (measured && event.key.toLowerCase() === 'r') drawing.focus();
      else return;
      event.preventDefault();
    },
  };
}

/**
 * Handles the wheel over an element. React's own wheel listeners are passive and cannot keep the
 * page from scrolling.
 *
 * @param onWheel gets the number of whole notches, positive away from the user; the small movements
 * of a touchpad add up to one.
 */
function useWheel(
  element: RefObject<HTMLElement | null>,
  onWheel: (notches: number, event: WheelEvent) => void,
): void {
  /** Movement since the last whole notch, px. */
  const turned = useRef(0);
  const take = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    turned.current -=
      event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * (NOTCH / 3) : event.deltaY;
    const notches = Math.trunc(turned.current / NOTCH);
    turned.current -= notches * NOTCH;
    if (notches !== 0) onWheel(notches, event);
  });
  useEffect(() => {
    const { current } = element;
    const listener = (event: WheelEvent): void => take(event);
    current?.addEventListener('wheel', listener, { passive: false });
    return () => current?.removeEventListener('wheel', listener);
  }, [element]);
}

/** Reads pixels of a picture. The picture is drawn to a canvas once. */
function usePixelReadings(picture: RefObject<HTMLImageElement | null>, image: string) {
  const reader = useRef<{
    readonly image: string;
    readonly read: ReturnType<typeof createPixelReader>;
  }>(undefined);
  return (view: PictureView, point: Point): PixelReading | undefined => {
    const { current } = picture;
    if (!current) return undefined;
    const at = pixelAt(view, { width: current.naturalWidth, height: current.naturalHeight }, point);
    if (!at) return undefined;
    if (reader.current?.image !== image)
      reader.current = { image, read: createPixelReader(current) };
    return { ...at, colour: reader.current.read(at) };
  };
}
