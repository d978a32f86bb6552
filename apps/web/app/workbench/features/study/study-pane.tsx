import { Button } from '@mantine/core';
import {
  STUDY_ALGORITHMS,
  figureOf,
  type StudyDocument,
  type WorkbenchFeature,
} from '@lumenloom/contract';
import { secondsOf, timeAfterRuns } from '../../kit/study/seconds-of.ts';
import styles from '../../kit/study/study-pane.module.css';
import { StudyFrame, StudyPart } from '../../kit/study/study-parts.tsx';
import { sweepFields } from '../../kit/study/sweep-fields.ts';
import { runsInWords } from '../../kit/study/time-in-words.ts';
import { useLensFields } from '../../kit/study/use-lens-fields.ts';
import type { VariedField } from '../../kit/study/varied-field.ts';
import { VariableList } from '../../kit/study/variable-list.tsx';
import type { FieldInput } from '../../kit/study/varied-field-row.tsx';
import type { Recipe } from '../../model/recipe/recipe.ts';
import type { Report } from '../../model/run/run-store.ts';
import { AimsList } from './aims-list.tsx';
import { BestRun, type BestRunProps } from './best-run.tsx';
import { StudyCases } from './study-cases.tsx';
import { algorithmInWords, checkDraft, documentOf } from './study-document.ts';
import type { StudyDraft } from './study-draft.ts';
import { StudyProgress } from './study-progress.tsx';
import type { Studies } from './study-store.ts';
import { whyNotTuned } from './tune-isp.ts';

interface StudyPaneProps extends Pick<BestRunProps, 'onUse' | 'onCompare'> {
  readonly recipe: Recipe;
  readonly features: readonly WorkbenchFeature[];
  /** The report of the picture that is shown. */
  readonly report: Report | undefined;
  readonly studies: Studies;
  /** Called when a study was started or chosen, and when a new one is begun instead. */
  readonly onShow: (isStudy: boolean) => void;
  readonly onTune: () => void;
}

/** The goal Optimise of the tab Study: a draft, or a study with its progress and its best run. */
export function StudyPane(props: StudyPaneProps) {
  const { studies, onShow, onUse, onCompare } = props;
  const { open, stop, goOn } = studies;
  return (
    <StudyFrame goal="Study" studies={studies} onShow={onShow}>
      {open ? (
        <>
          <StudyProgress
            study={open}
            onStop={() => void stop()}
            onGoOn={(more) => void goOn(more)}
          />
          <BestRun study={open} picked={studies.picked} onUse={onUse} onCompare={onCompare} />
        </>
      ) : (
        <Draft {...props} />
      )}
    </StudyFrame>
  );
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

function Draft({
  recipe,
  features,
  report,
  studies: { draft, busy, changeDraft, start },
  onShow,
  onTune,
}: StudyPaneProps) {
  const fields = [...sweepFields(recipe, features), ...useLensFields(recipe)];
  const change = (changes: Partial<StudyDraft>): void => changeDraft({ ...draft, ...changes });
  const checked = checkDraft(draft, recipe);
  const whyNot = whyNotTuned(recipe);
  return (
    <>
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
          <Button
            size="xs"
            variant="default"
            disabled={busy !== '' || whyNot !== undefined}
            title={whyNot ?? 'Searches for the values of the ISP with the least colour error.'}
            onClick={onTune}
          >
            Tune ISP
          </Button>
          <Button
            size="xs"
            disabled={busy !== '' || 'problem' in checked}
            onClick={() =>
              void start(documentOf(draft, recipe)).then((isStarted) => {
                if (isStarted) onShow(true);
              })
            }
          >
            Start study
          </Button>
        </div>
      </div>
    </>
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
