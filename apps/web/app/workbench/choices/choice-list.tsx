import { IconChevronDown } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { useSweepLabel } from '../sweep/choosing-fields.ts';
import type { ChoiceListDescription } from './choice-lists.ts';
import styles from './choice-list.module.css';

interface ChoiceListProps {
  readonly description: ChoiceListDescription;
  readonly value: string;
  readonly onChoose: (label: string) => void;
  /** Buttons beside the label. */
  readonly children?: ReactNode;
}

export function ChoiceList({ description, value, onChoose, children }: ChoiceListProps) {
  const { choice, label, options, blank } = description;
  const id = useId();
  const sweepLabel = useSweepLabel(choice);
  return (
    <div className={styles.group}>
      <div className={styles.top}>
        <label htmlFor={id} className={styles.label} {...sweepLabel}>
          {label}
        </label>
        {children}
      </div>
      <span className={styles.field}>
        <select
          id={id}
          name={choice}
          value={value}
          aria-describedby={`${id}-blank`}
          onChange={(event) => onChoose(event.target.value)}
        >
          <option value="" />
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
        {/* The blank option has no text; what it stands for is drawn over it and read out as its description. */}
        {value === '' && (
          <span className={styles.blank} aria-hidden>
            {blank}
          </span>
        )}
        <IconChevronDown size={16} className={styles.chevron} aria-hidden />
      </span>
      <span id={`${id}-blank`} hidden>
        Blank: {blank}.
      </span>
    </div>
  );
}
