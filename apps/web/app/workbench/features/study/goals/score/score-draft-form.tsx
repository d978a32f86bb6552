import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Project, WorkbenchFeature } from '@lumenloom/contract';
import { IconButton } from '../../../../../ui/icon-button/icon-button.tsx';
import { nameOf, type Snapshot } from '../../../../kit/picture/snapshots.ts';
import styles from '../../../../kit/study/study-pane.module.css';
import { FieldList, StudyPart } from '../../../../kit/study/study-parts.tsx';
import type { SweepField } from '../../../../kit/study/sweep-fields.ts';
import { readRecipe } from '../../../../model/recipe/recipe-json.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import type { DraftProps } from '../../contributions.tsx';
import { isFitted, type Choosable, type ChoosableDataset } from './choosable.ts';
import { exampleScore } from './example-score.ts';
import { alignOf, checkDraft, worldOf } from './score-document.ts';
import { letterOf, MARKS, MOST_CAMERAS, withConditions, type ScoreDraft } from './score-draft.ts';
import scoreStyles from './score-pane.module.css';
import { useChoosable } from './use-choosable.ts';
import { variedFields } from './varied-fields.ts';

interface ScoreDraftFormProps extends DraftProps<ScoreDraft> {
  readonly recipe: Recipe;
  readonly features: readonly WorkbenchFeature[];
  /** Of this visit: cameras to compare with. */
  readonly runs: readonly Snapshot[];
  /** Puts a recipe into the workbench, as one step of that name. */
  readonly onRecipe: (recipe: Recipe, name: string) => void;
}

interface ChangeProps {
  readonly draft: ScoreDraft;
  readonly onChange: (changes: Partial<ScoreDraft>) => void;
}

/** A score as it is typed, with what it costs or what is missing. */
export function ScoreDraftForm({
  recipe,
  features,
  runs,
  draft,
  onDraft,
  onStart,
  onRecipe,
}: ScoreDraftFormProps) {
  const change = (changes: Partial<ScoreDraft>): void => onDraft({ ...draft, ...changes });
  const { networks, datasets } = useChoosable();
  const labelIn = (all: readonly Choosable[], value: string): string =>
    all.find((one) => one.value === value)?.label.split(',')[0] ?? 'network';
  const name = `${labelIn(networks, draft.network)} on ${labelIn(datasets, draft.dataset)}`;
  const dataset = datasets.find(({ value }) => value === draft.dataset);
  const checked = checkDraft(draft, recipe, { name, dataset });
  const fields = variedFields(recipe, features);
  const openExample = (): void => {
    const example = exampleScore(recipe);
    onDraft(example.draft);
    onRecipe(example.recipe, example.name);
  };
  return (
    <>
      {draft.network !== MARKS && (
        <p>
          Which camera is best for a network? Without files of your own:{' '}
          <button type="button" className={scoreStyles.link} onClick={openExample}>
            fill in the example
          </button>
          .
        </p>
      )}
      <Ground draft={draft} onChange={change} networks={networks} datasets={datasets} />
      <World draft={draft} onChange={change} world={worldOf(recipe, dataset)} />
      <Cameras draft={draft} onChange={change} recipe={recipe} runs={runs} />
      <Conditions draft={draft} onChange={change} fields={fields} />
      <StudyPart title="Score">
        <TextRow
          label="Name"
          value={draft.name}
          placeholder={name}
          onChange={(value) => change({ name: value })}
        />
        {(
          [
            ['hasLadder', 'Say what each part of a camera costs'],
            ['isByFolder', 'Also score the pictures of each folder'],
          ] as const
        ).map(([key, label]) => (
          <label key={key} className={styles.check}>
            <input
              type="checkbox"
              checked={draft[key]}
              onChange={({ currentTarget: { checked: isOn } }) => change({ [key]: isOn })}
            />
            {label}
          </label>
        ))}
      </StudyPart>
      <Start checked={checked} onStart={onStart} />
    </>
  );
}

