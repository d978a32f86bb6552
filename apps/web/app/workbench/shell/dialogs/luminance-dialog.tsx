import { use, useId, useState } from 'react';
import { DialogFrame } from '../../kit/dialog/dialog-frame.tsx';
import { Help } from './parameter-field.tsx';
import styles from './parameter-field.module.css';
import { typedProblems } from '../../kit/dialog/tools.ts';
import { DockedContext, ToolsContext } from '../../kit/dialog/contexts.ts';

interface LuminanceDialogProps {
  /** What it sets. */
  readonly part: 'illuminantLuminance' | 'sceneLuminance';
  readonly title: string;
  /** The meaning of the number, and its effect on the other luminance. */
  readonly help: string;
  readonly value: number | '';
  readonly onSubmit: (value: number | '') => void;
  readonly onClose: () => void;
}

const WIDTH = 360;

/** Asks for a luminance, cd/m². An empty field leaves it unset. */
export function LuminanceDialog(props: LuminanceDialogProps) {
  const { part, title, help, value, onSubmit, onClose } = props;
  const id = useId();
  const isDocked = use(DockedContext);
  const [text, setText] = useState(String(value));
  const problem = use(ToolsContext) ? typedProblems(part, text)[''] : undefined;
  const submit = (typed: string): void => onSubmit(typed === '' ? '' : Number(typed));
  return (
    <DialogFrame
      title={title}
      width={WIDTH}
      isTyped={text !== String(value)}
      onClose={onClose}
      onSubmit={() => submit(text)}
    >
      <div className={styles.single}>
        <label htmlFor={id} className={styles.label}>
          Luminance (cd/m<sup className={styles.power}>2</sup>)
        </label>
        <input
          id={id}
          type="number"
          step={0.01}
          min={0}
          value={text}
          onChange={({ currentTarget: { value: typed } }) => {
            setText(typed);
            if (isDocked) submit(typed);
          }}
          placeholder="not set"
          className={styles.input}
          data-autofocus
          aria-describedby={`${id}-help`}
          aria-invalid={problem !== undefined || undefined}
        />
        <Help id={`${id}-help`} help={help} problem={problem} />
      </div>
    </DialogFrame>
  );
}
