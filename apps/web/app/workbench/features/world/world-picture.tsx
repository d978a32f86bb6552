import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import type { LuxMap, ShownWorld, WorldReading } from '@lumenloom/browser-host';
import { falseColours } from '../../kit/picture/false-colours.ts';
import {
  depthPixels,
  depthRange,
  idPixels,
  luminances,
  luxPixels,
  mixedLux,
  mixedRgb,
  normalPixels,
  shownPixels,
  topOfLux,
  type Levels,
} from './mixed-picture.ts';
import type { WorldDraft, WorldState } from './world-draft.ts';
import type { WorldStore } from './world-store.ts';
import styles from './world-workspace.module.css';

const SLOTS = {
  picture: 'Picture',
  depth: 'Depth',
  ids: 'Identifiers',
  normals: 'Normals',
  lux: 'Lux map',
} as const;
type SlotName = keyof typeof SLOTS;
const SAMPLES = [4, 16, 64, 256, 1024];

/** The picture of the engine as far as it is, with the light under the cursor. */
export function WorldPicture({
  state,
  draft,
  store,
}: {
  readonly state: WorldState;
  readonly draft: WorldDraft;
  readonly store: WorldStore;
}) {
  const [slot, setSlot] = useState<SlotName>('picture');
  const [at, setAt] = useState<Place>();
  const { picture } = state;
  const shown = slot === 'lux' ? state.lux : picture;
  const isOld =
    shown !== undefined && (shown.document !== draft.document || state.held !== undefined);
  const name = draft.document.name ?? 'the world';
  const lux = useMemo(
    () => (slot === 'lux' && state.lux ? mixedLux(state.lux.value, draft.levels) : undefined),
    [slot, state.lux, draft.levels],
  );
  const pixels = useMemo(
    () =>
      lux
        ? luxPixels(lux, topOfLux(lux))
        : picture && slot !== 'lux'
          ? pixelsOf(picture.value, slot, draft.levels)
          : undefined,
    [lux, picture, slot, draft.levels],
  );
  return (
    <figure className={styles.figure}>
      <Head slot={slot} samples={state.samples} store={store} onSlot={setSlot} />
      {shown ? (
        <Canvas
          label={`${SLOTS[slot]} of ${name}`}
          size={shown.value}
          pixels={pixels!}
          isOld={isOld}
          onPoint={(place) => {
            setAt(place);
            if (!place) store.leave();
            else if (state.facts) {
              const { columns, rows } = state.facts.value;
              store.probe(Math.floor(place.x * columns), Math.floor(place.y * rows));
            }
          }}
        />
      ) : (
        <p>Computing …</p>
      )}
      {shown && (
        <figcaption>
          {lux && <LuxScale top={topOfLux(lux)} />}
          <p className={styles.words} data-samples={isOld ? 0 : shown.value.samples}>
            {wordsOf(shown.value, isOld, state.samples, draft.levels)}
          </p>
          {picture && (
            <p className={styles.words}>
              {underCursor(picture.value, at, state.reading, draft.levels, slot)}
            </p>
          )}
        </figcaption>
      )}
    </figure>
  );
}

