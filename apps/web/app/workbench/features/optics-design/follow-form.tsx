import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  canFollow,
  columnFacts,
  followOf,
  type Cell,
  type Follow,
  type LensDraft,
} from './lens-draft.ts';
import styles from './optics-workspace.module.css';

/** Which surface a number follows, and by what factor. */
export function FollowForm({
  draft,
  cell,
  onRule,
  onClose,
}: {
  readonly draft: LensDraft;
  readonly cell: Cell;
  readonly onRule: (rule: Follow['rule'] | undefined) => void;
  readonly onClose: () => void;
}) {
  const rule = followOf(draft, cell)?.rule;
  const before = rule?.kind === 'pickup' ? rule : undefined;
  const [surface, setSurface] = useState(
    `${(before?.row ?? (cell.row === 0 ? 1 : cell.row - 1)) + 1}`,
  );
  const [factor, setFactor] = useState(`${before?.factor ?? (cell.column === 'radius' ? -1 : 1)}`);
  const take = (): void => {
    onRule({
      kind: 'pickup',
      row: Number(surface) - 1,
      factor: Number(factor.trim().replace('−', '-').replace(',', '.')),
    });
    onClose();
  };
  const { label } = columnFacts(cell.column);
  return (
    <form
      className={styles.follow}
      aria-label={`Pickup of ${label} ${cell.row + 1}`}
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      {canFollow(cell.column) ? (
        <>
          <label>
            {label} {cell.row + 1} follows surface{' '}
            <input
              autoFocus
              size={3}
              value={surface}
              onChange={(event) => setSurface(event.target.value)}
            />
          </label>
          <label>
            times{' '}
            <input size={6} value={factor} onChange={(event) => setFactor(event.target.value)} />
          </label>
          <Button type="submit" size="compact-xs">
            Set
          </Button>
        </>
      ) : (
        <span>{label} follows no other surface.</span>
      )}
      {rule && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            onRule(undefined);
            onClose();
          }}
        >
          Remove
        </Button>
      )}
      <Button size="compact-xs" variant="default" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
