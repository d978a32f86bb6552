import { Button } from '@mantine/core';
import { useRef, type RefObject } from 'react';
import type { Filters } from './filters.ts';
import { CATALOGUES, GROUPS, type PartsChoice } from './part-rows.ts';
import styles from './parts-dialog.module.css';

interface FilterBarProps {
  readonly choice: PartsChoice;
  readonly filters: Filters;
  /** Mounts that the parts have. */
  readonly mounts: readonly string[];
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onChange: (filters: Filters) => void;
  readonly onAdd: (file: File) => void;
}

type NumberKey = 'shortest' | 'longest' | 'slowest' | 'finest' | 'coarsest';

/** Search and filters. */
export function FilterBar({ choice, filters, mounts, search, onChange, onAdd }: FilterBarProps) {
  const file = useRef<HTMLInputElement>(null);
  const set = (change: Partial<Filters>): void => onChange({ ...filters, ...change });
  return (
    <div className={styles.filters} role="search">
      <input
        ref={search}
        className={styles.search}
        type="search"
        data-autofocus
        aria-label="Search"
        placeholder={choice === 'optics' ? 'Search, e.g. “50 f/2 voigt”' : 'Search'}
        value={filters.search}
        onChange={(event) => set({ search: event.target.value })}
      />
      {GROUPS.filter((group) => group !== CATALOGUES || choice === 'optics').map((group) => (
        <label key={group} className={styles.check}>
          <input
            type="checkbox"
            checked={filters.groups.includes(group)}
            onChange={({ target }) =>
              set({
                groups: GROUPS.filter((one) =>
                  one === group ? target.checked : filters.groups.includes(one),
                ),
              })
            }
          />
          {group}
        </label>
      ))}
      <FigureFilters choice={choice} filters={filters} mounts={mounts} onSet={set} />
      <Button size="xs" h={32} variant="default" onClick={() => file.current?.click()}>
        Add a file
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="File"
        onChange={({ target }) => {
          const [first] = target.files ?? [];
          if (first) onAdd(first);
          target.value = '';
        }}
      />
    </div>
  );
}

/** Filters by the figures of lenses or sensors. */
function FigureFilters({
  choice,
  filters,
  mounts,
  onSet,
}: Pick<FilterBarProps, 'choice' | 'filters' | 'mounts'> & {
  readonly onSet: (change: Partial<Filters>) => void;
}) {
  const number = (key: NumberKey, label: string) => (
    <input
      className={styles.number}
      inputMode="decimal"
      aria-label={label}
      value={filters[key]}
      onChange={(event) => onSet({ [key]: event.target.value })}
    />
  );
  const choiceOf = (key: 'shutter' | 'mount', label: string, options: readonly string[]) => (
    <label className={styles.check}>
      {label}
      <select value={filters[key]} onChange={({ target }) => onSet({ [key]: target.value })}>
        <option value="">any</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
  return (
    <>
      {choice === 'optics' && (
        <>
          <span className={styles.check}>
            EFL {number('shortest', 'Shortest focal length, mm')}–
            {number('longest', 'Longest focal length, mm')}
          </span>
          <span className={styles.check}>f/ ≤ {number('slowest', 'Largest f-number')}</span>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={filters.covers}
              onChange={({ target }) => onSet({ covers: target.checked })}
            />
            covers my sensor
          </label>
          {choiceOf('mount', 'Mount', mounts)}
        </>
      )}
      {choice === 'sensor' && (
        <>
          <span className={styles.check}>
            Pitch {number('finest', 'Smallest pitch, µm')}–{number('coarsest', 'Largest pitch, µm')}
          </span>
          {choiceOf('shutter', 'Shutter', ['global', 'rolling'])}
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={filters.mono}
              onChange={({ target }) => onSet({ mono: target.checked })}
            />
            mono
          </label>
        </>
      )}
    </>
  );
}
