import { inPosition, positionNames } from './positions.ts';
import type { LensDraft } from './lens-draft.ts';
import type { LensStore } from './lens-store.ts';

/** The configurations of the lens, of which one is shown and edited. */
export function PositionList({
  draft,
  store,
}: {
  readonly draft: LensDraft;
  readonly store: Pick<LensStore, 'edit' | 'say'>;
}) {
  const { positions } = draft;
  if (!positions) return null;
  return (
    <label data-narrow>
      Configuration
      <select
        value={positions.chosen}
        title="Numbers that the configuration sets are its own; all others are those of every one"
        onChange={(event) => {
          const chosen = Number(event.target.value);
          try {
            store.edit(inPosition(draft, chosen), `configuration ${chosen}`);
          } catch (error) {
            store.say((error as Error).message);
          }
        }}
      >
        {positionNames(positions).map((name, i) => (
          <option key={i} value={i + 1}>
            {i + 1} {name}
          </option>
        ))}
      </select>
    </label>
  );
}
