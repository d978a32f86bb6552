import { Button } from '@mantine/core';
import styles from './optics-workspace.module.css';

interface TableCommandsProps {
  readonly isSearching: boolean;
  readonly hasVaried: boolean;
  readonly canSearch: boolean;
  readonly canDelete: boolean;
  readonly note: string;
  readonly areUnfolded: boolean;
  /** Whether all surfaces are shown, where the table can be folded to one. */
  readonly isWhole: boolean | undefined;
  readonly onWhole: () => void;
  readonly onVaried: () => void;
  readonly onPickup: () => void;
  readonly onSolve: () => void;
  readonly onGlass: () => void;
  readonly onFold: () => void;
  readonly onInsert: () => void;
  readonly onDelete: () => void;
  readonly onSearch: () => void;
  readonly onStop: () => void;
  readonly onMerit: () => void;
  /** Opens the search from other starts. */
  readonly onStarts: () => void;
  /** Prepares a study with figures of the picture; undefined where there are no studies. */
  readonly onStudy: (() => void) | undefined;
}

/** What can be done with the cell that had the focus last, and with the lens. */
export function TableCommands({
  isSearching,
  hasVaried,
  canSearch,
  canDelete,
  areUnfolded,
  isWhole,
  note,
  ...on
}: TableCommandsProps) {
  const commands: readonly (readonly [label: string, perform: () => void, isOn: boolean])[] = [
    ['Variable (V)', on.onVaried, true],
    ['Pickup (P)', on.onPickup, true],
    ['Solve (S)', on.onSolve, true],
    ['Glass (G)', on.onGlass, true],
    ['Insert', on.onInsert, true],
    ['Delete', on.onDelete, canDelete],
    ['Merit', on.onMerit, true],
    isSearching ? ['Stop', on.onStop, true] : ['Optimise', on.onSearch, hasVaried && canSearch],
    ['Search …', on.onStarts, true],
    ...(on.onStudy ? ([['On the picture …', on.onStudy, hasVaried && canSearch]] as const) : []),
  ];
  return (
    <div className={styles.commands} role="group" aria-label="Commands of the table">
      {commands.map(([label, perform, isOn]) => (
        <Button key={label} size="compact-xs" variant="default" disabled={!isOn} onClick={perform}>
          {label}
        </Button>
      ))}
      <Button size="compact-xs" variant="default" aria-expanded={areUnfolded} onClick={on.onFold}>
        Aspheres
      </Button>
      {isWhole !== undefined && (
        <Button size="compact-xs" variant="default" aria-expanded={isWhole} onClick={on.onWhole}>
          All surfaces
        </Button>
      )}
      <span role="status">
        {note || (hasVaried ? '' : 'V in a cell makes its number variable, for Optimise.')}
      </span>
    </div>
  );
}
