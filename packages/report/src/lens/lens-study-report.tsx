import { WideTable } from '../figure.tsx';

/** All that the page of a lens study shows. */
export interface LensStudyPage {
  readonly name: string;
  readonly madeBy: string;
  /** Labels and values that it leads with. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly notes: readonly string[];
  /** SVG documents on white. */
  readonly drawings: readonly {
    readonly title: string;
    readonly svg: string;
    readonly caption?: string;
  }[];
  /** What was varied: before and after. */
  readonly changes: readonly {
    readonly path: string;
    readonly before: string;
    readonly after: string;
  }[];
}

/** A lens before and after its study. */
export const LensStudyReport = ({
  page: { name, madeBy, facts, notes, drawings, changes },
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
    <h2>Before and after</h2>
    <div className="plots">
      {drawings.map(({ title, svg, caption }) => (
        <figure key={title}>
          <h3>{title}</h3>
          <div dangerouslySetInnerHTML={{ __html: svg }} />
          {caption && <figcaption>{caption}</figcaption>}
        </figure>
      ))}
    </div>
    <h2>What was varied</h2>
    <WideTable label="What was varied">
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">before</th>
          <th scope="col">after</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">{path}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  </main>
);
