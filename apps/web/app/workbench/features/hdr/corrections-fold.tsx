import { CORRECTION_CHOICES, LENS_SHADING_FIELDS, TONE_MAP_FIELDS } from '@lumenloom/contract';
import { useState } from 'react';
import { typedProblems } from '../../kit/dialog/tools.ts';
import { CORRECTIONS, type CorrectionName } from '../../model/recipe/recipe.ts';
import type { DialogPartProps } from '../../shell/bench/feature.ts';
import { ParameterField } from '../../shell/dialogs/parameter-field.tsx';
import {
  correctionOf,
  correctionsOf,
  correctionsInWords,
  typedCorrections,
  type TypedCorrections,
} from './typed-corrections.ts';
import styles from './corrections-fold.module.css';

const GROUPS = [
  ['toneMap', TONE_MAP_FIELDS],
  ['lensShading', LENS_SHADING_FIELDS],
] as const;

/** The corrections under the modules of the ISP: one line with what is set, until it is opened. */
export function CorrectionsFold({
  recipe,
  focus,
  onOther,
}: Pick<DialogPartProps, 'recipe' | 'focus' | 'onOther'>) {
  const [typed, setTyped] = useState(() => typedCorrections(recipe));
  const onType = (part: CorrectionName, values: TypedCorrections[CorrectionName]): void => {
    const next = { ...typed, [part]: values };
    setTyped(next);
    onOther({ type: 'corrections', corrections: correctionsOf(next) });
  };
  const isChanged = CORRECTIONS.some((part) => correctionOf(typed, part) !== undefined);
  return (
    <details className={styles.fold} open={CORRECTIONS.some((part) => part === focus)}>
      <summary data-changed={isChanged || undefined}>
        Corrections <span className={styles.main}>{correctionsInWords(typed)}</span>
      </summary>
      <div className={styles.fields}>
        {Object.values(CORRECTION_CHOICES).map((field) => (
          <ParameterField
            key={field.key}
            field={field}
            value={typed[field.key]['']!}
            problems={{}}
            onChange={(value) => onType(field.key, { '': value as string })}
            isFirst={field.key === focus}
          />
        ))}
        {GROUPS.flatMap(([part, fields]) => {
          const problems = typedProblems(part, correctionOf(typed, part));
          return fields.map((field) => (
            <ParameterField
              key={`${part}.${field.key}`}
              field={
                field.kind === 'choice' ? { ...field, options: ['', ...field.options] } : field
              }
              value={typed[part][field.key]!}
              problems={problems}
              onChange={(value) => onType(part, { ...typed[part], [field.key]: value as string })}
              path={field.kind === 'number' ? `${part}.${field.key}` : undefined}
            />
          ));
        })}
      </div>
    </details>
  );
}
