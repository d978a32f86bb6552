import type { LensFile } from '@lumenloom/browser-host';
import { useEffect, useEffectEvent, useRef, type PointerEvent } from 'react';
import type { Cell } from './lens-draft.ts';
import type { LensState, LensStore } from './lens-store.ts';
import styles from './optics-workspace.module.css';
import { dragged } from './table-edits.ts';

/** Movements of the pointer that are no drag yet, px. */
const STILL_PX = 3;
/** Parts of the profile of a surface. */
const PROFILE = 8;

interface Drag {
  /** Row of the surface, or one more for the sensor. */
  readonly row: number;
  readonly fromPx: number;
  readonly mmPerPx: number;
  /** Between it and the surface before it. */
  readonly thicknessMm: number;
  readonly isMoving: boolean;
}

/**
 * The section of the lens; the last one that could be traced stays. A press selects a surface; a
 * surface that is dragged along the axis, or the sensor, changes the thickness before it. The table
 * has both for the keyboard.
 */
export function Section({
  state: { results, now, tried },
  store,
  selected,
  onSelect,
}: {
  readonly state: LensState;
  readonly store: Pick<LensStore, 'attempt' | 'edit' | 'say'>;
  readonly selected: number;
  readonly onSelect: (cell: Cell) => void;
}) {
  const { layout } = results;
  const failure = layout?.failure;
  const { draft } = now!;
  /** What is dragged is tried, and one step in the end. */
  const before = (tried ?? now!).draft;
  return (
    <div className={styles.drawing}>
      {layout?.value && (
        <>
          <img
            // As an image, so that nothing in it can run.
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(layout.value.drawing)}`}
            alt={`Section of ${draft.lens.name} with its rays${failure ? ', of the lens before' : ''}`}
            data-old={failure !== undefined || undefined}
          />
          {layout.lens.surfaces.length === draft.lens.surfaces.length &&
            isStraight(layout.lens) && (
              <Handles
                lens={layout.lens}
                viewBox={/viewBox="([^"]*)"/.exec(layout.value.drawing)![1]!}
                selected={selected}
                onSelect={(row) =>
                  onSelect({
                    row,
                    column: row < draft.lens.surfaces.length ? 'radius' : 'thickness',
                  })
                }
                onDrag={(row, thicknessMm) => {
                  const edit = dragged(before, row, thicknessMm);
                  if (typeof edit === 'string') store.say(edit);
                  else store.attempt(edit?.draft.lens);
                }}
                onDrop={(row, thicknessMm) => {
                  const edit = thicknessMm !== undefined && dragged(before, row, thicknessMm);
                  if (edit && typeof edit !== 'string') store.edit(edit.draft, edit.name);
                  else store.attempt(undefined);
                }}
              />
            )}
        </>
      )}
      {failure && <p role="alert">{failure.message} The drawing is of the lens before.</p>}
    </div>
  );
}

/** Whether distances lie along one axis: what is dragged is a thickness then. */
const isStraight = ({ surfaces, image }: LensFile): boolean =>
  image?.before === undefined &&
  surfaces.every(
    ({ mirror, before, after, returnTo }) => (mirror ?? before ?? after ?? returnTo) === undefined,
  );

/** Surfaces and sensor of a section, to be pressed and dragged. */
function Handles({
  lens,
  viewBox,
  selected,
  onSelect,
  onDrag,
  onDrop,
}: {
  readonly lens: LensFile;
  readonly viewBox: string;
  readonly selected: number;
  readonly onSelect: (row: number) => void;
  /** Another thickness behind a surface, mm. */
  readonly onDrag: (row: number, thicknessMm: number) => void;
  /** The last one, or undefined where the drag was given up. */
  readonly onDrop: (row: number, thicknessMm: number | undefined) => void;
}) {
  /** No state: a release may come before a move has been drawn. */
  const drag = useRef<Drag>(undefined);
  const { surfaces } = lens;
  const tallest = Math.max(...surfaces.map(({ semiDiameter }) => semiDiameter));
  const profiles = profilesOf(lens, tallest);
  const drop = (thicknessMm: number | undefined): void => {
    const { current } = drag;
    drag.current = undefined;
    if (current?.isMoving) onDrop(current.row - 1, thicknessMm);
  };
  const giveUp = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') drop(undefined);
  });
  useEffect(() => {
    addEventListener('keydown', giveUp);
    return () => removeEventListener('keydown', giveUp);
  }, []);
  return (
    <svg
      viewBox={viewBox}
      aria-hidden
      onPointerMove={({ clientX, buttons }) => {
        const { current } = drag;
        if (!current || current.row === 0 || buttons === 0) return;
        const byPx = clientX - current.fromPx;
        if (!current.isMoving && Math.abs(byPx) < STILL_PX) return;
        drag.current = { ...current, isMoving: true };
        onDrag(current.row - 1, current.thicknessMm + byPx * current.mmPerPx);
      }}
      onPointerUp={({ clientX }) => {
        const { current } = drag;
        if (current) drop(current.thicknessMm + (clientX - current.fromPx) * current.mmPerPx);
      }}
      onPointerCancel={() => drop(undefined)}
    >
      {profiles.map((points, row) => (
        <polyline
          key={row}
          points={points}
          data-selected={row === selected || undefined}
          onPointerDown={(event: PointerEvent<SVGPolylineElement>) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            // The focus goes to the cell.
            event.preventDefault();
            onSelect(row);
            drag.current = {
              row,
              fromPx: event.clientX,
              isMoving: false,
              mmPerPx: 1 / event.currentTarget.getScreenCTM()!.a,
              thicknessMm: surfaces[row - 1]?.thickness ?? 0,
            };
          }}
        />
      ))}
    </svg>
  );
}

/** Points of each surface in the drawing, as of spheres, and last of the sensor. */
function profilesOf({ surfaces }: LensFile, tallest: number): readonly string[] {
  let vertex = 0;
  const lines = surfaces.map(({ radius, semiDiameter, thickness }) => {
    const points = Array.from({ length: 2 * PROFILE + 1 }, (_, i) => {
      const y = (semiDiameter * (i - PROFILE)) / PROFILE;
      const sag = radius
        ? radius - Math.sign(radius) * Math.sqrt(Math.max(0, radius * radius - y * y))
        : 0;
      return `${vertex + sag},${y}`;
    });
    vertex += thickness;
    return points.join(' ');
  });
  return [...lines, `${vertex},${-tallest} ${vertex},${tallest}`];
}
