import { Button } from '@mantine/core';
import type { PrintedGlass } from '@lumenloom/browser-host';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useReadable } from '../../model/store.ts';
import { ABBE, INDEX, MAP, nearestTo, nextGlass, placeOf, type Direction } from './glass-map.ts';
import type { LensStore } from './lens-store.ts';
import styles from './glass-chooser.module.css';

const ARROWS: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
/** Where the arrows start in air. */
const MIDDLE = { index: 1.6, abbe: 50 };
const TICKS = { abbe: [80, 60, 40, 20], index: [1.5, 1.6, 1.7, 1.8, 1.9, 2] };

const figuresOf = ({ index, abbe }: PrintedGlass): string =>
  `n ${index.toFixed(4)}, ν ${abbe.toFixed(1)}`;

/**
 * The glasses of the makers: what is chosen is in the lens at once; Enter keeps it, Esc does not.
 */
export function GlassChooser({
  row,
  store,
  onClose,
}: {
  readonly row: number;
  readonly store: LensStore;
  readonly onClose: () => void;
}) {
  const { glasses, name, take } = useGlasses(row, store);
  const [filter, setFilter] = useState<Filter>({ maker: '', search: '' });
  const shown = useMemo(
    () =>
      (glasses ?? []).filter(
        (glass) =>
          (filter.maker === '' || glass.maker === filter.maker) &&
          glass.name.toUpperCase().includes(filter.search.trim().toUpperCase()),
      ),
    [glasses, filter],
  );
  const current = glasses?.find((glass) => glass.name === name);
  const restore = (): void => {
    store.attempt(undefined);
    onClose();
  };
  return (
    <section
      className={styles.chooser}
      aria-label={`Glass of surface ${row + 1}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') restore();
      }}
    >
      <p role="status">
        Surface {row + 1}: {name ?? 'air'}
        {current && `, ${figuresOf(current)}`}
        {glasses?.length === 0 && ' The glasses could not be loaded.'}
      </p>
      <Filters
        makers={[...new Set((glasses ?? []).map(({ maker }) => maker))].sort()}
        filter={filter}
        onFilter={setFilter}
        onEnter={() => take(shown[0])}
      />
      <AbbeDiagram glasses={shown} current={current} onGlass={take} onClose={onClose} />
      <GlassList glasses={shown} current={current} onGlass={take} onClose={onClose} />
      <div className={styles.filters}>
        <Button size="compact-xs" onClick={onClose}>
          Keep (Enter)
        </Button>
        <Button size="compact-xs" variant="default" onClick={restore}>
          Restore (Esc)
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={current?.maker !== 'own'}
          onClick={() => {
            const real = shown.filter((glass) => glass.maker !== 'own');
            take(nearestTo(real, placeOf(current!)));
          }}
        >
          Nearest real glass
        </Button>
      </div>
    </section>
  );
}

/** The glasses that a surface can have, its own, and what puts another one into the lens. */
function useGlasses(row: number, store: LensStore) {
  const [glasses, setGlasses] = useState<readonly PrintedGlass[]>();
  const { now, tried } = useReadable(store);
  const before = (tried ?? now!).draft.lens;
  useEffect(() => {
    void store.glasses().then(setGlasses);
    // What is tried when the list goes is kept.
    return () => keepTried(row, store);
  }, [store, row]);
  return {
    glasses,
    name: now!.draft.lens.surfaces[row]!.glass,
    take: (glass: PrintedGlass | undefined): void => {
      if (!glass) return;
      const surfaces = before.surfaces.map((surface, i) =>
        i === row ? { ...surface, glass: glass.name } : surface,
      );
      store.attempt({ ...before, surfaces });
    },
  };
}

function keepTried(row: number, store: LensStore): void {
  const { now, tried } = store.current();
  if (!now || !tried) return;
  const glassOf = ({ draft }: typeof now): string => draft.lens.surfaces[row]?.glass ?? 'air';
  store.edit(now.draft, `glass ${row + 1}: ${glassOf(tried)} → ${glassOf(now)}`);
}

interface Filter {
  /** '' for all. */
  readonly maker: string;
  readonly search: string;
}

function Filters({
  makers,
  filter,
  onFilter,
  onEnter,
}: {
  readonly makers: readonly string[];
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly onEnter: () => void;
}) {
  return (
    <div className={styles.filters}>
      <select
        aria-label="Maker"
        value={filter.maker}
        onChange={(event) => onFilter({ ...filter, maker: event.target.value })}
      >
        <option value="">All makers</option>
        {makers.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <input
        aria-label="Name of a glass"
        placeholder="Search"
        value={filter.search}
        onChange={(event) => onFilter({ ...filter, search: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter();
        }}
      />
    </div>
  );
}

interface Choosing {
  readonly glasses: readonly PrintedGlass[];
  readonly current: PrintedGlass | undefined;
  readonly onGlass: (glass: PrintedGlass | undefined) => void;
  readonly onClose: () => void;
}

const GlassList = ({ glasses, current, onGlass, onClose }: Choosing) => (
  <select
    className={styles.list}
    size={5}
    aria-label="Glasses"
    value={current?.name ?? ''}
    onChange={(event) => onGlass(glasses.find(({ name }) => name === event.target.value))}
    onKeyDown={(event) => {
      if (event.key === 'Enter') onClose();
    }}
  >
    {glasses.map((glass) => (
      <option key={glass.name} value={glass.name}>
        {glass.name} · {figuresOf(glass)} · {glass.maker}
      </option>
    ))}
  </select>
);

/** The diagram as a button: arrows and presses choose, Enter keeps. It takes the focus. */
function AbbeDiagram({ glasses, current, onGlass, onClose }: Choosing) {
  const map = useRef<HTMLButtonElement>(null);
  useEffect(() => map.current?.focus(), []);
  const onKey = (event: KeyboardEvent): void => {
    if (!ARROWS.includes(event.key)) return;
    event.preventDefault();
    onGlass(nextGlass(glasses, current ?? MIDDLE, event.key as Direction));
  };
  const onClick = ({ detail, clientX, clientY, currentTarget }: MouseEvent): void => {
    // Enter presses the button too.
    if (detail === 0) {
      onClose();
      return;
    }
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const [x, y] = [(clientX - left) / width, (clientY - top) / height];
    onGlass(nearestTo(glasses, [x * MAP.width, y * MAP.height]));
  };
  return (
    <button ref={map} type="button" className={styles.map} onKeyDown={onKey} onClick={onClick}>
      <span className="unseen">
        Abbe diagram: arrows go to the nearest glass, Enter keeps it, Escape restores
      </span>
      <Diagram glasses={glasses} current={current} />
    </button>
  );
}

/** Index over Abbe number; all glasses are one path, because there are more than a thousand. */
function Diagram({
  glasses,
  current,
}: {
  readonly glasses: readonly PrintedGlass[];
  readonly current: PrintedGlass | undefined;
}) {
  const dots = useMemo(
    () =>
      glasses
        .map((glass) => placeOf(glass))
        .map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`)
        .join(''),
    [glasses],
  );
  const [x, y] = current ? placeOf(current) : [];
  return (
    <svg viewBox={`0 0 ${MAP.width} ${MAP.height}`} aria-hidden>
      {TICKS.abbe.map((abbe) => {
        const [at] = placeOf({ abbe, index: INDEX[0] });
        return (
          <g key={abbe}>
            <path className={styles.grid} d={`M${at} 0V${MAP.height}`} />
            <text x={at + 3} y={MAP.height - 4}>
              ν {abbe}
            </text>
          </g>
        );
      })}
      {TICKS.index.map((index) => {
        const [, at] = placeOf({ index, abbe: ABBE[0] });
        return (
          <g key={index}>
            <path className={styles.grid} d={`M0 ${at}H${MAP.width}`} />
            <text x={3} y={at - 3}>
              {index}
            </text>
          </g>
        );
      })}
      <path className={styles.dots} d={dots} />
      {current && <circle className={styles.current} cx={x} cy={y} r={6} />}
    </svg>
  );
}
