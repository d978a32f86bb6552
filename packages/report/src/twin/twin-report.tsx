import { Figure } from '../figure.tsx';
import { Head, NamedTable, Part } from '../frame.tsx';
import { Sentences } from '../lists.tsx';
import { comparedPlots, illuminationPlot, type TwinPlot } from './plots.ts';
import type { ComparedShown, TwinPage } from './results.ts';
import { digitsWithin, intervalDigits, twinFigureName } from './twin-figures.ts';

const DIGITS = 4;
/** A note is a sentence: it breaks where figures do not. */
const NOTE = { whiteSpace: 'normal', minWidth: '14em', textAlign: 'left' } as const;

const FiguresTable = ({ figures }: Pick<TwinPage, 'figures'>) => (
  <NamedTable
    label="Figures of the camera"
    headings={['Figure', 'Value', '95 %', 'Unit', 'Status', 'Note']}
    rows={Object.entries(figures).map(([key, figure]) => ({
      name: twinFigureName(key),
      cells: [
        figure.value === null ? '' : digitsWithin(figure.value, figure.interval),
        intervalDigits(figure.interval),
        figure.unit,
        figure.status,
        <div key={key} style={NOTE}>
          {figure.note}
        </div>,
      ],
    }))}
  />
);

const short = (value: number): string => String(Number(value.toPrecision(DIGITS)));

const ComparedTable = ({ compared }: { readonly compared: readonly ComparedShown[] }) => (
  <NamedTable
    label="Figures of the camera and of its twin"
    headings={['Figure', 'Frame', 'Camera', 'Twin', 'Difference', 'Repeatability', 'Unit', 'Is']}
    rows={compared.map(({ inside, ...one }) => ({
      name: one.figure,
      cells: [
        one.frame,
        short(one.real),
        short(one.simulated),
        String(Number(one.difference.toPrecision(2))),
        String(Number(one.repeatability.toPrecision(2))),
        one.unit,
        inside ? 'inside' : <strong key="outside">outside</strong>,
      ],
    }))}
  />
);

const Plots = ({ plots }: { readonly plots: readonly TwinPlot[] }) => (
  <div className="plots">
    {plots.map(({ title, drawing, caption }) => (
      <Figure key={title} title={title} drawing={drawing} caption={caption} />
    ))}
  </div>
);

const SentencesPart = ({
  title,
  all,
}: {
  readonly title: string;
  readonly all: readonly string[];
}) =>
  all.length > 0 && (
    <Part title={title}>
      <Sentences all={all} />
    </Part>
  );

/** A camera as its frames describe it, and what its twin makes of them. */
export const TwinReport = ({ page }: { readonly page: TwinPage }) => (
  <main className="sensor">
    <Head
      name={page.name}
      about={`A camera measured by its own frames. ${page.madeBy}`}
      notes={page.notes}
    >
      {page.verdict && <p>{page.verdict.text}</p>}
    </Head>
    <Part
      title="Figures"
      about="Of the pixels that took these frames; assumed is what a convention or the manifest says."
    >
      <FiguresTable figures={page.figures} />
      {page.illumination && <Plots plots={[illuminationPlot(page.illumination)]} />}
    </Part>
    <SentencesPart title="Not determined" all={page.notDetermined} />
    <SentencesPart title="Assumed" all={page.assumed} />
    <SentencesPart title="Frames that would help" all={page.wanted.map(({ text }) => text)} />
    {page.compared.length > 0 && (
      <Part
        title="The camera beside its twin"
        about="The twin has taken each frame again. Frames from which it was made are compared too: the table says whether it explains them."
      >
        <Plots plots={comparedPlots(page.compared)} />
        <ComparedTable compared={page.compared} />
      </Part>
    )}
  </main>
);
