import { Button } from '@mantine/core';
import { SWEEP_MODES, type WorkbenchFeature } from '@lumenloom/contract';
import { Link } from 'react-router';
import { FigureList } from '../../kit/study/figure-list.tsx';
import styles from '../../kit/study/study-pane.module.css';
import { StudyFrame, StudyPart } from '../../kit/study/study-parts.tsx';
import { sweepFields } from '../../kit/study/sweep-fields.ts';
import { runsInWords } from '../../kit/study/time-in-words.ts';
import { VariableList } from '../../kit/study/variable-list.tsx';
import type { FieldInput } from '../../kit/study/varied-field-row.tsx';
import { useLensFields } from '../../kit/study/use-lens-fields.ts';
import type { VariedField } from '../../kit/study/varied-field.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { checkDraft, documentOf } from './sweep-document.ts';
import { isRandom, type SweepDraft } from './sweep-draft.ts';
import { SweepProgress } from './sweep-progress.tsx';
import { PickedRuns, type PickedRunsProps } from './picked-runs.tsx';
import type { Sweeps } from './sweep-store.ts';

interface SweepPaneProps extends Pick<PickedRunsProps, 'onOpen'> {
  readonly recipe: Recipe;
  readonly features: readonly WorkbenchFeature[];
  readonly sweeps: Sweeps;
  /** Called when a sweep was started or chosen, and when a new one is begun instead. */
  readonly onShow: (isSweep: boolean) => void;
}

/**
 * The tab Study: a draft with its number of runs and time, or a sweep with its progress and the
 * runs that were picked.
 */
export function SweepPane({ recipe, features, sweeps, onShow, onOpen }: SweepPaneProps) {
  const { open, picked, start, stop } = sweeps;
  return (
    <StudyFrame goal="Sweep" studies={sweeps} onShow={onShow}>
      {open ? (
        <>
          <SweepProgress
            sweep={open}
            onStop={() => void stop()}
            // The same sweep again: results that are stored are not computed a second time.
            onGoOn={() => void start(open.document)}
          />
          <PickedRuns sweep={open} picked={picked} onOpen={onOpen} />
        </>
      ) : (
        <Draft recipe={recipe} features={features} sweeps={sweeps} onShow={onShow} />
      )}
    </StudyFrame>
  );
}

function Draft({
  recipe,
  features,
  sweeps: { draft, changeDraft, start },
  onShow,
}: Pick<SweepPaneProps, 'recipe' | 'features' | 'sweeps' | 'onShow'>) {
  const ofLens = useLensFields(recipe);
  const fields = [...sweepFields(recipe, features), ...ofLens];
  const change = (changes: Partial<SweepDraft>): void => changeDraft({ ...draft, ...changes });
  const document = documentOf(draft, recipe);
  const checked = checkDraft(draft, recipe);
  return (
    <>
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
        <Button
          size="xs"
          disabled={'problem' in checked}
          onClick={() =>
            void start(document).then((isStarted) => {
              if (isStarted) onShow(true);
            })
          }
        >
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