/** What is shown, and how far it is refined. */
function Head({
  slot,
  samples,
  store,
  onSlot,
}: {
  readonly slot: SlotName;
  readonly samples: number;
  readonly store: WorldStore;
  readonly onSlot: (slot: SlotName) => void;
}) {
  return (
    <div className={styles.head}>
      <select
        aria-label="What is shown"
        value={slot}
        onChange={({ target }) => {
          const next = target.value as SlotName;
          onSlot(next);
          store.want(next === 'lux' ? 'lux' : 'picture');
        }}
      >
        {Object.entries(SLOTS).map(([id, label]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <label>
        to
        <select
          aria-label="Paths of each pixel"
          value={samples}
          onChange={({ target }) => store.refineTo(Number(target.value))}
        >
          {SAMPLES.map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
        paths
      </label>
    </div>
  );
}

/** Shares of the picture from its upper left corner. */
interface Place {
  readonly x: number;
  readonly y: number;
}

function Canvas({
  label,
  size: { columns, rows },
  pixels,
  isOld,
  onPoint,
}: {
  readonly label: string;
  readonly size: { readonly columns: number; readonly rows: number };
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly isOld: boolean;
  readonly onPoint: (at: Place | undefined) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cursor, setCursor] = useState<Place>({ x: 0.5, y: 0.5 });
  useEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(new ImageData(pixels, columns, rows), 0, 0);
  }, [pixels, columns, rows]);
  const point = (place: Place): void => {
    setCursor(place);
    onPoint(place);
  };
  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent): Place => {
    const box = currentTarget.getBoundingClientRect();
    const share = (value: number): number => Math.max(0, Math.min(0.999, value));
    return {
      x: share((clientX - box.left) / box.width),
      y: share((clientY - box.top) / box.height),
    };
  };
  return (
    <div
      className={styles.picture}
      role="slider"
      aria-label="Light under the cursor"
      aria-valuenow={Math.round(cursor.x * columns)}
      aria-valuemin={0}
      aria-valuemax={columns}
      aria-valuetext={`column ${Math.round(cursor.x * columns)}, row ${Math.round(cursor.y * rows)}`}
      tabIndex={0}
      onPointerMove={(event) => point(placeOf(event))}
      onPointerLeave={() => onPoint(undefined)}
      onKeyDown={(event) => {
        const [dx, dy] = ARROWS[event.key] ?? [0, 0];
        if (dx === 0 && dy === 0) return;
        event.preventDefault();
        const by = event.shiftKey ? 0.1 : 0.02;
        const share = (value: number): number => Math.max(0, Math.min(0.999, value));
        point({ x: share(cursor.x + by * dx), y: share(cursor.y + by * dy) });
      }}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        width={columns}
        height={rows}
        data-old={isOld || undefined}
      />
    </div>
  );
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function pixelsOf(
  picture: ShownWorld,
  slot: Exclude<SlotName, 'lux'>,
  levels: Levels,
): Uint8ClampedArray<ArrayBuffer> {
  switch (slot) {
    case 'picture':
      return shownPixels(mixedRgb(picture, levels));
    case 'depth':
      return depthPixels(picture.depth);
    case 'ids':
      return idPixels(picture.ids);
    case 'normals':
      return normalPixels(picture.normals);
  }
}

const STEPS_OF_SCALE = 16;

/** The colours of the lux map, from dark to a top. */
function LuxScale({ top }: { readonly top: number }) {
  const colours = falseColours(STEPS_OF_SCALE);
  const stops = Array.from(
    { length: STEPS_OF_SCALE + 1 },
    (_, step) => `rgb(${colours.slice(3 * step, 3 * step + 3).join(' ')})`,
  );
  return (
    <div className={styles.scale} role="img" aria-label={`Dark is 0 lx, pale is ${top} lx or more`}>
      <span>0 lx</span>
      <i style={{ background: `linear-gradient(to right, ${stops.join(', ')})` }} />
      <span>{threeDigits(top)} lx</span>
    </div>
  );
}

/** How far the picture is, and by what it may err. */
function wordsOf(shown: ShownWorld | LuxMap, isOld: boolean, most: number, levels: Levels): string {
  const { samples, isPreview, columns, rows } = shown;
  const size = `${columns} × ${rows}`;
  if (isOld) return 'Of the world before; the next picture is being computed.';
  if (isPreview) return `Preview of ${size}; the full picture is being computed.`;
  if (!('rgb' in shown))
    return `${size}, ${samples} of ${most} samples; on what stands there, on the side that the camera sees.`;
  const { standardErrorPercent, fireflies } = shown;
  const isMixed = Object.values(levels).some((level) => level !== 1);
  const error =
    standardErrorPercent === null
      ? 'standard error unknown below 16 samples'
      : `standard error ${standardErrorPercent} % (median${isMixed ? ', all groups at 1' : ''})`;
  const flies = fireflies > 0 ? `, ${fireflies} fireflies` : '';
  return `${size}, ${samples} of ${most} samples, ${error}${flies}.`;
}

const threeDigits = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 6 });

/** The light at the cursor: lux on the surface, and what the camera sees of it. */
function underCursor(
  picture: ShownWorld,
  at: Place | undefined,
  reading: WorldReading | undefined,
  levels: Levels,
  slot: SlotName,
): string {
  if (!at) {
    if (slot !== 'depth') return 'Point at the picture for the light there; arrows move the point.';
    const { near, far } = depthRange(picture.depth);
    return `Bright is near: ${threeDigits(near)} m to ${threeDigits(far)} m.`;
  }
  const pixel =
    Math.floor(at.y * picture.rows) * picture.columns + Math.floor(at.x * picture.columns);
  const rgb = mixedRgb(
    {
      ...picture,
      rgb: picture.rgb.map((group) => group.subarray(3 * pixel, 3 * pixel + 3)),
    },
    levels,
  );
  const luminance = `${threeDigits(luminances(rgb)[0]!)} cd/m²`;
  if (!reading) return `${luminance}.`;
  const lux = reading.lux.reduce(
    (sum, value, group) => sum + value * (levels[reading.groups[group]!] ?? 1),
    0,
  );
  const isMixed = Object.values(levels).some((level) => level !== 1);
  const error =
    reading.standardErrorLux === null || isMixed
      ? ''
      : ` ± ${reading.standardErrorLux.toPrecision(1)}`;
  return `${reading.object}, ${reading.material}, ${threeDigits(reading.distance)} m: ${threeDigits(lux)}${error} lx, ${luminance}.`;
}
