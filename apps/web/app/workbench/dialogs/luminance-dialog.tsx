import { use, useId } from 'react';
import { LiveContext } from '../live/scrub.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import styles from './parameter-field.module.css';

interface LuminanceDialogProps {
  readonly title: string;
  /** What the number means, and its effect on the other luminance. */
  readonly help: string;
  readonly value: number | '';
  readonly onSubmit: (value: number | '') => void;
  readonly onClose: () => void;
}

const WIDTH = 360;

/** Asks for a luminance, cd/m². An empty field leaves it unset. */
export function LuminanceDialog({ title, help, value, onSubmit, onClose }: LuminanceDialogProps) {
  const id = useId();
  const isLive = use(LiveContext);
  const submit = (text: unknown): void =>
    onSubmit(typeof text === 'string' && text !== '' ? Number(text) : '');
  return (
    <DialogFrame
      title={title}
      width={WIDTH}
      onClose={onClose}
      onSubmit={(form) => submit(form.get('luminance'))}
    >
      <div className={styles.single}>
        <label htmlFor={id} className={styles.label}>
          Luminance (cd/m<sup className={styles.power}>2</sup>)
        </label>
        <input
          id={id}
          name="luminance"
          type="number"
          step={0.01}
          min={0}
          defaultValue={value}
          onChange={(event) => {
            if (isLive) submit(event.currentTarget.value);
          }}
          placeholder="not set"
          className={styles.input}
          data-autofocus
          aria-describedby={`${id}-help`}
        />
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      </div>
    </DialogFrame>
  );
}