/** The fields that conditions vary, with their values. */
const Conditions = ({
  draft,
  onChange,
  fields,
}: ChangeProps & { readonly fields: readonly SweepField[] }) => (
  <StudyPart
    title="Conditions"
    says="Click the label of a field, above or in a dialog, or choose here."
  >
    {draft.conditions.map((one) => (
      <div key={one.path} className={styles.field} role="group" aria-label={one.label}>
        <div className={styles.item}>
          <strong>{one.label}</strong>
          <IconButton
            label={`Remove ${one.label}`}
            icon={IconX}
            onClick={() =>
              onChange({ conditions: draft.conditions.filter((other) => other !== one) })
            }
          />
        </div>
        <input
          value={one.values}
          aria-label={`${one.label}: values${one.unit && `, ${one.unit}`}`}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              conditions: draft.conditions.map((other) =>
                other === one ? { ...one, values: value } : other,
              ),
            })
          }
        />
      </div>
    ))}
    <FieldList
      fields={fields.filter(({ path }) => draft.conditions.every((one) => one.path !== path))}
      onAdd={(path) =>
        onChange(
          withConditions(
            draft,
            fields.filter((field) => field.path === path),
          ),
        )
      }
    />
  </StudyPart>
);

/** What a score costs, or what is missing of it. */
const Start = ({
  checked,
  onStart,
}: {
  readonly checked: ReturnType<typeof checkDraft>;
  readonly onStart: (document: object) => void;
}) => (
  <div className={styles.start}>
    <p role="status" className={'missing' in checked ? undefined : styles.estimate}>
      {'missing' in checked ? checked.missing : checked.cost.words}
    </p>
    <Button
      size="xs"
      disabled={'missing' in checked}
      onClick={() => {
        if ('document' in checked) onStart(checked.document);
      }}
    >
      Start score
    </Button>
  </div>
);

interface TextRowProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly isNumber?: boolean;
  readonly onChange: (value: string) => void;
}

const TextRow = ({ label, value, placeholder, isNumber, onChange }: TextRowProps) => (
  <label className={styles.row}>
    {label}
    <input
      value={value}
      placeholder={placeholder}
      inputMode={isNumber ? 'decimal' : 'text'}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </label>
);

