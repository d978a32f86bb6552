import type { ReactNode } from 'react';

/** Sentences under each other; nothing where there are none. */
export const Sentences = ({
  all,
  className,
}: {
  readonly all: readonly string[];
  readonly className?: string;
}) =>
  all.length > 0 && (
    <ul className={className}>
      {all.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );

/** What to know of results. */
export const Notes = ({ notes }: { readonly notes: readonly string[] }) => (
  <Sentences all={notes} className="notes" />
);

/** Names and their values; nothing where there are none. */
export const Facts = ({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}) =>
  facts.length > 0 && (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
