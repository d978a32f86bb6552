import { Head, NamedTable, Part } from '../frame.tsx';

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
    <Head name={name} about={madeBy} facts={facts} notes={notes} />
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
      <Part key={title} title={title}>
        <NamedTable
          label={title}
          headings={headings}
          rows={rows.map(([row, ...cells]) => ({ name: row, cells }))}
        />
      </Part>
    ))}
  </main>
);
