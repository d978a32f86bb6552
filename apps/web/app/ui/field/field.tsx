import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';
import type { FieldBinding } from './use-site-form.ts';

interface FieldFrame extends FieldBinding {
  readonly label: ReactNode;
  /** Help for filling it in; always visible. */
  readonly hint?: ReactNode;
  /**
   * Lines reserved for the error under the field on narrow screens, so that the layout does not
   * shift when it appears.
   */
  readonly errorLines?: 1 | 2;
}

/** Label, hint, control and error of a field, connected by ids for assistive technology. */
function useField({ label, hint, errorLines = 1, error, ...control }: FieldFrame) {
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  return {
    control: {
      ...control,
      id,
      'aria-invalid': error !== undefined,
      'aria-describedby': hint === undefined ? errorId : `${hintId} ${errorId}`,
    },
    label: <label htmlFor={id}>{label}</label>,
    hint: hint !== undefined && (
      <p id={hintId} className={styles.hint}>
        {hint}
      </p>
    ),
    error: (
      <p id={errorId} className={styles.error} data-lines={errorLines}>
        {error}
      </p>
    ),
  };
}

type TextFieldProps = FieldFrame &
  Pick<
    ComponentProps<'input'>,
    | 'type'
    | 'autoComplete'
    | 'inputMode'
    | 'autoFocus'
    | 'readOnly'
    | 'value'
    | 'defaultValue'
    | 'min'
    | 'accept'
    | 'autoCapitalize'
  >;

/** One line of text, a number or a file. */
export function TextField(props: TextFieldProps) {
  const { label, hint, control, error } = useField(props);
  return (
    <div className={styles.field}>
      {label}
      {hint}
      <input className={styles.control} {...control} />
      {error}
    </div>
  );
}

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<TextFieldProps, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  const { label, hint, control, error } = useField(props);
  return (
    <div className={styles.field}>
      {label}
      {hint}
      <div className={styles.password}>
        <input
          className={styles.control}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          {...control}
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-controls={control.id}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </div>
      {error}
    </div>
  );
}

/** Several lines of text. */
export function TextArea(props: FieldFrame) {
  const { label, hint, control, error } = useField(props);
  return (
    <div className={styles.field}>
      {label}
      {hint}
      <textarea className={styles.control} rows={5} {...control} />
      {error}
    </div>
  );
}

/** A choice; `children` are its options. */
export function SelectField({ children, ...props }: FieldFrame & { readonly children: ReactNode }) {
  const { label, hint, control, error } = useField(props);
  return (
    <div className={styles.field}>
      {label}
      {hint}
      <select className={styles.control} {...control}>
        {children}
      </select>
      {error}
    </div>
  );
}

/** A box to tick. */
export function CheckField(props: FieldFrame) {
  const { label, control, error } = useField(props);
  return (
    <div className={styles.field}>
      <div className={styles.check}>
        <input type="checkbox" {...control} />
        {label}
      </div>
      {error}
    </div>
  );
}
