import type { LensSheet, OwnFilePreview, SheetPlot } from '@lumenloom/contract';
import { LinePlot } from '../figures/line-plot.tsx';
import type { Curve, PlotContent } from '../figures/plot.ts';
import styles from './part-sheet.module.css';
import { SpotDiagrams } from './spot-diagrams.tsx';

/** What was read from a file, or of a part that comes with the program, to be looked at. */
export function PartSheet({
  preview,
  name,
}: {
  readonly preview: OwnFilePreview;
  /** Name of the file, or of the part. */
  readonly name: string;
}) {
  switch (preview.kind) {
    case 'lens':
      return <Sheet drawing={preview.drawing} sheet={preview.sheet} name={name} />;
    case 'scene':
      return (
        <figure className={styles.scene}>
          <img src={preview.thumbnail} alt={`The scene of ${name}`} />
          <figcaption>
            {preview.columns} × {preview.rows} samples;{' '}
            {preview.luminance === null
              ? 'the recipe says how bright it is (Brightness; 100 cd/m² unless set)'
              : `mean luminance ${preview.luminance.toPrecision(3)} cd/m²`}
          </figcaption>
        </figure>
      );
    case 'world':
      return <World {...preview} name={name} />;
    case 'depth':
      return (
        <figure className={styles.scene}>
          <img src={preview.thumbnail} alt={`The distances of ${name}`} />
          <figcaption>
            {preview.columns} × {preview.rows} distances; what is nearer is brighter
          </figcaption>
        </figure>
      );
    case 'light':
      return (
        <Plot
          title="Spectrum"
          xLabel="nm"
          yLabel="energy"
          curves={[{ name: '', x: preview.wavelengths, y: preview.energy }]}
        />
      );
    case 'qe':
      return (
        <Plot
          title="Quantum efficiency"
          xLabel="nm"
          yLabel="electrons per photon"
          curves={channelsOf(preview)}
        />
      );
    case 'sensor':
      return (
        <>
          <Figures figures={preview.figures} />
          <Plot
            title="Quantum efficiency"
            xLabel="nm"
            yLabel="electrons per photon"
            curves={preview.channels}
          />
        </>
      );
    case 'glass':
      return <p className={styles.glasses}>{preview.glasses.join(', ')}</p>;
    case 'network':
      return (
        <>
          <Figures figures={settingsOf(preview.descriptor)} />
          {preview.problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </>
      );
  }
}

/** The view of a world, and what is in it. */
const World = ({
  thumbnail,
  name,
  objects,
  lights,
  triangles,
  ignored,
}: Extract<OwnFilePreview, { readonly kind: 'world' }> & { readonly name: string }) => (
  <figure className={styles.scene}>
    <img src={thumbnail} alt={`The world of ${name}`} />
    <figcaption>
      {objects} objects, {lights} lamps, {triangles} triangles
      {ignored.length > 0 && `; not read: ${ignored.join(', ')}`}
    </figcaption>
  </figure>
);

/** The settings of a descriptor, those of its groups by dotted names. */
const settingsOf = (table: Readonly<Record<string, unknown>>, prefix = ''): LensSheet['figures'] =>
  Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? settingsOf(value as Readonly<Record<string, unknown>>, `${prefix}${key}.`)
      : [
          {
            name: prefix + key,
            value: Array.isArray(value)
              ? value.join(', ')
              : String((value as string | number | boolean | null) ?? 'not known'),
          },
        ],
  );

/** A plot that begins at 0 where nothing lies below. */
function Plot(content: PlotContent) {
  const values = content.curves.flatMap(({ y }) => y);
  const highest = Math.max(...values);
  const isFromZero = highest > 0 && Math.min(...values) >= 0;
  return <LinePlot {...content} {...(isFromZero && { yRange: [0, highest] })} />;
}

const CHANNELS = [
  ['red', 'solid'],
  ['green', 'dashed'],
  ['blue', 'dotted'],
] as const;

const channelsOf = (preview: Extract<OwnFilePreview, { readonly kind: 'qe' }>): Curve[] =>
  CHANNELS.map(([name, line]) => ({ name, line, x: preview.wavelengths, y: preview[name] }));

const Figures = ({ figures }: Pick<LensSheet, 'figures'>) => (
  <dl className={styles.figures}>
    {figures.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** The lens sheet: drawing, first order, spot diagrams and plots. */
function Sheet({
  drawing,
  sheet: { figures, spots, plots, problems },
  name,
}: {
  readonly drawing: string;
  readonly sheet: LensSheet;
  readonly name: string;
}) {
  return (
    <div className={styles.sheet}>
      {drawing !== '' && (
        <img
          className={styles.drawing}
          // As an image, so that nothing in it can run.
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`}
          alt={`Section of the lens in ${name} with its rays`}
        />
      )}
      {problems.map((problem) => (
        <p key={problem} className={styles.problem}>
          {problem}
        </p>
      ))}
      <Figures figures={figures} />
      {spots.length > 0 && <SpotDiagrams spots={spots} />}
      <div className={styles.plots}>
        {plots.map((plot) => (
          <section key={plot.title}>
            <h3>{plot.title}</h3>
            <Plot {...plot} curves={styled(plot)} />
          </section>
        ))}
      </div>
    </div>
  );
}

/** Tangential curves are solid and sagittal ones dashed, as in drawings of lenses. */
const styled = ({ curves }: SheetPlot): Curve[] =>
  curves.map((curve) => ({ ...curve, line: /(^| )S$/.test(curve.name) ? 'dashed' : 'solid' }));
