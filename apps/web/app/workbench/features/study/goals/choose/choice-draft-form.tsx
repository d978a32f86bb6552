import { figureLabel } from '@lumenloom/contract';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { IconButton } from '../../../../../ui/icon-button/icon-button.tsx';
import { FigureChoice } from '../../../../kit/study/figure-list.tsx';
import styles from '../../../../kit/study/study-pane.module.css';
import { StudyPart } from '../../../../kit/study/study-parts.tsx';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import type { DraftProps } from '../../contributions.tsx';
import { useChoosable } from '../score/use-choosable.ts';
import { checkDraft } from './choice-document.ts';
import type { ChoiceDraft } from './choice-draft.ts';
import { PartLists } from './part-lists.tsx';
import { RequirementForm } from './requirement-form.tsx';
import { useDryRun } from './use-dry-run.ts';

interface ChangeProps {
  readonly draft: ChoiceDraft;
  readonly onChange: (changes: Partial<ChoiceDraft>) => void;
}

/** A choice as it is typed: parts, requirements with what they leave, and the race. */
export function ChoiceDraftForm({
  recipe,
  draft,
  onDraft,
  onStart,
}: DraftProps<ChoiceDraft> & { readonly recipe: Recipe }) {
  const change = (changes: Partial<ChoiceDraft>): void => onDraft({ ...draft, ...changes });
  const { networks, datasets } = useChoosable();
  const dataset = datasets.find(({ value }) => value === draft.dataset);
  const checked = checkDraft(draft, recipe, dataset);
  const text = 'plan' in checked ? JSON.stringify(checked.plan) : '';
  const looked = useDryRun(text);
  const isOld = looked !== undefined && looked.text !== text;
  const none = looked?.left?.candidates.raced === 0;
  return (
    <>
      <PartLists parts={draft.parts} onParts={(parts) => change({ parts })} />
      <Goal draft={draft} onChange={change} networks={networks} datasets={datasets} />
      <RequirementForm
        requirements={draft.requirements}
        looked={looked}
        isOld={isOld}
        onChange={(requirements) => change({ requirements })}
      />
      <Prices draft={draft} onChange={change} />
      <RaceFields draft={draft} onChange={change} />
      <div className={styles.start}>
        <p role="status">
          {'missing' in checked
            ? checked.missing
            : looked?.left &&
              !isOld &&
              `${looked.left.sentence} At most ${looked.left.runs.toLocaleString('en')} runs.`}
        </p>
        <Button
          size="xs"
          disabled={'missing' in checked || (none && !isOld)}
          onClick={() => {
            if ('plan' in checked) onStart({ goal: 'choose', document: checked.plan });
          }}
        >
          Start race
        </Button>
      </div>
    </>
  );
}

/** Figures of a network that a race can count. */
const NETWORK_FIGURES = ['dataset.map50', 'dataset.map', 'dataset.accuracy', 'dataset.delta1'];

/** What is scored: a network on a data set, or a figure of one scene. */
const Goal = ({
  draft,
  onChange,
  networks,
  datasets,
}: ChangeProps & ReturnType<typeof useChoosable>) => (
  <StudyPart title="Goal" says="Scored with a network on pictures, or by a figure of this scene.">
    <ListRow
      label="Data set"
      value={draft.dataset}
      options={[{ value: '', label: 'none: this scene' }, ...datasets]}
      onChange={(value) =>
        onChange({
          dataset: value,
          figure: value === '' ? '' : draft.figure || NETWORK_FIGURES[0]!,
        })
      }
    />
    {draft.dataset !== '' && (
      <>
        <ListRow
          label="Network"
          value={draft.network}
          options={[{ value: '', label: 'choose one' }, ...networks]}
          onChange={(network) => onChange({ network })}
        />
        <TextRow label="Pictures, °" value={draft.hfov} onChange={(hfov) => onChange({ hfov })} />
        <ListRow
          label="Figure"
          value={draft.figure}
          options={NETWORK_FIGURES.map((value) => ({ value, label: figureLabel(value) }))}
          onChange={(figure) => onChange({ figure })}
        />
      </>
    )}
    {draft.dataset === '' && draft.figure !== '' && (
      <div className={styles.item}>
        <span>{figureLabel(draft.figure)}</span>
        <IconButton
          label={`Remove ${figureLabel(draft.figure)}`}
          icon={IconX}
          onClick={() => onChange({ figure: '' })}
        />
      </div>
    )}
    {draft.dataset === '' && draft.figure === '' && (
      <FigureChoice used={[]} onAdd={(figure) => onChange({ figure })} />
    )}
    <ListRow
      label="Better is"
      value={draft.goal}
      options={[
        { value: 'maximise', label: 'larger' },
        { value: 'minimise', label: 'smaller' },
      ]}
      onChange={(value) => onChange({ goal: value as ChoiceDraft['goal'] })}
    />
  </StudyPart>
);

/** The table of the customer, what a camera costs, and what is weighed against the score. */
const Prices = ({ draft, onChange }: ChangeProps) => {
  const take = (file: File | undefined): void =>
    void file?.text().then((csv) => onChange({ table: { name: file.name.slice(0, 200), csv } }));
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
    >
      <StudyPart
        title="Prices and sizes"
        says="A CSV of yours with the column part (exact names) and price, sizeMm, mount and so on: choose it, or drop it here."
      >
        {draft.table ? (
          <div className={styles.item}>
            <span>{draft.table.name}</span>
            <IconButton
              label="Remove the table"
              icon={IconX}
              onClick={() => onChange({ table: undefined })}
            />
          </div>
        ) : (
          <label className={styles.row}>
            Table
            <input
              type="file"
              accept=".csv,.tsv,.txt"
              onChange={({ currentTarget: { files } }) => take(files?.[0])}
            />
          </label>
        )}
        <TextRow
          label="Cost"
          value={draft.cost}
          placeholder="lens.price + sensor.price"
          onChange={(cost) => onChange({ cost })}
        />
        <TextRow
          label="Front"
          value={draft.front}
          placeholder="cost, sizeMm"
          onChange={(front) => onChange({ front })}
        />
      </StudyPart>
    </div>
  );
};

/** How long it is raced. */
const RaceFields = ({ draft, onChange }: ChangeProps) => (
  <StudyPart title="Race">
    <TextRow
      label="Name"
      value={draft.name}
      placeholder="Choice"
      onChange={(name) => onChange({ name })}
    />
    <TextRow
      label="Pictures"
      value={draft.pictures}
      onChange={(pictures) => onChange({ pictures })}
    />
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={draft.hasPreview}
        onChange={({ currentTarget: { checked } }) => onChange({ hasPreview: checked })}
      />
      Many cameras: 12 pictures that do not judge leave a tenth
    </label>
  </StudyPart>
);

const TextRow = ({
  label,
  value,
  placeholder,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}) => (
  <label className={styles.row}>
    {label}
    <input
      value={value}
      placeholder={placeholder}
      onChange={({ currentTarget: { value: text } }) => onChange(text)}
    />
  </label>
);

const ListRow = ({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}) => (
  <label className={styles.row}>
    {label}
    <select value={value} onChange={({ currentTarget: { value: chosen } }) => onChange(chosen)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
);
