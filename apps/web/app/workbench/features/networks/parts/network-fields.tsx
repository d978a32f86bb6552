import type { TriedNetwork } from '@lumenloom/contract';
import { TASK_NAMES, kindNamed, taskNamed, type NetworkInput } from '@lumenloom/engine/catalogue';
import { useState, type ReactNode } from 'react';
import {
  classesOf,
  COCO,
  kindsOf,
  namesOf,
  numbersOf,
  withKind,
  type NetworkSettings,
} from './network-settings.ts';
import styles from './parts-dialog.module.css';

interface NetworkFieldsProps {
  readonly settings: NetworkSettings;
  readonly outputs: TriedNetwork['outputs'];
  /** Whether the value of a setting was guessed. */
  readonly isGuessed: (path: string) => boolean;
  readonly onChange: (settings: NetworkSettings) => void;
}

const RANGES: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, 255],
  [-1, 1],
];

/** The settings of a network. */
export function NetworkFields(props: NetworkFieldsProps) {
  const { settings, isGuessed, onChange } = props;
  const { task, output, thresholds, background } = settings;
  const { settings: own } = taskNamed(task);
  return (
    <div className={styles.settings}>
      <fieldset>
        <legend>Task</legend>
        {TASK_NAMES.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="task"
              checked={task === value}
              onChange={() => onChange(withKind(settings, kindsOf(value)[0]!))}
            />{' '}
            {taskNamed(value).words}
          </label>
        ))}
      </fieldset>
      <Labels {...props} />
      <div className={styles.fields}>
        <Input {...props} />
        <Choice
          label="Outputs"
          isWide
          isGuessed={isGuessed('output.kind')}
          value={output.kind}
          options={kindsOf(task).map((kind) => [kind, kindNamed(kind).words])}
          onChange={(kind) => onChange(withKind(settings, kind))}
        />
        {own.includes('inverse') && (
          <Choice
            label="Depth is"
            isGuessed={isGuessed('output.inverse')}
            value={String(output.inverse ?? true)}
            options={[
              ['true', 'inverse: larger is nearer'],
              ['false', 'larger is farther'],
            ]}
            onChange={(value) =>
              onChange({ ...settings, output: { ...output, inverse: value === 'true' } })
            }
          />
        )}
        {own.includes('background') && (
          <Choice
            label="Scores"
            isGuessed={isGuessed('background')}
            value={background}
            options={[
              ['none', 'as they are'],
              ['first', 'the first is nothing'],
              ['last', 'the last is nothing'],
            ]}
            onChange={(value) => onChange({ ...settings, background: value })}
          />
        )}
        {own.includes('thresholds') &&
          (
            [
              ['score', 'Threshold'],
              ['overlap', 'Overlap'],
              ['most', 'Results at most'],
            ] as const
          ).map(([key, label]) => (
            <Numbers
              key={key}
              label={label}
              value={[thresholds[key]]}
              onChange={([number]) =>
                onChange({ ...settings, thresholds: { ...thresholds, [key]: number } })
              }
            />
          ))}
      </div>
    </div>
  );
}

/** The input: size, and how a picture is prepared for it. */
function Input({ settings, isGuessed, onChange }: NetworkFieldsProps) {
  const { input } = settings;
  const change = (changes: Partial<NetworkInput>): void =>
    onChange({ ...settings, input: { ...input, ...changes } });
  const choice = <Key extends 'resize' | 'colour' | 'layout'>(
    key: Key,
    label: string,
    options: readonly (readonly [NetworkInput[Key], string])[],
  ) => (
    <Choice
      label={label}
      isGuessed={isGuessed(`input.${key}`)}
      value={input[key]}
      options={options}
      onChange={(value) => change({ [key]: value })}
    />
  );
  const side = (key: 'width' | 'height', label: string) => (
    <Numbers
      label={label}
      placeholder="any"
      value={input[key] === null ? [] : [input[key]]}
      onChange={([number]) => change({ [key]: number ?? null })}
    />
  );
  const ranges = RANGES.some((range) => range.join() === input.range.join())
    ? RANGES
    : [...RANGES, input.range];
  return (
    <>
      {side('width', 'Width, px')}
      {side('height', 'Height, px')}
      {choice('resize', 'Fit', [
        ['letterbox', 'letterbox'],
        ['stretch', 'stretch'],
        ['crop', 'crop the middle'],
        ['none', 'as it is'],
      ])}
      <Resampling input={input} onChange={change} />
      {choice('colour', 'Order', [
        ['rgb', 'RGB'],
        ['bgr', 'BGR'],
        ['grey', 'grey'],
      ])}
      <Choice
        label="Scale"
        isGuessed={isGuessed('input.range')}
        value={input.range.join()}
        options={ranges.map((range) => [range.join(), range.join('…')])}
        onChange={(value) => {
          const [black, white] = value.split(',').map(Number) as [number, number];
          change({ range: [black, white] });
        }}
      />
      {(['mean', 'deviation'] as const).map((key) => (
        <Numbers
          key={key}
          label={key === 'mean' ? 'Mean' : 'Deviation'}
          isGuessed={isGuessed(`input.${key}`)}
          value={input[key]}
          onChange={(numbers) => change({ [key]: numbers })}
        />
      ))}
      {choice('layout', 'Layout', [
        ['nchw', 'NCHW'],
        ['nhwc', 'NHWC'],
        ['chw', 'CHW'],
      ])}
    </>
  );
}

