import type { ComparedPicture, ComparisonMode } from './compared.ts';
import styles from '../../kit/strip.module.css';

/** Factors by which a difference is made visible. */
const FACTORS = [1, 2, 4, 8, 16, 32, 64] as const;
const ways: readonly {
  readonly way: ComparisonMode;
  readonly label: string;
  readonly key: string;
}[] = [
  { way: 'wipe', label: 'Wipe', key: 'W' },
  { way: 'side by side', label: 'Side', key: 'S' },
  { way: 'difference', label: 'Diff', key: 'D' },
];

interface CompareLineProps {
  readonly a: ComparedPicture | undefined;
  readonly b: ComparedPicture;
  /** In what B differs from A; undefined without A. */
  readonly words: string | undefined;
  readonly way: ComparisonMode | undefined;
  readonly onWay: (way: ComparisonMode | undefined) => void;
  readonly factor: number;
  readonly onFactor: (factor: number) => void;
}

/**
 * The line above two compared pictures: their names, the difference of their recipes, and the mode.
 */
export function CompareLine(props: CompareLineProps) {
  const { a, b, words, way, onWay, factor, onFactor } = props;
  const sentence = a
    ? `${a.name} → ${b.name}: ${words || 'the same recipe'}`
    : 'Run another recipe to compare two pictures.';
  return (
    <div className={styles.line}>
      <p className={styles.name} title={sentence}>
        {sentence}
      </p>
      {way === 'difference' && (
        <select
          aria-label="Amplification of the difference"
          value={factor}
          onChange={({ currentTarget: { value } }) => onFactor(Number(value))}
        >
          {FACTORS.map((times) => (
            <option key={times} value={times}>
              ×{times}
            </option>
          ))}
        </select>
      )}
      {a && (
        <span className={styles.files} role="group" aria-label="How A and B are shown">
          {ways.map(({ way: one, label, key }) => (
            <button
              key={one}
              type="button"
              className={styles.small}
              aria-pressed={way === one}
              title={`${key}: ${one}`}
              onClick={() => onWay(way === one ? undefined : one)}
            >
              {label}
            </button>
          ))}
        </span>
      )}
    </div>
  );
}
