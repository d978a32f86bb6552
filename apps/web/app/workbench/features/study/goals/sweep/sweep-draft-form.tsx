import { Button } from '@mantine/core';
import { SWEEP_MODES, type WorkbenchFeature } from '@lumenloom/contract';
import { Link } from 'react-router';
import { holdOffers } from '../../../../kit/study/guided-hold.ts';
import { HoldChips } from '../../../../kit/study/hold-chips.tsx';
import { FigureList } from '../../../../kit/study/figure-list.tsx';
import styles from '../../../../kit/study/study-pane.module.css';
import { StudyPart } from '../../../../kit/study/study-parts.tsx';
import { sweepFields } from '../../../../kit/study/sweep-fields.ts';
import { runsInWords } from '../../../../kit/study/time-in-words.ts';
import { VariableList } from '../../../../kit/study/variable-list.tsx';
import type { FieldInput } from '../../../../kit/study/varied-field-row.tsx';
import { useLensFields } from '../../../../kit/study/use-lens-fields.ts';
import type { VariedField } from '../../../../kit/study/varied-field.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import type { DraftProps } from '../../contributions.tsx';
import { checkDraft, documentOf } from './sweep-document.ts';
import { isRandom, type SweepDraft } from './sweep-draft.ts';

interface SweepDraftFormProps extends DraftProps<SweepDraft> {
  readonly recipe: Recipe;
  readonly features: readonly WorkbenchFeature[];
  /** Exposure of the picture that is shown, if it is of this recipe. */
  readonly shownSeconds: number | undefined;
}

/** A sweep as it is typed, with its number of runs and their time. */
export function SweepDraftForm({
  recipe,
  features,
  shownSeconds,
  draft,
  onDraft,
  onStart,
}: SweepDraftFormProps) {
  const ofLens = useLensFields(recipe);
  const fields = [...sweepFields(recipe, features), ...ofLens];
  const change = (changes: Partial<SweepDraft>): void => onDraft({ ...draft, ...changes });
  const document = documentOf(draft, recipe);
  const paths = draft.fields.map(({ path }) => path);
  const checked = checkDraft(draft, recipe);
  return (
    <>
      <HoldChips
        offers={holdOffers(recipe, paths, shownSeconds)}
        typed={draft.hold}
        onPress={(hold) => change({ hold })}
      />
      <VariableList
        title="Fields"
        varied={draft.fields}
        fields={fields}
        inputsOf={(field) => inputsOf(field, isRandom(draft))}
        onChange={(varied) => change({ fields: varied })}
      />
      <FigureList measure={draft.measure} onChange={(measure) => change({ measure })} />
      <StudyPart title="Runs">
        <HowMany draft={draft} name={document.name} onChange={change} />
      </StudyPart>
      <p className={styles.tokens}>
        Programs start sweeps too, with an <Link to="/account/tokens">API token</Link>.
      </p>
      <div className={styles.start}>
        <p role="status" className={'problem' in checked ? undefined : styles.estimate}>
          {'problem' in checked
            ? checked.problem.message
            : `${runsInWords(checked.runs)}${checked.time}`}
        </p>
        <Button size="xs" disabled={'problem' in checked} onClick={() => onStart(document)}>
          Start sweep
        </Button>
      </div>
    </>
  );
}

/** The inputs of a varied field. @param isDrawn whether its values are drawn by chance. */
function inputsOf({ kind, distribution }: VariedField, isDrawn: boolean): readonly FieldInput[] {
  if (kind === 'list') return [{ key: 'values' }];
  if (!isDrawn)
    return [
      { key: 'from' },
      { key: 'to' },
      { key: 'steps' },
      { key: 'scale', options: ['linear', 'log'] },
    ];
  const ends: readonly FieldInput[] =
    distribution === 'normal'
      ? [{ key: 'mean' }, { key: 'deviation' }]
      : [{ key: 'from' }, { key: 'to' }];
  return [...ends, { key: 'distribution', options: ['uniform', 'normal'] }];
}

const modeWords: Readonly<Record<SweepDraft['mode'], string>> = {
  grid: 'grid: all combinations',
  zip: 'zip: first with first',
  random: 'random',
  'latin-hypercube': 'Latin hypercube',
};

function HowMany({
  draft,
  name,
  onChange,
}: {
  readonly draft: SweepDraft;
  /** The sweep's, where none is typed. */
  readonly name: string;
  readonly onChange: (changes: Partial<SweepDraft>) => void;
}) {
  const text = (key: 'name' | 'samples' | 'repeats', label: string) => (
    <label className={styles.row}>
      {label}
      <input
        value={draft[key]}
        placeholder={key === 'name' ? name : undefined}
        inputMode={key === 'name' ? 'text' : 'decimal'}
        onChange={(event) => onChange({ [key]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <>
      {text('name', 'Name')}
      <label className={styles.row}>
        Mode
        <select
          value={draft.mode}
          onChange={(event) => onChange({ mode: event.currentTarget.value as SweepDraft['mode'] })}
        >
          {SWEEP_MODES.map((mode) => (
            <option key={mode} value={mode}>
              {modeWords[mode]}
            </option>
          ))}
        </select>
      </label>
      {isRandom(draft) && text('samples', 'Points')}
      {text('repeats', 'Runs per point')}
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.keepsPictures}
          onChange={(event) => onChange({ keepsPictures: event.currentTarget.checked })}
        />
        Keep pictures
      </label>
    </>
  );
}
