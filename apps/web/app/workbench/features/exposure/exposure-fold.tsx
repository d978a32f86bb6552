import { EXPOSURE_FIELDS, withHelp } from '@lumenloom/contract';
import { useState } from 'react';
import { typedProblems } from '../../kit/dialog/tools.ts';
import type { ExposureParams } from '../../model/recipe/recipe.ts';
import type { DialogPartProps } from '../../shell/bench/feature.ts';
import { ParameterField } from '../../shell/dialogs/parameter-field.tsx';
import { exposureInWords, exposureOf, type TypedExposure } from './typed-exposure.ts';
import styles from './exposure-fold.module.css';

const typedOf = (exposure: ExposureParams = {}): TypedExposure => ({
  mode: exposure.mode ?? 'auto',
  seconds: exposure.seconds ?? '',
  longest: exposure.longest ?? '',
  compensation: exposure.compensation ?? '0',
});

/** The exposure under the fields of the sensor: one line with what is set, until it is opened. */
export function ExposureFold({
  recipe,
  focus,
  onOther,
  lastSeconds,
}: Pick<DialogPartProps, 'recipe' | 'focus' | 'onOther'> & {
  /** Of the last run: a fixed exposure begins with it. */
  readonly lastSeconds: number | undefined;
}) {
  const [typed, setTyped] = useState(() => typedOf(recipe.exposureParams));
  const exposure = exposureOf(typed);
  const isFixed = typed.mode === 'fixed';
  const problems = {
    ...typedProblems('exposureParams', exposure),
    ...(isFixed && typed.seconds.trim() === '' && { seconds: 'A fixed exposure needs seconds.' }),
  };
  const onType = (changes: Partial<TypedExposure>): void => {
    const next = { ...typed, ...changes };
    if (next.mode === 'fixed' && !isFixed && next.seconds === '')
      next.seconds = String(lastSeconds ?? EXPOSURE_FIELDS[1].default);
    setTyped(next);
    onOther({ type: 'exposure', exposure: exposureOf(next) });
  };
  return (
    <details
      className={styles.fold}
      open={EXPOSURE_FIELDS.some(({ key }) => key === focus) || undefined}
    >
      <summary data-changed={exposure !== undefined || undefined}>
        Exposure <span className={styles.main}>{exposureInWords(exposure)}</span>
      </summary>
      <div className={styles.fields}>
        {withHelp(EXPOSURE_FIELDS)
          .filter(({ key }) => key === 'mode' || isFixed === (key === 'seconds'))
          .map((field) => (
            <ParameterField
              key={field.key}
              field={field}
              value={typed[field.key]}
              problems={problems}
              onChange={(value) => onType({ [field.key]: value as string })}
              isFirst={field.key === focus}
              path={field.kind === 'number' ? `exposureParams.${field.key}` : undefined}
            />
          ))}
      </div>
    </details>
  );
}
