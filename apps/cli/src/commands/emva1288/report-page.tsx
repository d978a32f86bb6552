import { EMVA_FIGURES, meanOf, spatialParts, type MeasuredChannel } from '@lumenloom/engine';
import { Notes, WideTable } from '@lumenloom/report';
import { pageText } from '@lumenloom/report/page-text';
import { capital, figureTexts, type MeasuredSensor, type ReportedColour } from './figures.ts';
import { lightPlots, nonUniformityPlots, SensorFigure } from './sensor-plots.tsx';

/** The report of a sensor as one HTML file that needs no other. */
export const reportPage = (
  sensor: MeasuredSensor,
  reported: readonly ReportedColour[],
  notes: readonly string[],
): string =>
  pageText(
    `EMVA 1288: ${sensor.title}`,
    <SensorReport sensor={sensor} reported={reported} notes={notes} />,
  );

interface SensorReportProps {
  readonly sensor: MeasuredSensor;
  readonly reported: readonly ReportedColour[];
  readonly notes: readonly string[];
}

function SensorReport({ sensor, reported, notes }: SensorReportProps) {
  const { title, conditions, channels, isCalibrated } = sensor;
  const light = isCalibrated ? 'photons per pixel' : 'exposure, s';
  return (
    <main className="sensor">
      <header>
        <p className="soft">Sensor characterisation, EMVA 1288 release 4.0, linear</p>
        <h1>{title}</h1>
        <dl>
          {conditions.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      <section>
        <h2>Figures</h2>
        <p className="soft">
          Each measured figure stands with its standard error
          {reported.some(({ figures }) => figures.model) &&
            ', beside what the sensor was made with'}
          . Figures of non-uniformity are without the noise that is left in mean frames; the plots
          show the mean frames as they are. Formulas: docs/reference/measuring.md, EMVA 1288.
        </p>
        {reported.map((colour) => (
          <FigureTable key={colour.name} {...colour} />
        ))}
        <Notes notes={notes} />
      </section>
      <section>
        <h2>Light</h2>
        <div className="plots">
          {lightPlots(channels, light).map((figure) => (
            <SensorFigure key={figure.title} {...figure} />
          ))}
        </div>
      </section>
      <section>
        <h2>Non-uniformity</h2>
        <PartsTable channels={channels} />
        <div className="plots">
          {nonUniformityPlots(channels).map((figure) => (
            <SensorFigure key={figure.title} {...figure} />
          ))}
        </div>
      </section>
    </main>
  );
}

/** A symbol whose part after _ stands lower. */
function SymbolText({ children }: { readonly children: string }) {
  const [letter, below] = children.split('_');
  return (
    <i>
      {letter}
      {below !== undefined && <sub>{below}</sub>}
    </i>
  );
}

/** Columns of a figure, by their classes; from `model` on only beside what is known. */
const COLUMNS = ['measured', 'error', 'model', 'difference', 'deviation'] as const;
const MODEL_COLUMNS = ['model', 'difference', 'difference/error'];

function FigureTable({ name, figures }: ReportedColour) {
  const columns = figures.model ? COLUMNS : COLUMNS.slice(0, 2);
  return (
    <WideTable label={`Figures of ${name} pixels`} className={name}>
      <caption>{capital(name)} pixels</caption>
      <thead>
        <tr>
          <th />
          <th colSpan={2}>measured</th>
          {figures.model && MODEL_COLUMNS.map((column) => <th key={column}>{column}</th>)}
          <th />
        </tr>
      </thead>
      <tbody>
        {EMVA_FIGURES.map(({ key, name: figure, symbol, unit }) => {
          const texts = figureTexts(figures, key);
          return (
            <tr key={key}>
              <th scope="row">
                {figure} <SymbolText>{symbol}</SymbolText>
              </th>
              {texts ? (
                columns.map((column) => (
                  <td key={column} className={column}>
                    {column === 'error' && '± '}
                    {texts[column]}
                  </td>
                ))
              ) : (
                <td colSpan={columns.length} className="soft">
                  not measured
                </td>
              )}
              <td className="unit">{unit}</td>
            </tr>
          );
        })}
      </tbody>
    </WideTable>
  );
}

const DIRECTIONS = ['from row to row', 'from column to column', 'from pixel to pixel'];

/** Rows, columns and pixels of the non-uniformity, standard deviations. */
const PartsTable = ({ channels }: Pick<MeasuredSensor, 'channels'>) => (
  <WideTable label="Parts of the non-uniformity">
    <thead>
      <tr>
        <th />
        {DIRECTIONS.map((direction) => (
          <th key={direction} colSpan={2}>
            {direction}
          </th>
        ))}
      </tr>
      <tr>
        <th />
        {DIRECTIONS.flatMap((direction) => [
          <th key={`${direction}, dark`}>DSNU, e⁻</th>,
          <th key={`${direction}, light`}>PRNU, %</th>,
        ])}
      </tr>
    </thead>
    <tbody>
      {channels.map((channel) => (
        <tr key={channel.name}>
          <th scope="row">{capital(channel.name)}</th>
          {partsOf(channel).map(([part, text]) => (
            <td key={part}>{text}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </WideTable>
);

/** Cells of the table of parts, with their names. */
function partsOf({ series, pixels, measured }: MeasuredChannel) {
  const dark = series.dark[0]!.stack;
  const signal = meanOf(series.half.means) - meanOf(dark.means);
  const [inDark, inLight] = [spatialParts(dark, pixels), spatialParts(series.half, pixels)];
  const root = (variance: number): number => Math.sqrt(Math.max(0, variance));
  return (['rows', 'columns', 'pixels'] as const).flatMap((part) => [
    [`${part}, dark`, (root(inDark[part]) / measured.systemGain).toFixed(2)] as const,
    [`${part}, light`, ((100 * root(inLight[part] - inDark[part])) / signal).toFixed(3)] as const,
  ]);
}
