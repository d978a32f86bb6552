import { useId } from 'react';
import { typedProblems } from '../../kit/dialog/tools.ts';
import type { DialogPartProps } from '../../shell/bench/feature.ts';
import { Help } from '../../shell/dialogs/parameter-field.tsx';
import styles from '../../shell/dialogs/parameter-field.module.css';

const figure = (value: number): string => String(Number(value.toPrecision(3)));

/** The level of the light as a lux meter at the object shows it, beside the luminance of white. */
export function IlluminanceField({ recipe, typed, onType, onOther }: DialogPartProps) {
  const id = useId();
  const luminance = typed['illuminantLuminance'];
  const lux = recipe.illuminantLux;
  // White is a diffuser: its luminance is illuminance/π.
  const shown =
    luminance === '' || luminance === undefined ? undefined : Number(luminance) * Math.PI;
  const problem = lux === undefined ? undefined : typedProblems('illuminantLux', lux)[''];
  const line =
    lux === undefined
      ? 'What a lux meter shows at the object; white then has illuminance/π cd/m².'
      : `${figure(lux)} lux on the object: white has ${figure(lux / Math.PI)} cd/m².`;
  return (
    <div className={styles.single}>
      <label htmlFor={id} className={styles.label}>
        Illuminance (lx)
      </label>
      <input
        id={id}
        type="number"
        step="any"
        min={0}
        className={styles.input}
        value={lux ?? ''}
        placeholder={shown === undefined ? 'not set' : figure(shown)}
        aria-describedby={`${id}-help`}
        aria-invalid={problem !== undefined || undefined}
        onChange={({ currentTarget: { value } }) => {
          onType({ illuminantLuminance: '' });
          onOther(
            value === ''
              ? { type: 'illuminant luminance', value: '' }
              : { type: 'illuminance', lux: Number(value) },
          );
        }}
      />
      <Help id={`${id}-help`} help={line} problem={problem} />
    </div>
  );
}
