import { Figure, PAGE_LOOK, WideTable } from '../figure.tsx';
import { Facts, Notes, Sentences } from '../lists.tsx';
import { shownReport, type ShownSection } from './pages.ts';
import type { LabPage } from './results.ts';

const COLOURS = { cameras: ['var(--accent)', 'var(--red)'], true: 'var(--soft)' } as const;

/** The report of a lab: what lab.json holds, as a page. */
export const LabReportPage = ({ page }: { readonly page: LabPage }) => (
  <main className="sensor lab">
    <header>
      <p className="soft">Camera report of a simulated lab</p>
      <h1>{shownReport(page, PAGE_LOOK, COLOURS).title}</h1>
      <LabHead page={page} />
    </header>
    <LabSections page={page} />
  </main>
);

/** How a report was made. */
export function LabHead({ page }: { readonly page: LabPage }) {
  const { facts, notes } = shownReport(page, PAGE_LOOK, COLOURS);
  return (
    <>
      <Facts facts={facts} />
      <Notes notes={notes} />
    </>
  );
}

/** The sections of a report, tables and plots, and what was not measured. */
export function LabSections({ page }: { readonly page: LabPage }) {
  const { sections, missing } = shownReport(page, PAGE_LOOK, COLOURS);
  return (
    <>
      {sections.map((section) => (
        <Section key={section.id} section={section} />
      ))}
      {missing.length > 0 && (
        <section>
          <h2>Not measured</h2>
          <Sentences all={missing} />
        </section>
      )}
    </>
  );
}

const Section = ({
  section: { title, after, columns, rows, plots },
}: {
  readonly section: ShownSection;
}) => (
  <section>
    <h2>{title}</h2>
    {after !== '' && <p className="soft">After {after}.</p>}
    <WideTable label={title}>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, condition, cells }, i) => (
          <tr key={i}>
            <th scope="row">
              {name}
              {condition !== '' && <small>{condition}</small>}
            </th>
            {cells.map((cell, k) => (
              <td key={k} className={k === cells.length - 1 ? 'unit' : undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </WideTable>
    <div className="plots">
      {plots.map(({ title: name, drawing }) => (
        <Figure key={name} title={name} drawing={drawing} />
      ))}
    </div>
  </section>
);
