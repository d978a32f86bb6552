import { Button } from '@mantine/core';
import {
  STUDY_ALGORITHMS,
  figureOf,
  type StudyDocument,
  type WorkbenchFeature,
} from '@lumenloom/contract';
import { useState } from 'react';
import { holdOffers } from '../../../../kit/study/guided-hold.ts';
import { HoldChips } from '../../../../kit/study/hold-chips.tsx';
import { secondsOf, timeAfterRuns } from '../../../../kit/study/seconds-of.ts';
import styles from '../../../../kit/study/study-pane.module.css';
import { StudyPart } from '../../../../kit/study/study-parts.tsx';
import { sweepFields } from '../../../../kit/study/sweep-fields.ts';
import { runsInWords } from '../../../../kit/study/time-in-words.ts';
import { useLensFields } from '../../../../kit/study/use-lens-fields.ts';
import type { VariedField } from '../../../../kit/study/varied-field.ts';
import { VariableList } from '../../../../kit/study/variable-list.tsx';
import type { FieldInput } from '../../../../kit/study/varied-field-row.tsx';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import type { Report } from '../../../../model/run/run-store.ts';
import type { DraftProps } from '../../contributions.tsx';
import { AimsList } from './aims-list.tsx';
import { StudyCases } from './study-cases.tsx';
import { algorithmInWords, checkDraft, documentOf } from './study-document.ts';
import type { StudyDraft } from './study-draft.ts';
import { whyNotTuned, type TuneAim } from '../tune-isp/tune-isp.ts';

interface StudyDraftFormProps extends DraftProps<StudyDraft> {
  readonly recipe: Recipe;
  readonly features: readonly WorkbenchFeature[];
  /** The report of the picture that is shown. */
  readonly report: Report | undefined;
  readonly onTune: (aim: TuneAim) => void;
}

const RANGE: readonly FieldInput[] = [
  { key: 'from' },
  { key: 'to' },
  { key: 'scale', options: ['linear', 'log'] },
];
const inputsOf = ({ kind }: VariedField): readonly FieldInput[] =>
  kind === 'list' ? [{ key: 'values' }] : RANGE;

const hasMatrix = ({ fields }: StudyDraft): boolean =>
  fields.some(({ path }) => path.startsWith('ispParams.ccmValues'));

/** A study as it is typed, with its number of runs, their time and the algorithm. */
export function StudyDraftForm({
  recipe,
  features,
  report,
  draft,
  busy,
  onDraft,
  onStart,
  onTune,
}: StudyDraftFormProps) {
  const fields = [...sweepFields(recipe, features), ...useLensFields(recipe)];
  const change = (changes: Partial<StudyDraft>): void => onDraft({ ...draft, ...changes });
  const checked = checkDraft(draft, recipe);
  const whyNot = whyNotTuned(recipe);
  const paths = draft.fields.map(({ path }) => path);
  return (
    <>
      <HoldChips
        offers={holdOffers(recipe, paths, report?.sensor?.exposureSeconds)}
        typed={draft.hold}
        onPress={(hold) => change({ hold })}
      />
      <VariableList
        title="Variables"
        varied={draft.fields}
        fields={fields}
        inputsOf={inputsOf}
        onChange={(varied) => change({ fields: varied })}
      >
        {hasMatrix(draft) && (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={draft.keepsRowSums}
              onChange={(event) => change({ keepsRowSums: event.currentTarget.checked })}
            />
            Rows of the matrix keep their sums
          </label>
        )}
      </VariableList>
      <AimsList
        aims={draft.aims}
        nowOf={(figure) => report && figureOf(report, figure)}
        onChange={(aims) => change({ aims })}
      />
      <StudyCases cases={draft.cases} recipe={recipe} onChange={(cases) => change({ cases })} />
      <StudyPart title="Runs">
        <HowMany draft={draft} name={documentOf(draft, recipe).name} onChange={change} />
      </StudyPart>
      <div className={styles.start}>
        <p role="status" className={'problem' in checked ? undefined : styles.estimate}>
          {busy ||
            ('problem' in checked
              ? checked.problem.message
              : sizeInWords(checked.document, recipe, draft))}
        </p>
        <div className={styles.buttons}>
          <TuneButton whyNot={whyNot} isBusy={busy !== ''} onTune={onTune} />
          <Button
            size="xs"
            disabled={busy !== '' || 'problem' in checked}
            onClick={() => onStart(documentOf(draft, recipe))}
          >
            Start study
          </Button>
        </div>
      </div>
    </>
  );
}

const AIMS: Readonly<Record<TuneAim, string>> = {
  colour: 'for colour',
  noise: 'for low noise',
};

function TuneButton({
  whyNot,
  isBusy,
  onTune,
}: {
  /** Why the ISP cannot be tuned. */
  readonly whyNot: string | undefined;
  readonly isBusy: boolean;
  readonly onTune: (aim: TuneAim) => void;
}) {
  const [aim, setAim] = useState<TuneAim>('colour');
  const least = aim === 'colour' ? 'colour error' : 'noise';
  return (
    <span className={styles.tune}>
      <Button
        size="xs"
        variant="default"
        disabled={isBusy || whyNot !== undefined}
        title={whyNot ?? `Searches for the values of the ISP with the least ${least}.`}
        onClick={() => onTune(aim)}
      >
        Tune ISP
      </Button>
      <select
        aria-label="Tune ISP for"
        value={aim}
        onChange={(event) => setAim(event.currentTarget.value as TuneAim)}
      >
        {Object.entries(AIMS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Number of runs, their time, and the algorithm. */
function sizeInWords(
  document: StudyDocument,
  recipe: Recipe,
  { cases, fields }: StudyDraft,
): string {
  const { runs } = document.budget;
  const computed = runs * Math.max(1, cases.length);
  const paths = fields.map(({ path }) => path);
  const time = timeAfterRuns(secondsOf(recipe, computed, paths), paths);
  return `${runsInWords(runs)}${cases.length > 1 ? ` of ${cases.length} cases` : ''}${time}. ${algorithmInWords(document)}.`;
}

function HowMany({
  draft,
  name,
  onChange,
}: {
  readonly draft: StudyDraft;
  /** The study's, where none is typed. */
  readonly name: string;
  readonly onChange: (changes: Partial<StudyDraft>) => void;
}) {
  return (
    <>
      <label className={styles.row}>
        Name
        <input
          value={draft.name}
          placeholder={name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      </label>
      <label className={styles.row}>
        Algorithm
        <select
          value={draft.algorithm}
          onChange={(event) =>
            onChange({ algorithm: event.currentTarget.value as StudyDraft['algorithm'] })
          }
        >
          {STUDY_ALGORITHMS.map((algorithm) => (
            <option key={algorithm}>{algorithm}</option>
          ))}
        </select>
      </label>
      <label className={styles.row}>
        Runs
        <input
          value={draft.runs}
          inputMode="numeric"
          onChange={(event) => onChange({ runs: event.currentTarget.value })}
        />
      </label>
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
