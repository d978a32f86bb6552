import { Button } from '@mantine/core';
import { useRef, type RefObject } from 'react';
import type { Filters } from './filters.ts';
import { GROUPS, type PartsChoice } from './part-rows.ts';
import styles from './parts-dialog.module.css';

interface FilterBarProps {
  readonly choice: PartsChoice;
  readonly filters: Filters;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onChange: (filters: Filters) => void;
  readonly onAdd: (file: File) => void;
}

/** Search and filters. */
export function FilterBar({ choice, filters, search, onChange, onAdd }: FilterBarProps) {
  const file = useRef<HTMLInputElement>(null);
  const set = (change: Partial<Filters>): void => onChange({ ...filters, ...change });
  const number = (key: 'shortest' | 'longest' | 'slowest', label: string) => (
    <input
      className={styles.number}
      inputMode="decimal"
      aria-label={label}
      value={filters[key]}
      onChange={(event) => set({ [key]: event.target.value })}
    />
  );
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
      {GROUPS.map((group) => (
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
              onChange={({ target }) => set({ covers: target.checked })}
            />
            covers my sensor
          </label>
        </>
      )}
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
