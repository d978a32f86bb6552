import { useState } from 'react';

/** A number that counts when it is left; other text is given back as it was. */
export function TypedNumber({
  label,
  shown,
  value,
  onTake,
}: {
  /** As assistive technology names it. */
  readonly label: string;
  /** As it stands before the number. */
  readonly shown?: string;
  readonly value: number;
  readonly onTake: (value: number) => void;
}) {
  const [typing, setTyping] = useState<string>();
  const text = Number.isFinite(value) ? String(Number(value.toPrecision(6))) : '';
  return (
    <label>
      {shown !== undefined && <span aria-hidden>{shown}</span>}
      <input
        aria-label={label}
        inputMode="decimal"
        value={typing ?? text}
        spellCheck={false}
        onChange={({ target }) => setTyping(target.value)}
        onBlur={() => {
          const next = Number((typing ?? '').trim().replace(',', '.').replace('−', '-'));
          if (typing !== undefined && typing.trim() !== '' && Number.isFinite(next))
            if (next !== Number(text)) onTake(next);
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
