import { figureGroup, figureLabel, foundFigures } from '@lumenloom/contract';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import styles from './study-pane.module.css';
import { StudyPart } from './study-parts.tsx';

/**
 * The figures that a person would choose, by what they are about; a search reaches every other
 * figure of a report too. Enter takes the first that is found.
 */
export function FigureChoice({
  used,
  onAdd,
}: {
  readonly used: readonly string[];
  readonly onAdd: (name: string) => void;
}) {
  const [text, setText] = useState('');
  const found = foundFigures(text).filter((name) => !used.includes(name));
  const groups = [...new Set(found.map(figureGroup))];
  const isSearch = text.trim() !== '';
  const add = (name: string): void => {
    setText('');
    onAdd(name);
  };
  return (
    <div className={styles.choice}>
      <input
        type="search"
        aria-label="Search figures"
        placeholder="Search figures"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && isSearch && found[0] !== undefined) add(found[0]);
        }}
      />
      <select
        aria-label="Add a figure"
        value=""
        onChange={(event) => add(event.currentTarget.value)}
      >
        <option value="">
          {isSearch ? `${found.length === 0 ? 'No' : found.length} found…` : 'Add a figure…'}
        </option>
        {groups.map((group) => (
          <optgroup key={group} label={group}>
            {found
              .filter((name) => figureGroup(name) === group)
              .map((name) => (
                <option key={name} value={name}>
                  {figureLabel(name)}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}

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
          <span>{figureLabel(name)}</span>
          <IconButton
            label={`Remove ${figureLabel(name)}`}
            icon={IconX}
            onClick={() => onChange(measure.filter((one) => one !== name))}
          />
        </div>
      ))}
      <FigureChoice used={measure} onAdd={(name) => onChange([...measure, name])} />
    </StudyPart>
  );
}
