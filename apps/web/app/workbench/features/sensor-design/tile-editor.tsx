import { useRef, type KeyboardEvent } from 'react';
import { FILTER_COLOURS, NAMED_TILES, bayerOrderOf } from '@lumenloom/engine/catalogue';
import { tileOf, withTile } from './sensor-draft.ts';
import type { SlotProps } from './slot-props.ts';
import styles from './sensor-workspace.module.css';

const LETTERS = Object.keys(FILTER_COLOURS);
const SIDES = Array.from({ length: 8 }, (_, side) => side + 1);
const ARROWS: Readonly<Record<string, readonly [down: number, across: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
/** Colours of the cells. */
const SHOWN: Readonly<Record<string, string>> = {
  r: '#e05252',
  g: '#4fb85a',
  b: '#5a8fe6',
  c: '#43c3c3',
  m: '#cf6ccf',
  y: '#d6c545',
  w: '#dcdcdc',
  i: '#8a6a6a',
};

/** The tile of the colour filter array: presets, size, and a letter per pixel. */
export function TileEditor({ bare, draft: { sensor }, store }: SlotProps) {
  const tile = tileOf(sensor) ?? ['g'];
  const [rows, columns] = [tile.length, tile[0]!.length];
  const preset = Object.keys(NAMED_TILES).find(
    (name) => NAMED_TILES[name]!.join('/') === tile.join('/'),
  );
  const set = (pattern: string | readonly string[]): void => {
    const words = typeof pattern === 'string' ? pattern : pattern.join('/');
    store.edit(withTile(sensor, pattern, bare), `CFA ${words}`);
  };
  /** Grows by what repeats. */
  const resize = (down: number, across: number): void =>
    set(
      Array.from({ length: down }, (_, row) =>
        Array.from({ length: across }, (__, column) => tile[row % rows]![column % columns]).join(
          '',
        ),
      ),
    );
  return (
    <>
      <div className={styles.tools}>
        <label>
          Preset
          <select value={preset ?? ''} onChange={({ target }) => set(target.value)}>
            {preset === undefined && <option value="">own</option>}
            {Object.keys(NAMED_TILES).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <Side label="Rows" side={rows} onSide={(side) => resize(side, columns)} />
        <Side label="Columns" side={columns} onSide={(side) => resize(rows, side)} />
      </div>
      <Cells tile={tile} onTile={set} />
      <p>
        {bayerOrderOf(tile) === undefined && (
          <strong>Not Bayer: the ISP does not develop it, runs end in raw. </strong>
        )}
        A press goes to the next colour; the keys {LETTERS.join(' ')} set one, arrows go on.
      </p>
    </>
  );
}

const Side = ({
  label,
  side,
  onSide,
}: {
  readonly label: string;
  readonly side: number;
  readonly onSide: (side: number) => void;
}) => (
  <label>
    {label}
    <select value={side} onChange={({ target }) => onSide(Number(target.value))}>
      {SIDES.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  </label>
);

/** A letter per pixel: a press goes to the next colour, keys set one. */
function Cells({
  tile,
  onTile,
}: {
  readonly tile: readonly string[];
  readonly onTile: (tile: readonly string[]) => void;
}) {
  const cells = useRef<HTMLDivElement>(null);
  const put = (row: number, column: number, letter: string): void =>
    onTile(
      tile.map((line, i) =>
        i === row ? line.slice(0, column) + letter + line.slice(column + 1) : line,
      ),
    );
  const onKey = (event: KeyboardEvent, row: number, column: number): void => {
    const [down, across] = ARROWS[event.key] ?? [0, 0];
    const letter = event.key.toLowerCase();
    if (down !== 0 || across !== 0)
      cells.current
        ?.querySelector<HTMLElement>(`[data-cell="${row + down} ${column + across}"]`)
        ?.focus();
    else if (!event.ctrlKey && !event.metaKey && !event.altKey && LETTERS.includes(letter))
      put(row, column, letter);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={cells}
      className={styles.tile}
      role="group"
      aria-label="Tile"
      style={{ gridTemplateColumns: `repeat(${tile[0]!.length}, 1fr)` }}
    >
      {tile.flatMap((line, row) =>
        Array.from(line, (letter, column) => (
          <button
            key={`${row} ${column}`}
            type="button"
            data-cell={`${row} ${column}`}
            aria-label={`Row ${row + 1}, column ${column + 1}: ${FILTER_COLOURS[letter as 'r']}`}
            style={{ background: SHOWN[letter] }}
            onClick={() =>
              put(row, column, LETTERS[(LETTERS.indexOf(letter) + 1) % LETTERS.length]!)
            }
            onKeyDown={(event) => onKey(event, row, column)}
          >
            {letter}
          </button>
        )),
      )}
    </div>
  );
}
