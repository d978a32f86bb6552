import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import type { PictureOverlay } from '../../kit/picture/picture.tsx';
import type { Point, Size } from '../../kit/picture/picture-view.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { follow, useReadable, writable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import { isChartWithDepth } from './chart-with-depth.ts';
import type { AskFocus } from './focus-engine.ts';
import styles from './focus-here.module.css';
import { metresInWords, typedMetres } from './metres.ts';
import { opticsOf, withMode } from './typed-optics.ts';

/** Where the lens was focused last, until the next change. */
interface Mark {
  readonly at: Point;
  readonly distance: number;
  /** Size of the picture: the square belongs to no stage of another size. */
  readonly size: Size;
  readonly recipe: Recipe;
}

const NOTHING_TO_FOCUS_ON = 'Set a distance or a depth map first';
const OUTSIDE = 'Nothing is there to focus on.';

/** The distance of a scene that is flat, m; undefined for one at infinity, or with depth. */
const flatDistance = ({ opticsParams }: Recipe): number | undefined => {
  const distance = Number(opticsParams?.objectDistance ?? NaN);
  return Number.isFinite(distance) ? distance : undefined;
};
const hasDepth = (recipe: Recipe): boolean =>
  recipe.sceneDepth !== undefined || isChartWithDepth(recipe);

/** The crosshair, and the place where the lens was focused last. */
function createPlaces({
  recipe,
  change,
  say,
  signal,
}: Pick<Bench, 'recipe' | 'change' | 'say' | 'signal'>) {
  /** Undefined while no place is being chosen. */
  const cross = writable<Point | undefined>(undefined);
  const mark = writable<Mark | undefined>(undefined);
  follow(
    [recipe],
    () => {
      if (mark.current()?.recipe !== recipe.current()) mark.set(undefined);
    },
    signal,
  );
  const leave = (): boolean => {
    const wasOn = cross.current() !== undefined;
    cross.set(undefined);
    if (wasOn) say('', 'line');
    return wasOn;
  };
  return {
    cross,
    mark,
    leave,
    focusOn: (distance: number, at: Point, size: Size): void => {
      const { opticsParams = {} } = recipe.current();
      const mode = distance === Infinity ? 'infinity' : 'distance';
      const optics = opticsOf(withMode(opticsParams, mode, typedMetres(distance)));
      leave();
      const name = `focus ${metresInWords(distance)} at x ${at.x} y ${at.y}`;
      change({ type: 'optics', optics, name });
      mark.set({ at, distance, size, recipe: recipe.current() });
    },
  };
}

/** Focusing on what a place of the picture shows. */
export function createFocusHere(
  bench: Pick<Bench, 'recipe' | 'size' | 'change' | 'say' | 'show' | 'signal'>,
  ask: AskFocus,
) {
  const { recipe, size, say, show, signal } = bench;
  const places = createPlaces(bench);
  const { cross, mark, focusOn } = places;
  let layer: HTMLDivElement | null = null;
  const openScene = (): void => {
    say('', 'line');
    show({ dialog: { name: 'scene', focus: 'objectDistance' } });
  };
  const distanceAt = async (now: Recipe, at: Point, picture: Size): Promise<number | string> => {
    const answer = await ask(now, { ...at, ...picture });
    if (answer.kind === 'focus') return answer.distance ?? OUTSIDE;
    if (answer.kind === 'refused') return answer.problems[0]!.message;
    return answer.kind === 'failed' ? answer.message : '';
  };
  return {
    ...places,
    setLayer: (element: HTMLDivElement | null): void => {
      layer = element;
    },
    start: (): void => {
      const [picture, now] = [size.current(), recipe.current()];
      if (!picture) return;
      const flat = hasDepth(now) ? undefined : flatDistance(now);
      if (!hasDepth(now) && flat === undefined) {
        say(NOTHING_TO_FOCUS_ON, 'line', { label: 'Scene Params', perform: openScene });
        return;
      }
      say(flat === undefined ? '' : `The scene is flat: focus on its ${flat} m`, 'line');
      const middle = { x: Math.floor(picture.width / 2), y: Math.floor(picture.height / 2) };
      // The crosshair must be there before it can have the focus.
      flushSync(() => cross.set(cross.current() ?? mark.current()?.at ?? middle));
      layer?.focus();
    },
    /** Focuses on what a pixel shows. */
    choose: async (at: Point): Promise<void> => {
      const [picture, now] = [size.current(), recipe.current()];
      if (!picture) return;
      const distance = hasDepth(now) ? await distanceAt(now, at, picture) : flatDistance(now);
      if (signal.aborted || recipe.current() !== now || distance === undefined) return;
      if (typeof distance === 'number') focusOn(distance, at, picture);
      else say(distance, 'line');
    },
  };
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Pixels of a step with Shift. */
const LARGE_STEP = 10;

const inside = ({ x, y }: Point, { width, height }: Size): Point => ({
  x: Math.min(width - 1, Math.max(0, x)),
  y: Math.min(height - 1, Math.max(0, y)),
});

/** The crosshair over the picture, and the square where the lens was focused last. */
export const focusOverlay = ({
  cross,
  mark,
  leave,
  setLayer,
  choose,
}: ReturnType<typeof createFocusHere>): PictureOverlay['Content'] =>
  function FocusHere({ view, picture, onLeave }) {
    const at = useReadable(cross);
    const marked = useReadable(mark);
    const layer = useRef<HTMLDivElement>(null);
    useEffect(() => {
      setLayer(layer.current);
    });
    const middleOf = ({ x, y }: Point) => ({
      left: view.x + (x + 0.5) * view.scale,
      top: view.y + (y + 0.5) * view.scale,
    });
    const isThere = marked?.size.width === picture.width && marked.size.height === picture.height;
    const square = isThere && (
      <span className={styles.square} style={middleOf(marked.at)}>
        <span>{metresInWords(marked.distance)}</span>
      </span>
    );
    if (!at) return square;
    const pixelOf = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top } = layer.current!.getBoundingClientRect();
      return inside(
        {
          x: Math.floor((clientX - left - view.x) / view.scale),
          y: Math.floor((clientY - top - view.y) / view.scale),
        },
        picture,
      );
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const step = arrows[event.key];
      const by = event.shiftKey ? LARGE_STEP : 1;
      if (step) cross.set(inside({ x: at.x + by * step.x, y: at.y + by * step.y }, picture));
      else if (event.key === 'Enter') void choose(at).then(onLeave);
      else if (event.key === 'Escape') {
        leave();
        onLeave();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    return (
      <>
        {square}
        <div
          ref={(element) => {
            layer.current = element;
            setLayer(element);
          }}
          className={styles.layer}
          role="group"
          aria-label={`Focus at x ${at.x}, y ${at.y}: arrow keys move, with Shift by ${LARGE_STEP}, Enter or a click focuses, Escape leaves`}
          tabIndex={0}
          onKeyDown={onKeyDown}
          // The picture would take the pointer to be moved.
          onPointerDown={(event) => event.stopPropagation()}
          onPointerMove={(event) => cross.set(pixelOf(event))}
          onDoubleClick={(event) => event.stopPropagation()}
          onClick={(event) => void choose(pixelOf(event)).then(onLeave)}
        >
          <span className={styles.cross} style={middleOf(at)} />
        </div>
      </>
    );
  };
