import type { TriedNetwork } from '@lumenloom/contract';
import {
  TASK_NAMES,
  kindNamed,
  taskNamed,
  type NetworkInput,
  type OutputSettings,
} from '@lumenloom/engine/catalogue';
import { useState, type ReactNode } from 'react';
import {
  classesOf,
  COCO,
  kindsOf,
  namesOf,
  numbersOf,
  usualSigmas,
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
        <OutputFields {...props} />
        {task === 'keypoints' && <Sigmas {...props} />}
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
        ['height', 'as high as the input'],
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
        ['hwc', 'HWC'],
      ])}
      <Frame input={input} onChange={change} />
    </>
  );
}

/** What only some ways to fit a picture ask for. */
function Frame({
  input,
  onChange,
}: {
  readonly input: NetworkInput;
  readonly onChange: (changes: Partial<NetworkInput>) => void;
}) {
  const { resize, width, height, corner = false, pad, multiple = 1, shortSide = 256 / 224 } = input;
  const number = (key: 'pad' | 'multiple' | 'shortSide', label: string, value: number) => (
    <Numbers label={label} value={[value]} onChange={([one]) => onChange({ [key]: one })} />
  );
  return (
    <>
      {resize === 'letterbox' && (
        <Choice
          label="Picture lies"
          value={corner ? 'corner' : 'middle'}
          options={[
            ['middle', 'in the middle'],
            ['corner', 'in the top left corner'],
          ]}
          onChange={(value) => onChange({ corner: value === 'corner' })}
        />
      )}
      {resize === 'letterbox' && number('pad', 'Beside it, 0 to 255', pad)}
      {resize === 'crop' && number('shortSide', 'Short side / input', shortSide)}
      {resize === 'none' &&
        width === null &&
        height === null &&
        number('multiple', 'Sides are multiples of', multiple)}
    </>
  );
}

/** How a setting of the outputs is shown: choices, or numbers with commas between them. */
const OUTPUT_FIELDS: Readonly<
  Record<
    keyof OutputSettings,
    {
      readonly label: string;
      /** The value where the settings have none. */
      readonly usual?: string;
      readonly options?: readonly (readonly [value: string, words: string])[];
    }
  >
> = {
  inverse: {
    label: 'Depth is',
    usual: 'true',
    options: [
      ['true', 'inverse: larger is nearer'],
      ['false', 'larger is farther'],
    ],
  },
  unit: {
    label: 'Boxes are in',
    usual: 'pixels',
    options: [
      ['pixels', 'pixels'],
      ['shares', 'shares'],
    ],
  },
  boxes: {
    label: 'Boxes are',
    usual: 'corners',
    options: [
      ['corners', 'two corners'],
      ['centres', 'centre and sides'],
    ],
  },
  corners: {
    label: 'Corners are',
    usual: 'xy',
    options: [
      ['xy', 'x, y'],
      ['yx', 'y, x'],
    ],
  },
  activation: {
    label: 'Scores go through',
    usual: 'none',
    options: [
      ['none', 'nothing'],
      ['sigmoid', 'a sigmoid'],
    ],
  },
  level: { label: 'Text from' },
  growth: { label: 'Boxes grow by' },
  points: { label: 'Key points, numbers' },
};

/** The settings that the kind of the outputs reads. */
function OutputFields({ settings, isGuessed, onChange }: NetworkFieldsProps) {
  const { output } = settings;
  const { reads = [] } = kindNamed(output.kind);
  const change = (key: keyof OutputSettings, value: unknown): void =>
    onChange({ ...settings, output: { ...output, [key]: value } });
  return reads.map((key) => {
    const { label, usual = '', options } = OUTPUT_FIELDS[key];
    const field = { label, isGuessed: isGuessed(`output.${key}`) };
    const value = output[key];
    return options ? (
      <Choice
        key={key}
        {...field}
        value={String(value ?? usual)}
        options={options}
        onChange={(one) => change(key, key === 'inverse' ? one === 'true' : one)}
      />
    ) : (
      <Numbers
        key={key}
        {...field}
        value={[value ?? []].flat() as readonly number[]}
        onChange={(numbers) => change(key, key === 'points' ? numbers : numbers[0])}
      />
    );
  });
}

/** How exactly each key point can be labelled, as a share of the scale of its object. */
function Sigmas({ settings, isGuessed, onChange }: NetworkFieldsProps) {
  const { sigmas, ...others } = settings;
  return (
    <Numbers
      label="Sigmas of key points"
      placeholder={sigmas ? '' : usualSigmas(settings)}
      isGuessed={isGuessed('sigmas')}
      value={sigmas ?? []}
      onChange={(numbers) =>
        onChange(numbers.length === 0 ? others : { ...settings, sigmas: numbers })
      }
    />
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
