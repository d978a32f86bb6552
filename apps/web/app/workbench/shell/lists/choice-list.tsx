import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState, type DragEvent, type ReactNode } from 'react';
import { useSweepLabels } from '../../kit/fields/choosing-fields.ts';
import { constant, useReadable } from '../../model/store.ts';
import type { ListExtension } from '../bench/feature.ts';
import type { ChoiceListDescription } from '../../model/choice-lists.ts';
import styles from './choice-list.module.css';

interface ChoiceListProps {
  readonly description: ChoiceListDescription;
  readonly value: string;
  readonly onChoose: (label: string) => void;
  /** What stands there while nothing is chosen: a world; '' for nothing. */
  readonly instead: string;
  /** What features add. */
  readonly added: readonly ListExtension[];
  /** Its buttons. */
  readonly children?: ReactNode;
}

const NONE = constant<ReadonlyMap<string, string>>(new Map());

export function ChoiceList({
  description,
  value,
  added,
  onChoose,
  instead,
  children,
}: ChoiceListProps) {
  const { choice, label, options, blank, whenBlank } = description;
  const id = useId();
  const sweepLabels = useSweepLabels();
  const [isOver, setIsOver] = useState(false);
  // The last feature counts, as for the buttons.
  const { unusable: known = NONE, showsReasons } = added.find((one) => one.unusable) ?? {};
  const unusable = useReadable(known);
  const onDrop = added.findLast((extension) => extension.onDrop)?.onDrop;
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
            <option
              key={option}
              value={option}
              disabled={unusable.has(option)}
              title={unusable.get(option)}
            >
              {(showsReasons && unusable.get(option)) || option}
              {!showsReasons && unusable.has(option) && ' (not installed)'}
            </option>
          ))}
          {added.map((extension) => (
            <AddedOptions key={extension.group} {...extension} />
          ))}
        </select>
        {/* The blank option has no text; what it stands for is drawn over it and read out as its
            description. */}
        {value === '' && (
          <span className={styles.blank} aria-hidden>
            {instead || blank}
          </span>
        )}
        <IconChevronDown size={16} className={styles.chevron} aria-hidden />
      </span>
      {/* After the list, which is reached first; they stand beside its label. */}
      {children}
      <span id={`${id}-blank`} hidden>
        {instead === '' ? whenBlank : `The ${instead} stands in front of the camera.`}
      </span>
    </div>
  );
}

function AddedOptions({ group, options }: ListExtension) {
  const present = useReadable(options);
  return (
    present.length > 0 && (
      <optgroup label={group}>
        {present.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </optgroup>
    )
  );
}
