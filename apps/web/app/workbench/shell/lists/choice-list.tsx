import { ownName, type OwnFile } from '@lumenloom/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState, type DragEvent, type ReactNode } from 'react';
import { useSweepLabels } from '../../kit/fields/choosing-fields.ts';
import type { ChoiceListDescription } from '../../model/choice-lists.ts';
import styles from './choice-list.module.css';

interface ChoiceListProps {
  readonly description: ChoiceListDescription;
  readonly value: string;
  readonly onChoose: (label: string) => void;
  /** The user's own files that can be chosen. */
  readonly mine: readonly Pick<OwnFile, 'id' | 'name'>[];
  /** Takes files that are dropped on the group; undefined where none are taken. */
  readonly onDrop: ((files: readonly File[]) => void) | undefined;
  /** Its buttons. */
  readonly children?: ReactNode;
}

export function ChoiceList({
  description,
  value,
  mine,
  onChoose,
  onDrop,
  children,
}: ChoiceListProps) {
  const { choice, label, options, blank, whenBlank } = description;
  const id = useId();
  const sweepLabels = useSweepLabels();
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className={styles.group}
      data-over={isOver || undefined}
      {...(onDrop && {
        onDragOver: (event: DragEvent) => {
          event.preventDefault();
          setIsOver(true);
        },
        onDragLeave: () => setIsOver(false),
        onDrop: (event: DragEvent) => {
          event.preventDefault();
          setIsOver(false);
          onDrop([...event.dataTransfer.files]);
        },
      })}
    >
      <label htmlFor={id} className={styles.label} {...sweepLabels?.([choice])}>
        {label}
      </label>
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
          {mine.length > 0 && (
            <optgroup label="Mine">
              {mine.map((file) => (
                <option key={file.id} value={ownName(file.id)}>
                  {file.name}
                </option>
              ))}
            </optgroup>
          )}
        </select>
        {/* The blank option has no text; what it stands for is drawn over it and read out as its
            description. */}
        {value === '' && (
          <span className={styles.blank} aria-hidden>
            {blank}
          </span>
        )}
        <IconChevronDown size={16} className={styles.chevron} aria-hidden />
      </span>
      {/* After the list, which is reached first; they stand beside its label. */}
      {children}
      <span id={`${id}-blank`} hidden>
        {whenBlank}
      </span>
    </div>
  );
}
