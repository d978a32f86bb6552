import { MEASUREMENTS, type MeasurementName } from '@lumenloom/engine/catalogue';
import type { Rectangle } from '@lumenloom/engine/measuring';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { changesInWords, differences } from '../../model/recipe/differences.ts';
import type { RunState } from '../../model/run/run-store.ts';
import type { ShownRun } from '../../shell/bench/bench.ts';
import { ColourFigures, colourInOneLine } from './colour-figures.tsx';
import { GeometryFigures, geometryInOneLine } from './geometry-figures.tsx';
import { HistogramPlots } from './histogram-plots.tsx';
import styles from './measure-pane.module.css';
import { informationInOneLine, type InformationProps } from './information-in-one-line.ts';
import { measurementOf, unmeasuredSensor } from './measurement-of.ts';
import { NoiseFigures, noiseInOneLine } from './noise-figures.tsx';
import { OtherFigures, figureInOneLine } from './other-figures.tsx';
import { RegionFigures } from './region-figures.tsx';
import { SfrFigures, sfrInOneLine } from './sfr-figures.tsx';

/** Measurements that have a section with plots; the others are shown as a table. */
const WITH_PLOTS: readonly MeasurementName[] = ['sfr', 'colour', 'distortion', 'histogram'];

interface MeasurePaneProps {
  readonly recipe: Recipe;
  /** The run that the figures are of. */
  readonly shownRun: ShownRun;
  /** The region that is drawn on the picture. */
  readonly region: Rectangle | undefined;
  /** The SFR shall be scrolled to and have the focus. */
  readonly isSfrWanted: boolean;
  readonly onSfrShown: () => void;
  /** What the raw pixels tell of an object; undefined without its switch. */
  readonly Information: ComponentType<InformationProps> | undefined;
  readonly onLab: InformationProps['onLab'];
}

/**
 * Figures of the picture beside what the model knows; each part folds to one line with its main
 * figure.
 */
export function MeasurePane({
  recipe,
  shownRun: { run, measured, name },
  region,
  isSfrWanted,
  onSfrShown,
  Information,
  onLab,
}: MeasurePaneProps) {
  const sfrSection = useRef<HTMLDetailsElement>(null);
  const onShown = useEffectEvent(onSfrShown);
  useEffect(() => {
    if (!isSfrWanted) return;
    const { current } = sfrSection;
    if (current) {
      current.open = true;
      current.querySelector('summary')!.focus();
    }
    onShown();
  }, [isSfrWanted]);
  const changed = changesInWords(differences(measured.inputs, recipe));
  // What draws pictures without a run measures them later.
  const isOfRun = measured === run;
  const isEmpty = measured.image === undefined || (!isOfRun && measured.report === undefined);
  return (
    <div className={styles.pane} tabIndex={0} role="group" aria-label="Figures of the picture">
      {isEmpty ? (
        <p>
          {run.phase === 'running' || !isOfRun
            ? 'The figures come after the picture.'
            : 'Run makes a picture and measures it (Ctrl+Enter).'}
        </p>
      ) : (
        <p className={changed === '' ? undefined : styles.outdated} role="status">
          {changed === ''
            ? 'Of the picture shown.'
            : `Out of date: of ${isOfRun ? name : 'the picture shown'}, before ${changed}.`}
        </p>
      )}
      {!isEmpty && (
        <div data-old={changed !== '' || undefined}>
          <Figures measured={measured} region={region} sfrSection={sfrSection} />
        </div>
      )}
      {Information && (
        <Section
          title="Information"
          main={informationInOneLine(measured.report)}
          isOpen={recipe.labParams !== undefined}
        >
          <Information recipe={recipe} report={measured.report} onLab={onLab} />
        </Section>
      )}
    </div>
  );
}

/** The figures of a picture, in sections. */
function Figures({
  measured,
  region,
  sfrSection,
}: Pick<MeasurePaneProps, 'region'> & {
  readonly measured: RunState;
  readonly sfrSection: RefObject<HTMLDetailsElement | null>;
}) {
  const { measurements, report } = measured;
  const sfr = measurementOf(measurements, 'sfr');
  const colour = measurementOf(measurements, 'colour');
  const distortion = measurementOf(measurements, 'distortion');
  const histogram = measurementOf(measurements, 'histogram');
  const unmeasured = unmeasuredSensor(report);
  return (
    <>
      <Section title="SFR" main={sfrInOneLine(sfr)} isOpen details={sfrSection}>
        <SfrFigures sfr={sfr} />
      </Section>
      <Section
        title="Region"
        main={region ? `${region.width} × ${region.height}` : 'none'}
        isOpen={region !== undefined}
      >
        <RegionFigures image={measured.plain ?? measured.image!} region={region} />
      </Section>
      <Section
        title="Colour"
        main={colourInOneLine(colour, unmeasured)}
        isOpen={colour !== undefined}
      >
        <ColourFigures colour={colour} unmeasured={unmeasured} />
      </Section>
      <Section title="Histogram" main="" isOpen>
        <HistogramPlots histogram={histogram} />
      </Section>
      <Section title="Noise" main={noiseInOneLine(report)}>
        <NoiseFigures colour={colour} report={report} />
      </Section>
      <Section
        title="Geometry"
        main={geometryInOneLine(distortion, report)}
        isOpen={distortion !== undefined}
      >
        <GeometryFigures distortion={distortion} report={report} />
      </Section>
      {MEASUREMENTS.filter(({ name }) => !WITH_PLOTS.includes(name)).map(({ name, label }) => {
        const measurement = measurementOf(measurements, name);
        return (
          measurement && (
            <Section key={name} title={label} main={figureInOneLine(measurement)} isOpen>
              <OtherFigures label={label} measurement={measurement} />
            </Section>
          )
        );
      })}
    </>
  );
}

interface SectionProps {
  readonly title: string;
  /** The main figure, which stays when the section is folded. */
  readonly main: string;
  readonly isOpen?: boolean;
  readonly details?: RefObject<HTMLDetailsElement | null>;
  readonly children: ReactNode;
}

function Section({ title, main, isOpen = false, details, children }: SectionProps) {
  const id = useId();
  return (
    <details ref={details} className={styles.section} open={isOpen} aria-labelledby={id}>
      <summary>
        <h3 id={id}>{title}</h3>
        <span className={styles.main}>{main}</span>
      </summary>
      {children}
    </details>
  );
}