/** Network and data set, and how many of its pictures. */
function Ground({
  draft,
  onChange,
  networks,
  datasets,
}: ChangeProps & {
  readonly networks: readonly Choosable[];
  readonly datasets: readonly ChoosableDataset[];
}) {
  const chooser = (
    label: string,
    key: 'network' | 'dataset',
    all: readonly (Choosable & Partial<ChoosableDataset>)[],
  ) => (
    <label className={styles.row}>
      {label}
      <select
        value={draft[key]}
        onChange={({ currentTarget: { value } }) => onChange({ [key]: value })}
      >
        <option value="">Choose one</option>
        {all.map(({ value, label: shown, images, unusable }) => (
          <option key={value} value={value} disabled={unusable !== undefined} title={unusable}>
            {shown}
            {unusable !== undefined && ' (not installed)'}
            {images !== undefined && `, ${images} pictures`}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <StudyPart title="Network and pictures">
      {chooser('Network', 'network', networks)}
      {chooser('Data set', 'dataset', datasets)}
      <PartRow value={draft.split} onChange={(split) => onChange({ split })} />
      <TextRow
        label="Pictures"
        value={draft.images}
        placeholder="all"
        isNumber
        onChange={(images) => onChange({ images })}
      />
      <TextRow
        label="Chosen by seed"
        value={draft.seed}
        isNumber
        onChange={(seed) => onChange({ seed })}
      />
      {isFitted(datasets.find(({ value }) => value === draft.dataset)) && (
        <label className={styles.row}>
          Fit depths by
          <select
            value={alignOf(draft)}
            onChange={({ currentTarget: { value } }) => onChange({ align: value })}
          >
            <option value="none">nothing: metres</option>
            <option value="median">the median</option>
            <option value="scaleShift">scale and shift</option>
            <option value="inverseScaleShift">scale and shift of inverse depth</option>
          </select>
        </label>
      )}
      <details>
        <summary>Classes with other names</summary>
        <label className={scoreStyles.classes}>
          One a line: class of the network = class of the data set
          <textarea
            rows={3}
            value={draft.classMap}
            placeholder="car = vehicle"
            onChange={({ currentTarget: { value } }) => onChange({ classMap: value })}
          />
        </label>
      </details>
    </StudyPart>
  );
}

/** What the pictures show: how wide they are, and how bright. */
const World = ({
  draft,
  onChange,
  world: { hfov, luminance },
}: ChangeProps & { readonly world: ReturnType<typeof worldOf> }) => (
  <StudyPart title="The scene of each picture">
    <TextRow
      label="Width, °"
      value={draft.hfov}
      placeholder={String(hfov)}
      isNumber
      onChange={(typed) => onChange({ hfov: typed })}
    />
    <TextRow
      label="Mean, cd/m²"
      value={draft.luminance}
      placeholder={luminance === undefined ? 'of the light' : String(luminance)}
      isNumber
      onChange={(typed) => onChange({ luminance: typed })}
    />
  </StudyPart>
);

/** The projects of the account; none until they have come. */
function useProjects(): readonly Project[] {
  const [projects, setProjects] = useState<readonly Project[]>([]);
  useEffect(() => {
    let isStale = false;
    void import('../../../../../api/projects.ts')
      .then(({ listProjects }) => listProjects())
      .then(
        (found) => {
          if (!isStale) setProjects(found);
        },
        () => undefined,
      );
    return () => {
      isStale = true;
    };
  }, []);
  return projects;
}

/** Camera A, the present recipe, and those that it is compared with. */
function Cameras({
  draft,
  onChange,
  recipe,
  runs,
}: ChangeProps & { readonly recipe: Recipe; readonly runs: readonly Snapshot[] }) {
  const [problem, setProblem] = useState('');
  const add = (name: string, added: Recipe): void =>
    onChange({ cameras: [...draft.cameras, { name, recipe: added }] });
  const addBy = async (value: string): Promise<void> => {
    setProblem('');
    const [kind, id] = value.split(':') as [string, string];
    const run = runs.find(({ number }) => kind === 'run' && number === Number(id));
    if (run) add(nameOf(run), run.recipe);
    else if (kind === 'now') add('copy', recipe);
    else
      try {
        const { readProject } = await import('../../../../../api/projects.ts');
        const project = await readProject(id);
        add(project.name, readRecipe(project.recipe));
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
      }
  };
  return (
    <StudyPart title="Cameras" says="A is the recipe as it is at the start.">
      <div className={styles.item}>
        <span>A current</span>
      </div>
      {draft.cameras.map((camera, at) => (
        <CameraRow
          key={letterOf(at + 1)}
          letter={letterOf(at + 1)}
          name={camera.name}
          onName={(name) =>
            onChange({
              cameras: draft.cameras.map((one) => (one === camera ? { ...camera, name } : one)),
            })
          }
          onRemove={() => onChange({ cameras: draft.cameras.filter((one) => one !== camera) })}
        />
      ))}
      {problem !== '' && <p className={styles.problem}>{problem}</p>}
      {draft.cameras.length + 1 < MOST_CAMERAS && (
        <CameraList runs={runs} onAdd={(value) => void addBy(value)} />
      )}
    </StudyPart>
  );
}

/** All that can be a further camera. */
function CameraList({
  runs,
  onAdd,
}: {
  readonly runs: readonly Snapshot[];
  readonly onAdd: (value: string) => void;
}) {
  const projects = useProjects();
  const group = (label: string, options: readonly (readonly [value: string, name: string])[]) =>
    options.length > 0 && (
      <optgroup label={label}>
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </optgroup>
    );
  return (
    <select
      aria-label="Add a camera"
      value=""
      onChange={({ currentTarget: { value } }) => onAdd(value)}
    >
      <option value="">Add a camera…</option>
      <option value="now:">the recipe as it is now</option>
      {group(
        'Runs of this visit',
        runs.map((run) => [`run:${run.number}`, nameOf(run)]),
      )}
      {group(
        'Projects',
        projects.map(({ id, name }) => [`project:${id}`, name]),
      )}
    </select>
  );
}

const CameraRow = ({
  letter,
  name,
  onName,
  onRemove,
}: {
  readonly letter: string;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onRemove: () => void;
}) => (
  <div className={scoreStyles.camera}>
    <span>{letter}</span>
    <input
      value={name}
      aria-label={`Name of camera ${letter}`}
      onChange={({ currentTarget: { value } }) => onName(value)}
    />
    <IconButton label={`Remove camera ${letter}`} icon={IconX} onClick={onRemove} />
  </div>
);

/** Which part of the data set is scored. */
const PartRow = (row: { readonly value: string; readonly onChange: (value: string) => void }) => (
  <TextRow label="Part" placeholder="val, else test, else all" {...row} />
);
