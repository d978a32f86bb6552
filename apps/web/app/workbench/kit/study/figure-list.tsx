import { FIGURE_NAMES } from '@lumenloom/contract';
import { IconX } from '@tabler/icons-react';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import styles from './study-pane.module.css';
import { StudyPart } from './study-parts.tsx';

const groupOf = (name: string): string => name.split('.')[0]!;
const figures = FIGURE_NAMES.toSorted();
const figureGroups = [...new Set(figures.map(groupOf))];

/** Every figure of a report that is not used yet, by its part of the report. */
export const FigureChoice = ({
  used,
  onAdd,
}: {
  readonly used: readonly string[];
  readonly onAdd: (name: string) => void;
}) => (
  <select aria-label="Add a figure" value="" onChange={(event) => onAdd(event.currentTarget.value)}>
    <option value="">Add a figure…</option>
    {figureGroups.map((group) => (
      <optgroup key={group} label={group}>
        {figures
          .filter((name) => groupOf(name) === group && !used.includes(name))
          .map((name) => (
            <option key={name}>{name}</option>
          ))}
      </optgroup>
    ))}
  </select>
);

/** The figures that are measured, and a list of the others. */
export function FigureList({
  measure,
  onChange,
}: {
  readonly measure: readonly string[];
  readonly onChange: (measure: readonly string[]) => void;
}) {
  return (
    <StudyPart title="Figures" says="Numbers of the report of each run.">
      {measure.map((name) => (
        <div key={name} className={styles.item}>
          <span>{name}</span>
          <IconButton
            label={`Remove ${name}`}
            icon={IconX}
            onClick={() => onChange(measure.filter((one) => one !== name))}
          />
        </div>
      ))}
      <FigureChoice used={measure} onAdd={(name) => onChange([...measure, name])} />
    </StudyPart>
  );
}
