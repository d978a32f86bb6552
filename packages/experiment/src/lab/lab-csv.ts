import type { LabReport } from '@lumenloom/contract';
import { csvText } from '@lumenloom/engine';

const COLUMNS = [
  ...(['camera', 'section', 'figure', 'value', 'unit', 'standardError', 'n', 'true'] as const),
  'condition',
] as const;

/** The figures of a report as CSV: a header, and a row of each figure. */
export const labCsv = ({ cameras }: LabReport): string =>
  csvText([
    COLUMNS,
    ...cameras.flatMap(({ name, sections }) =>
      sections.flatMap(({ id: section, figures }) =>
        figures.map(({ id, value, unit, standardError, n, true: known, condition }) => [
          name,
          section,
          id,
          value,
          unit,
          standardError,
          n,
          known,
          condition,
        ]),
      ),
    ),
  ]);
