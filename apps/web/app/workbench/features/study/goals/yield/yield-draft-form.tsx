import { figureLabel, type WorkbenchFeature } from '@lumenloom/contract';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { IconButton } from '../../../../../ui/icon-button/icon-button.tsx';
import { FigureChoice } from '../../../../kit/study/figure-list.tsx';
import styles from '../../../../kit/study/study-pane.module.css';
import { FieldList, StudyPart } from '../../../../kit/study/study-parts.tsx';
import type { SpreadNumber } from '../../../../kit/study/spread-number.ts';
import { sweepFields } from '../../../../kit/study/sweep-fields.ts';
import { useLensFields } from '../../../../kit/study/use-lens-fields.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import type { DraftProps } from '../../contributions.tsx';
import { checkDraft } from './yield-document.ts';
import type { YieldDraft } from './yield-draft.ts';

interface ChangeProps {
  readonly draft: YieldDraft;
  readonly onChange: (changes: Partial<YieldDraft>) => void;
}

/** A yield as it is typed: what the factory spreads, what counts, and how many cameras are run. */
export function YieldDraftForm({
  recipe,
  features,
  draft,
  onDraft,
  onStart,
}: DraftProps<YieldDraft> & {
  readonly recipe: Recipe;
  readonly features: readonly WorkbenchFeature[];
}) {
  const change = (changes: Partial<YieldDraft>): void => onDraft({ ...draft, ...changes });
  const checked = checkDraft(draft, recipe);
  return (
    <>
      <Spread draft={draft} onChange={change} recipe={recipe} features={features} />
      <Score draft={draft} onChange={change} />
      <StudyPart title="Cameras">
        <TextRow label="Name" value={draft.name} onChange={(name) => change({ name })} />
        <TextRow label="Cameras" value={draft.runs} onChange={(runs) => change({ runs })} />
        <TextRow
          label="Loosen to, %"
          value={draft.wanted}
          onChange={(wanted) => change({ wanted })}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={draft.isRefocused}
            onChange={({ currentTarget: { checked: isRefocused } }) => change({ isRefocused })}
          />
          Each camera is focused
        </label>
      </StudyPart>
      <div className={styles.start}>
        <p role="status">{'missing' in checked && checked.missing}</p>
        <Button
          size="xs"
          disabled={'missing' in checked}
          onClick={() => {
            if ('document' in checked) onStart({ goal: 'yield', document: checked.document });
          }}
        >
          Start yield
        </Button>
      </div>
    </>
  );
}

/** The tolerances of fields of the recipe and its lens. */
function Spread({
  draft: { spread },
  onChange,
  recipe,
  features,
}: ChangeProps & { readonly recipe: Recipe; readonly features: readonly WorkbenchFeature[] }) {
  const lens = useLensFields(recipe);
  const fields = [...sweepFields(recipe, features), ...lens].filter(
    ({ path, values }) => !values && spread.every((one) => one.path !== path),
  );
  const put = (one: SpreadNumber, next: SpreadNumber): void =>
    onChange({ spread: spread.map((other) => (other === one ? next : other)) });
  return (
    <StudyPart
      title="Tolerances"
      says="What the factory spreads: ± in the unit of the field, or with %. Of a normal number a tolerance is two standard deviations."
    >
      {spread.map((one) => (
        <div key={one.path} className={styles.field} role="group" aria-label={one.label}>
          <div className={styles.item}>
            <strong>{one.label}</strong>
            <IconButton
              label={`Remove ${one.label}`}
              icon={IconX}
              onClick={() => onChange({ spread: spread.filter((other) => other !== one) })}
            />
          </div>
          <div className={styles.range}>
            <label>
              {one.unit === '' ? '±' : `±, ${one.unit}`}
              <input
                value={one.plusMinus}
                aria-label={`${one.label}: tolerance`}
                onChange={({ currentTarget: { value } }) => put(one, { ...one, plusMinus: value })}
              />
            </label>
            <label>
              distribution
              <select
                value={one.distribution}
                aria-label={`${one.label}: distribution`}
                onChange={({ currentTarget: { value } }) =>
                  put(one, { ...one, distribution: value as SpreadNumber['distribution'] })
                }
              >
                {['normal', 'uniform', 'ends'].map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
          </div>
        </div>
      ))}
      <FieldList
        fields={fields}
        onAdd={(added) => {
          const found = fields.find(({ path }) => path === added);
          if (!found) return;
          const { path, label, unit, current } = found;
          const plusMinus = current ? '5 %' : '';
          onChange({
            spread: [...spread, { path, label, unit, plusMinus, distribution: 'normal' }],
          });
        }}
      />
    </StudyPart>
  );
}

/** What counts, and its limit. */
const Score = ({ draft: { figure, goal, limit }, onChange }: ChangeProps) => (
  <StudyPart title="Limit" says="A camera is good that keeps it.">
    {figure === '' ? (
      <FigureChoice used={[]} onAdd={(name) => onChange({ figure: name })} />
    ) : (
      <div className={styles.item}>
        <span>{figureLabel(figure)}</span>
        <IconButton
          label={`Remove ${figureLabel(figure)}`}
          icon={IconX}
          onClick={() => onChange({ figure: '' })}
        />
      </div>
    )}
    <label className={styles.row}>
      Good is
      <select
        value={goal}
        onChange={({ currentTarget: { value } }) => onChange({ goal: value as YieldDraft['goal'] })}
      >
        <option value="maximise">at least</option>
        <option value="minimise">at most</option>
      </select>
    </label>
    <TextRow label="Limit" value={limit} onChange={(text) => onChange({ limit: text })} />
  </StudyPart>
);

const TextRow = ({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => (
  <label className={styles.row}>
    {label}
    <input value={value} onChange={({ currentTarget: { value: text } }) => onChange(text)} />
  </label>
);
