import styles from '../../../../kit/study/study-pane.module.css';
import { StudyPart } from '../../../../kit/study/study-parts.tsx';
import type { ChoiceDraft } from './choice-draft.ts';
import listStyles from './part-lists.module.css';
import { REQUIREMENTS } from './requirement-fields.ts';
import type { Looked } from './use-dry-run.ts';

/** Reasons that are shown. */
const MOST_REASONS = 5;

/** What a camera must do before it is raced, and how many do. */
export const RequirementForm = ({
  requirements,
  looked,
  isOld,
  onChange,
}: {
  readonly requirements: ChoiceDraft['requirements'];
  readonly looked: Looked | undefined;
  /** The answer belongs to what was typed before. */
  readonly isOld: boolean;
  readonly onChange: (requirements: ChoiceDraft['requirements']) => void;
}) => (
  <StudyPart title="Requirements" says="What costs no run: cameras that miss one are left out.">
    {Object.entries(REQUIREMENTS).map(([group, fields]) => (
      <div key={group} role="group" aria-label={group}>
        {fields.map(({ key, label, isAsked }) =>
          isAsked ? (
            <label key={key} className={styles.check}>
              <input
                type="checkbox"
                checked={requirements[key] === 'true'}
                onChange={({ currentTarget: { checked } }) =>
                  onChange({ ...requirements, [key]: checked ? 'true' : '' })
                }
              />
              {label}
            </label>
          ) : (
            <label key={key} className={styles.row}>
              {label}
              <input
                inputMode="decimal"
                value={requirements[key] ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  onChange({ ...requirements, [key]: value })
                }
              />
            </label>
          ),
        )}
      </div>
    ))}
    <div role="status" aria-label="What is left" aria-busy={isOld}>
      {looked && <Left looked={looked} />}
    </div>
  </StudyPart>
);

function Left({ looked: { left, problem } }: { readonly looked: Looked }) {
  if (!left) return <p className={styles.problem}>{problem}</p>;
  return (
    <>
      <p>
        <strong>{left.sentence}</strong>
      </p>
      {left.reasons.length > 0 && (
        <ul className={listStyles.left}>
          {left.reasons.slice(0, MOST_REASONS).map(({ requirement, count, example }) => (
            <li key={requirement}>
              {requirement}: {count.toLocaleString('en')}, such as {example.name}: {example.message}
            </li>
          ))}
        </ul>
      )}
      {left.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </>
  );
}
