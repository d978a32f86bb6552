import type { WorldDraft, WorldState } from './world-draft.ts';
import type { WorldStore } from './world-store.ts';
import styles from './world-workspace.module.css';

/** Most that a fader lifts a group. */
const MOST = 4;

/** A fader for each group of lamps: they mix the picture that is there, without rendering. */
export function Faders({
  state,
  draft,
  store,
}: {
  readonly state: WorldState;
  readonly draft: WorldDraft;
  readonly store: WorldStore;
}) {
  const groups = state.facts?.value.groups ?? [];
  if (groups.length < 2) return null;
  return (
    <div className={styles.faders} role="group" aria-label="Groups of lamps">
      {groups.map((group) => {
        const level = draft.levels[group] ?? 1;
        return (
          <label key={group}>
            <span>{group}</span>
            <input
              type="range"
              aria-label={`Level of ${group}`}
              aria-valuetext={`${level} times`}
              min={0}
              max={MOST}
              step={0.05}
              value={level}
              onChange={({ target }) => store.mix(group, Number(target.value))}
            />
            <output>× {level.toFixed(2)}</output>
          </label>
        );
      })}
    </div>
  );
}
