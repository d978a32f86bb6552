import { useState } from 'react';

/** A text that counts when it is left; what is blank is given back as it was. */
export function TypedText({
  label,
  hint,
  text,
  onTake,
}: {
  readonly label: string;
  readonly hint: string;
  /** Undefined: it is not a text, and is changed in the document. */
  readonly text: string | undefined;
  readonly onTake: (text: string) => void;
}) {
  const [typing, setTyping] = useState<string>();
  return (
    <label title={hint}>
      {label}
      <input
        value={typing ?? text ?? 'as in the document'}
        disabled={text === undefined}
        spellCheck={false}
        onChange={({ target }) => setTyping(target.value)}
        onBlur={() => {
          const next = typing?.trim() ?? '';
          if (next !== '' && next !== text) onTake(next);
          setTyping(undefined);
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur();
          else if (key === 'Escape') setTyping(undefined);
        }}
      />
    </label>
  );
}
