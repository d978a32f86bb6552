import { WideTable } from '../figure.tsx';

/** All that the page of a lens study, or of the tolerances of a lens, shows. */
export interface LensStudyPage {
  readonly name: string;
  readonly madeBy: string;
  /** Labels and values that it leads with. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly notes: readonly string[];
  /** Heading of the drawings. */
  readonly drawn: string;
  /** SVG documents on white. */
  readonly drawings: readonly {
    readonly title: string;
    readonly svg: string;
    readonly caption?: string;
  }[];
  /** Each with a row of headings and a column of names. */
  readonly tables: readonly {
    readonly title: string;
    readonly headings: readonly string[];
    readonly rows: readonly (readonly string[])[];
  }[];
}

/** A lens before and after its study, or within its tolerances. */
export const LensStudyReport = ({
  page: { name, madeBy, facts, notes, drawn, drawings, tables },
}: {
  readonly page: LensStudyPage;
}) => (
  <main>
    <header>
      <h1>{name}</h1>
      <p className="soft">{madeBy}</p>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && (
        <ul className="notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </header>
    <h2>{drawn}</h2>
    <div className="plots">
      {drawings.map(({ title, svg, caption }) => (
        <figure key={title}>
          <h3>{title}</h3>
          <div dangerouslySetInnerHTML={{ __html: svg }} />
          {caption && <figcaption>{caption}</figcaption>}
        </figure>
      ))}
    </div>
    {tables.map(({ title, headings, rows }) => (
      <section key={title}>
        <h2>{title}</h2>
        <WideTable label={title}>
          <thead>
            <tr>
              {headings.map((heading) => (
                <th scope="col" key={heading}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, at) => (
                  <td key={headings[at + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </WideTable>
      </section>
    ))}
  </main>
);
