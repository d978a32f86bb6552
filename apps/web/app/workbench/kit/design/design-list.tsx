import { ownName } from '@lumenloom/contract';
import { useEffect, useState } from 'react';
import { listParts } from '../../../api/library.ts';
import { ownFiles } from '../../model/own-names.ts';
import { useReadable } from '../../model/store.ts';

interface DesignListProps {
  readonly label: string;
  /** Names of the list of choices. */
  readonly builtIn: readonly string[];
  readonly kind: 'lens' | 'sensor';
  /** What the design was opened from, and its name. */
  readonly choice: string;
  readonly name: string;
  readonly onOpen: (choice: string) => void;
}

interface Named {
  readonly name: string;
  readonly label: string;
}

/** The published parts of a kind; none until they are known, and where they are switched off. */
function usePublished(kind: DesignListProps['kind'], builtIn: readonly string[]): readonly Named[] {
  const [all, setAll] = useState<readonly Named[]>([]);
  useEffect(() => {
    let isOpen = true;
    listParts().then(
      ({ lenses, sensors }) => {
        if (isOpen) setAll(kind === 'lens' ? lenses : sensors);
      },
      (error: unknown) => console.warn('published parts:', error),
    );
    return () => {
      isOpen = false;
    };
  }, [kind]);
  return all.filter(({ name }) => !builtIn.includes(name));
}

/** What can be opened for a design: built-in and published parts, and those of the account. */
export function DesignList({ label, builtIn, kind, choice, name, onOpen }: DesignListProps) {
  const mine = useReadable(ownFiles).filter((file) => file.kind === kind);
  const published = usePublished(kind, builtIn);
  const listed = [
    ...builtIn,
    ...published.map((part) => part.name),
    ...mine.map(({ id }) => ownName(id)),
  ];
  return (
    <label>
      {label}
      <select value={choice} onChange={({ target }) => onOpen(target.value)}>
        {!listed.includes(choice) && <option value={choice}>{name}</option>}
        {builtIn.map((one) => (
          <option key={one}>{one}</option>
        ))}
        {published.length > 0 && (
          <optgroup label="Published">
            {published.map((part) => (
              <option key={part.name} value={part.name}>
                {part.label}
              </option>
            ))}
          </optgroup>
        )}
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
    </label>
  );
}
