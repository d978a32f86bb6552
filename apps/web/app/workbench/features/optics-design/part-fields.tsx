import { useState } from 'react';
import styles from './surface-fold.module.css';

type Table = Readonly<Record<string, unknown>>;

/** Labels of the keys of parts of a surface. */
const LABELS: Readonly<Record<string, string>> = {
  halfX: 'Half width',
  halfY: 'Half height',
  x: 'Middle x',
  y: 'Middle y',
  first: 'First arm, °',
  turn: 'Turn, °',
  normRadius: 'Norm radius',
  focalLengthMm: 'Focal length',
  linesPerMicrometre: 'Lines per µm',
  points: 'Points x y; …',
  terms: 'Terms i j mm; …',
};
const labelOf = (key: string): string =>
  LABELS[key] ?? `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`;

/** A number, a list of numbers, or a list of such lists as text. */
function textOf(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'number' ? String(value) : '';
  const isNested = value.some(Array.isArray);
  return value
    .map((one: unknown) => (Array.isArray(one) ? one.join(' ') : String(one)))
    .join(isNested ? '; ' : ' ');
}

const numbersIn = (text: string): readonly number[] =>
  text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map(Number);

/** The value of a text in the form of the one before; undefined for a blank. */
function valueOf(text: string, key: string, before: unknown): unknown {
  if (text.trim() === '') return undefined;
  if (key === 'points' || key === 'terms') return text.split(';').map(numbersIn);
  return Array.isArray(before) || key === 'coefficients' ? numbersIn(text) : Number(text);
}

/** Fields for the numbers of a part of a surface; a blank one is absent. */
export function PartFields({
  table,
  keys,
  name,
  onChange,
}: {
  readonly table: Table;
  readonly keys: readonly string[];
  /** Of the part, for those who do not see it. */
  readonly name: string;
  readonly onChange: (table: Table) => void;
}) {
  return keys.map((key) => (
    <PartField
      key={key}
      label={labelOf(key)}
      name={`${labelOf(key)} of ${name}`}
      text={textOf(table[key])}
      isWide={key === 'points' || key === 'terms' || key === 'coefficients'}
      onChange={(text) => {
        const value = valueOf(text, key, table[key]);
        const { [key]: _, ...others } = table;
        onChange(value === undefined ? others : { ...table, [key]: value });
      }}
    />
  ));
}

/** A field that is taken when it is left. */
export function PartField({
  label,
  name,
  text,
  isWide = false,
  onChange,
}: {
  readonly label: string;
  readonly name: string;
  readonly text: string;
  readonly isWide?: boolean;
  readonly onChange: (text: string) => void;
}) {
  const [typing, setTyping] = useState<string>();
  return (
    <label className={styles.field} data-wide={isWide || undefined}>
      <span>{label}</span>
      <input
        aria-label={name}
        value={typing ?? text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTyping(event.target.value)}
        onBlur={() => {
          if (typing !== undefined && typing !== text) onChange(typing);
          setTyping(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
    </label>
  );
}
