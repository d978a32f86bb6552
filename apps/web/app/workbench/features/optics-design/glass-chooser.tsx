import { Button, VisuallyHidden } from '@mantine/core';
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

/** The glasses of the makers: what is chosen is in the lens at once; Enter keeps it, Esc does not. */
export function GlassChooser({
  row,
  store,
  onClose,
}: {
  readonly row: number;
  readonly store: LensStore;
  readonly onClose: () => void;
}) {
  const [glasses, setGlasses] = useState<readonly PrintedGlass[]>();
  const [maker, setMaker] = useState('');
  const [search, setSearch] = useState('');
  const map = useRef<HTMLButtonElement>(null);
  const { now, tried } = useReadable(store);
  const { lens } = now!.draft;
  const before = (tried ?? now!).draft.lens;
  const name = lens.surfaces[row]!.glass;
  useEffect(() => {
    map.current?.focus();
    void store.glasses().then(setGlasses);
    // What is tried when the list goes is kept.
    return () => {
      const { now: last, tried: first } = store.current();
      if (!last || !first) return;
      const glassOf = ({ draft }: typeof last): string => draft.lens.surfaces[row]?.glass ?? 'air';
      store.edit(last.draft, `glass ${row + 1}: ${glassOf(first)} → ${glassOf(last)}`);
    };
  }, [store, row]);
  const shown = useMemo(
    () =>
      (glasses ?? []).filter(
        (glass) =>
          (maker === '' || glass.maker === maker) &&
          glass.name.toUpperCase().includes(search.trim().toUpperCase()),
      ),
    [glasses, maker, search],
  );
  const current = glasses?.find((glass) => glass.name === name);
  const take = (glass: PrintedGlass | undefined): void => {
    if (!glass) return;
    const surfaces = before.surfaces.map((surface, i) =>
      i === row ? { ...surface, glass: glass.name } : surface,
    );
    store.attempt({ ...before, surfaces });
  };
  const onMapKey = (event: KeyboardEvent): void => {
    if (!ARROWS.includes(event.key)) return;
    event.preventDefault();
    take(nextGlass(shown, current ?? MIDDLE, event.key as Direction));
  };
  const onMapClick = ({ detail, clientX, clientY, currentTarget }: MouseEvent): void => {
    // Enter presses the button too.
    if (detail === 0) return onClose();
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const [x, y] = [(clientX - left) / width, (clientY - top) / height];
    take(nearestTo(shown, [x * MAP.width, y * MAP.height]));
  };
  const makers = [...new Set((glasses ?? []).map((glass) => glass.maker))].sort();
  return (
    <section
      className={styles.chooser}
      aria-label={`Glass of surface ${row + 1}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        store.attempt(undefined);
        onClose();
      }}
    >
      <p role="status">
        Surface {row + 1}: {name ?? 'air'}
        {current && `, ${figuresOf(current)}`}
        {glasses?.length === 0 && ' The glasses could not be loaded.'}
      </p>
      <div className={styles.filters}>
        <select aria-label="Maker" value={maker} onChange={(event) => setMaker(event.target.value)}>
          <option value="">All makers</option>
          {makers.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <input
          aria-label="Name of a glass"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take(shown[0]);
          }}
        />
      </div>
      <button
        ref={map}
        type="button"
        className={styles.map}
        onKeyDown={onMapKey}
        onClick={onMapClick}
      >
        <VisuallyHidden>
          Abbe diagram: arrows go to the nearest glass, Enter keeps it, Escape restores
        </VisuallyHidden>
        <Diagram glasses={shown} current={current} />
      </button>
      <select
        className={styles.list}
        size={5}
        aria-label="Glasses"
        value={current?.name ?? ''}
        onChange={(event) => take(shown.find((glass) => glass.name === event.target.value))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onClose();
        }}
      >
        {shown.map((glass) => (
          <option key={glass.name} value={glass.name}>
            {glass.name} · {figuresOf(glass)} · {glass.maker}
          </option>
        ))}
      </select>
      <div className={styles.filters}>
        <Button size="compact-xs" onClick={onClose}>
          Keep (Enter)
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            store.attempt(undefined);
            onClose();
          }}
        >
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
