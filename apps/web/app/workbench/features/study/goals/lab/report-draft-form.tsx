import { LAB_PROFILES, LAB_SEEDS, readReportDocument, type LabProfile } from '@lumenloom/contract';
import { Button } from '@mantine/core';
import styles from '../../../../kit/study/study-pane.module.css';
import { StudyPart } from '../../../../kit/study/study-parts.tsx';
import { numberIn } from '../../../../kit/study/typed-values.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import type { DraftProps } from '../../contributions.tsx';
import type { ReportDraft } from './report-draft.ts';

const PROFILES: Readonly<Record<LabProfile, string>> = {
  general: 'General',
  automotive: 'Automotive: contrast, flicker, cars at a distance',
  'machine-vision': 'Machine vision: EMVA 1288, place of an edge',
  mobile: 'Mobile: acutance, visual noise, colour',
};

const documentOf = (
  { name, profile, isDraft, seeds, first }: ReportDraft,
  recipe: Recipe,
): object => ({
  ...(name.trim() !== '' && { name: name.trim() }),
  ...(first ? { recipe: first, recipe2: recipe } : { recipe }),
  profile,
  draft: isDraft,
  ...(!isDraft && seeds.trim() !== '' && { seeds: numberIn(seeds) }),
});

/** What a report is asked for: its profile, and whether it is a draft. */
export function ReportDraftForm({
  recipe,
  draft,
  onDraft,
  onStart,
}: DraftProps<ReportDraft> & { readonly recipe: Recipe }) {
  const change = (changes: Partial<ReportDraft>): void => onDraft({ ...draft, ...changes });
  const document = documentOf(draft, recipe);
  const read = readReportDocument(document);
  return (
    <>
      <StudyPart
        title="Report"
        says="Measures the camera of the recipe as a test lab would: charts of its own in the light of the recipe, figures with their standard errors, and what the model says."
      >
        <label className={styles.row}>
          Name
          <input
            value={draft.name}
            placeholder="camera"
            onChange={({ currentTarget: { value } }) => change({ name: value })}
          />
        </label>
        <label className={styles.row}>
          Profile
          <select
            value={draft.profile}
            onChange={({ currentTarget: { value } }) => change({ profile: value })}
          >
            {LAB_PROFILES.map((profile) => (
              <option key={profile} value={profile}>
                {PROFILES[profile]}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={draft.isDraft}
            onChange={({ currentTarget: { checked } }) => change({ isDraft: checked })}
          />
          Draft: one seed, one field, small charts
        </label>
        <TwoCameras recipe={recipe} first={draft.first} onFirst={(first) => change({ first })} />
        {!draft.isDraft && (
          <label className={styles.row}>
            Seeds
            <input
              inputMode="numeric"
              value={draft.seeds}
              placeholder={String(LAB_SEEDS.usual)}
              onChange={({ currentTarget: { value } }) => change({ seeds: value })}
            />
          </label>
        )}
      </StudyPart>
      <div className={styles.start}>
        <p role="status">{!read.ok && read.problems[0]!.message}</p>
        <Button size="xs" disabled={!read.ok} onClick={() => onStart(document)}>
          Make report
        </Button>
      </div>
    </>
  );
}

/** Keeps the camera of the recipe, so that the recipe can become another one. */
const TwoCameras = ({
  recipe,
  first,
  onFirst,
}: {
  readonly recipe: Recipe;
  readonly first: Recipe | undefined;
  readonly onFirst: (first: Recipe | undefined) => void;
}) => (
  <>
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={first !== undefined}
        onChange={({ currentTarget: { checked } }) => onFirst(checked ? recipe : undefined)}
      />
      Two cameras: keep this one as the first
    </label>
    {first && (
      <p>
        {first === recipe
          ? 'Change the recipe now: what it is then is the second camera.'
          : 'The recipe as it is now is the second camera; both are measured with the same seeds.'}
      </p>
    )}
  </>
);
