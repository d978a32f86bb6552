import { figureLabel } from '@lumenloom/contract';
import { IconX } from '@tabler/icons-react';
import { IconButton } from '../../../../../ui/icon-button/icon-button.tsx';
import { threeDigits } from '../../../../kit/figures/figures.ts';
import { FigureChoice } from '../../../../kit/study/figure-list.tsx';
import paneStyles from '../../../../kit/study/study-pane.module.css';
import { StudyPart } from '../../../../kit/study/study-parts.tsx';
import styles from './aims-list.module.css';
import { DIRECTIONS, aimAt, hasValue, turnedDirection, type Aim } from './study-draft.ts';

/** Objectives and limits; the button before a figure turns what is wanted of it. */
export function AimsList({
  aims,
  nowOf,
  onChange,
}: {
  readonly aims: readonly Aim[];
  /** The figure of the picture that is shown. */
  readonly nowOf: (figure: string) => number | undefined;
  readonly onChange: (aims: readonly Aim[]) => void;
}) {
  const objectives = aims.filter(({ direction }) => !DIRECTIONS[direction].isLimit).length;
  return (
    <StudyPart
      title="Objectives and limits"
      says="Figures of each run. Press the sign: ↓ small, ↑ large, → to a value, ≥ and ≤ a limit."
    >
      {aims.map((aim, at) => (
        <AimRow
          // Two rows can have the same figure: an objective and its limit.
          key={`${aim.figure} ${at}`}
          aim={aim}
          now={nowOf(aim.figure)}
          isWeighted={objectives > 1}
          onChange={(next) => onChange(aims.map((one) => (one === aim ? next : one)))}
          onRemove={() => onChange(aims.filter((one) => one !== aim))}
        />
      ))}
      <FigureChoice used={[]} onAdd={(figure) => onChange([...aims, aimAt(figure)])} />
    </StudyPart>
  );
}

function AimRow({
  aim,
  now,
  isWeighted,
  onChange,
  onRemove,
}: {
  readonly aim: Aim;
  readonly now: number | undefined;
  readonly isWeighted: boolean;
  readonly onChange: (aim: Aim) => void;
  readonly onRemove: () => void;
}) {
  const { figure, direction, value, weight } = aim;
  const { sign, words, isLimit } = DIRECTIONS[direction];
  const name = figureLabel(figure);
  const turn = (by: 1 | -1): void =>
    onChange({ ...aim, direction: turnedDirection(direction, by) });
  return (
    <div className={styles.aim} role="group" aria-label={name}>
      <button
        type="button"
        className={styles.sign}
        aria-label={`${name}: ${words}`}
        title={words}
        onClick={() => turn(1)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          turn(event.key === 'ArrowDown' ? 1 : -1);
        }}
      >
        {sign}
      </button>
      <span className={styles.figure}>
        {name}
        {now !== undefined && <span className={styles.now}> now {threeDigits(now)}</span>}
      </span>
      <IconButton label={`Remove ${name}`} icon={IconX} onClick={onRemove} />
      {(hasValue(direction) || (isWeighted && !isLimit)) && (
        <div className={`${paneStyles.range} ${styles.numbers}`}>
          {hasValue(direction) && (
            <label>
              {isLimit ? 'limit' : 'value'}
              <input
                value={value}
                inputMode="decimal"
                aria-label={`${name}: ${isLimit ? 'limit' : 'value'}`}
                onChange={(event) => onChange({ ...aim, value: event.currentTarget.value })}
              />
            </label>
          )}
          {isWeighted && !isLimit && (
            <label>
              weight
              <input
                value={weight}
                inputMode="decimal"
                aria-label={`${name}: weight`}
                onChange={(event) => onChange({ ...aim, weight: event.currentTarget.value })}
              />
            </label>
          )}
        </div>
      )}
    </div>
  );
}
