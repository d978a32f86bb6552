import { useState } from 'react';
import { SETTINGS, type AnalysedFor, type SettingName } from './analysed-for.ts';
import styles from './optics-workspace.module.css';

/** Fields, wavelengths and object of the drawing and the analyses. */
export function AnalysedForLine({
  settings,
  onChange,
}: {
  readonly settings: AnalysedFor;
  readonly onChange: (settings: AnalysedFor) => void;
}) {
  const [problem, setProblem] = useState('');
  const type = (name: SettingName, text: string): void => {
    const read = SETTINGS[name].read(text);
    setProblem(typeof read === 'string' ? read : '');
    if (typeof read !== 'string') onChange({ ...settings, ...read });
  };
  return (
    <div className={styles.analysedFor} role="group" aria-label="Analysed for">
      {(Object.keys(SETTINGS) as SettingName[]).map((name) => (
        <label key={name} data-setting={name}>
          {SETTINGS[name].label}
          <input
            key={SETTINGS[name].textOf(settings)}
            title={SETTINGS[name].hint}
            defaultValue={SETTINGS[name].textOf(settings)}
            spellCheck={false}
            onBlur={({ target }) => {
              if (target.value !== SETTINGS[name].textOf(settings)) type(name, target.value);
            }}
            onKeyDown={({ key, currentTarget }) => {
              if (key === 'Enter') currentTarget.blur();
            }}
          />
        </label>
      ))}
      <label
        data-setting="isFocused"
        title="Sensor or focusing group move for what is shown; the table stays"
      >
        <input
          type="checkbox"
          checked={settings.isFocused}
          disabled={settings.objectM === undefined}
          onChange={({ target }) => onChange({ ...settings, isFocused: target.checked })}
        />
        Focused on it
      </label>
      {problem !== '' && <p role="alert">{problem}</p>}
    </div>
  );
}
