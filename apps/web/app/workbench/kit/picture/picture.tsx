import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import {
  pixelAt,
  type PictureView,
  type PixelReading,
  type Point,
  type Size,
} from './picture-view.ts';
import { createPixelReader } from './pixel-reader.ts';
import styles from './picture.module.css';

/** Something that is drawn over the picture, at its scale and place. */
export interface PictureOverlay {
  readonly id: string;
  /** Its keys, after those of the picture: 'R draws a region'. */
  readonly hint: string;
  /**
   * A drag with Alt has begun at a point of the picture's area, px; what is returned gets the
   * points that follow.
   */
  readonly draw?: (from: Point, view: PictureView, picture: Size) => (to: Point) => void;
  readonly Content: ComponentType<{
    readonly view: PictureView;
    readonly picture: Size;
    /** Gives the focus back to the picture. */
    readonly onLeave: () => void;
  }>;
}

interface PictureProps {
  /** Data URL. */
  readonly image: string;
  /** Size of the picture; undefined until the browser has decoded it. */
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
  readonly overlays: readonly PictureOverlay[];
  /** What it is, for those who do not see it. */
  readonly alt: string;
  /** What has come out, before the keys. */
  readonly outcome?: string | undefined;
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
  const { image, size, view, onLoad, onFit, overlays, alt, outcome, over } = props;
  const description = useId();
  const area = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const readingAt = usePixelReadings(picture, image);
  const { isDragging, ...handlers } = useHandlers(area, props, readingAt);
  return (
    <div
      ref={area}
      className={styles.area}
      role="group"
      aria-label={`Picture: ${alt}`}
      aria-describedby={description}
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
      {view &&
        size &&
        overlays.map(({ id, Content }) => (
          <Content key={id} view={view} picture={size} onLeave={() => area.current?.focus()} />
        ))}
      {over}
      <span id={description} hidden>
        {`${outcome ? `${outcome} ` : ''}Plus and minus zoom, arrow keys move, 0 fits, Z toggles fit and 1:1${overlays.map(({ hint }) => `, ${hint}`).join('')}.`}
      </span>
    </div>
  );
}

/** Actions of wheel, pointer and keys over the area of the picture. */
function useHandlers(
  area: RefObject<HTMLDivElement | null>,
  { size, view, overlays, onZoom, onMove, onFit, onToggle, onRead }: PictureProps,
  readingAt: ReturnType<typeof usePixelReadings>,
) {
  /** What is being drawn over the picture. */
  const drawing = useRef<(to: Point) => void>(undefined);
  const [isDragging, setIsDragging] = useState(false);
  const pointOf = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Point => {
    const { left, top } = area.current!.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  useWheel(area, (steps, event) => onZoom(steps, pointOf(event)));
  const onRelease = (): void => {
    drawing.current = undefined;
    setIsDragging(false);
  };
  return {
    isDragging,
    onPointerDown: (event: PointerEvent<HTMLDivElement>): void => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const { draw } = (event.altKey && overlays.find((one) => one.draw)) || {};
      if (draw && view && size) drawing.current = draw(pointOf(event), view, size);
      else setIsDragging(true);
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>): void => {
      if (drawing.current) drawing.current(pointOf(event));
      else if (isDragging)
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
