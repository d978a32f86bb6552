import { ownName } from '@lumenloom/contract';
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

/** What can be opened for a design: the built-in parts and those of the account. */
export function DesignList({ label, builtIn, kind, choice, name, onOpen }: DesignListProps) {
  const mine = useReadable(ownFiles).filter((file) => file.kind === kind);
  const listed = [...builtIn, ...mine.map(({ id }) => ownName(id))];
  return (
    <label>
      {label}
      <select value={choice} onChange={({ target }) => onOpen(target.value)}>
        {!listed.includes(choice) && <option value={choice}>{name}</option>}
        {builtIn.map((one) => (
          <option key={one}>{one}</option>
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
    </label>
  );
}