const Resampling = ({
  input,
  onChange,
}: {
  readonly input: NetworkInput;
  readonly onChange: (changes: Partial<NetworkInput>) => void;
}) => (
  <Choice
    label="Resampling"
    isGuessed={false}
    value={input.interpolation === 'area' ? 'area' : input.antialias ? 'antialias' : 'bilinear'}
    options={[
      ['bilinear', 'bilinear (OpenCV)'],
      ['antialias', 'with antialias (Pillow)'],
      ['area', 'area (OpenCV)'],
    ]}
    onChange={(value) =>
      onChange({
        interpolation: value === 'area' ? 'area' : 'bilinear',
        antialias: value === 'antialias',
      })
    }
  />
);

/** Names of the classes, and whether there are as many as outputs. */
function Labels({ settings, outputs, isGuessed, onChange }: NetworkFieldsProps) {
  const { task, labels } = settings;
  const [typed, setTyped] = useState<string | undefined>();
  if (!taskNamed(task).settings.includes('labels')) return undefined;
  const text = (labels ?? []).join(', ');
  const isTyped = typed !== undefined && JSON.stringify(namesOf(typed)) === JSON.stringify(labels);
  const expected = classesOf(settings, outputs);
  const count = labels?.length ?? 0;
  return (
    <div className={styles.labels}>
      <Labelled label="Labels" isGuessed={isGuessed('labels')}>
        <textarea
          rows={2}
          value={isTyped ? typed : text}
          placeholder="names with commas between them"
          onChange={(event) => {
            setTyped(event.target.value);
            onChange({ ...settings, labels: namesOf(event.target.value) });
          }}
        />
      </Labelled>
      <p>
        {count} {count === 1 ? 'name' : 'names'}
        {expected &&
          (expected.count === count
            ? `: matches ${expected.sum}`
            : `, but the outputs have ${expected.sum}${expected.sum === String(expected.count) ? '' : ` = ${expected.count}`}`)}{' '}
        <button type="button" onClick={() => onChange({ ...settings, labels: COCO })}>
          Use the 80 of COCO
        </button>
      </p>
    </div>
  );
}

interface FieldProps {
  readonly label: string;
  readonly isGuessed?: boolean;
  readonly isWide?: boolean;
}

const Labelled = ({
  label,
  isGuessed = false,
  isWide = false,
  children,
}: FieldProps & { readonly children: ReactNode }) => (
  <label data-wide={isWide || undefined}>
    <span>
      {label}
      {isGuessed && <small> guessed</small>}
    </span>
    {children}
  </label>
);

const Choice = <Value extends string>({
  value,
  options,
  onChange,
  ...field
}: FieldProps & {
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}) => (
  <Labelled {...field}>
    <select value={value} onChange={(event) => onChange(event.target.value as Value)}>
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  </Labelled>
);

/** Numbers with commas between them; what is typed stays as it is typed. */
function Numbers({
  value,
  placeholder,
  onChange,
  ...field
}: FieldProps & {
  readonly value: readonly number[];
  readonly placeholder?: string;
  readonly onChange: (numbers: readonly number[]) => void;
}) {
  const [typed, setTyped] = useState<string | undefined>();
  const read = (text: string) => (text.trim() === '' ? [] : numbersOf(text)) as readonly number[];
  const isTyped = typed !== undefined && JSON.stringify(read(typed)) === JSON.stringify(value);
  return (
    <Labelled {...field}>
      <input
        value={isTyped ? typed : value.join(', ')}
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(read(event.target.value));
        }}
      />
    </Labelled>
  );
}
