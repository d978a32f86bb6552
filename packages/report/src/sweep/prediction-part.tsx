import { NamedTable, Part } from '../frame.tsx';
import { Notes } from '../lists.tsx';
import type { PredictionPart as Prediction, TextRows } from './results.ts';

const Rows = ({ label, table: { headings, rows } }: { label: string; table: TextRows }) => (
  <NamedTable
    label={label}
    className="scores"
    headings={headings}
    rows={rows.map(([name, ...cells]) => ({ name, cells }))}
  />
);

/** How well each figure of the cameras predicts their score. */
export const PredictionPart = ({ prediction }: { readonly prediction: Prediction }) => (
  <Part title={prediction.title} about={prediction.about}>
    <Rows label="Figures by their rank correlation with the score" table={prediction.figures} />
    <Notes notes={prediction.sentences} />
    {prediction.leftOut && (
      <>
        <h3>Rank correlation on each value of a factor that the fit has not met</h3>
        <Rows label="Rank correlation on each value of a factor" table={prediction.leftOut} />
      </>
    )}
  </Part>
);
