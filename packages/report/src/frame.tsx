import type { ReactNode } from 'react';
import { Comparison } from './comparison.tsx';
import { WideTable } from './figure.tsx';
import { Facts, Notes } from './lists.tsx';

/** The head of a report: its name, what it answers, what made it, and what to know first. */
export const Head = ({
  name,
  results,
  answer,
  about,
  children,
  facts = [],
  notes = [],
}: {
  readonly name: string;
  /** Runs that are compared. */
  readonly results?: Parameters<typeof Comparison>[0]['results'];
  /** What was found, where no verdict says it. */
  readonly answer?: ReactNode;
  /** How much was computed, and by what. */
  readonly about?: ReactNode;
  readonly children?: ReactNode;
  readonly facts?: Parameters<typeof Facts>[0]['facts'];
  readonly notes?: readonly string[];
}) => (
  <header>
    <h1>{name}</h1>
    {results && <Comparison results={results} answer={answer} />}
    {about !== undefined && <p className="soft">{about}</p>}
    {children}
    <Facts facts={facts} />
    <Notes notes={notes} />
  </header>
);

/** A part of a report. */
export const Part = ({
  title,
  about,
  children,
}: {
  readonly title: ReactNode;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}) => (
  <section>
    <h2>{title}</h2>
    {about !== undefined && <p className="soft">{about}</p>}
    {children}
  </section>
);

/** A table with a row of headings and a column of names. */
export const NamedTable = ({
  label,
  className,
  headings,
  rows,
}: {
  /** What the table shows, for those who do not see it. */
  readonly label: string;
  readonly className?: string;
  /** Of the names and of the cells. */
  readonly headings: readonly string[];
  readonly rows: readonly { readonly name: ReactNode; readonly cells: readonly ReactNode[] }[];
}) => (
  <WideTable label={label} {...(className !== undefined && { className })}>
    <thead>
      <tr>
        {headings.map((heading) => (
          <th key={heading} scope="col">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, cells }, row) => (
        <tr key={row}>
          <th scope="row">{name}</th>
          {cells.map((cell, at) => (
            <td key={headings[at + 1]}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </WideTable>
);
