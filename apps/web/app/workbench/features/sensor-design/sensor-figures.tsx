import { Button } from '@mantine/core';
import { meanInWords, withinError } from '@lumenloom/report';
import { threeDigits } from '../../kit/figures/figures.ts';
import figureStyles from '../../kit/figures/figures.module.css';
import type { Beside, SensorState, SensorStore } from './sensor-store.ts';
import styles from './sensor-workspace.module.css';

type Emva = NonNullable<SensorState['measured']>['value']['measured'];

/** A figure of the table; `known` is what is known of a sensor beside. */
interface Row {
  /** `photodiode` has the most efficient colour without the fill factor, as lists of parts do. */
  readonly key: keyof Emva | 'photodiode';
  readonly label: string;
  readonly unit: string;
  /** Factor from the engine's value to the unit that is shown. */
  readonly times?: number;
  readonly known?: (figures: Beside['figures']) => number | null;
}

const ROWS: readonly Row[] = [
  { key: 'systemGain', label: 'K', unit: 'codes/e⁻' },
  {
    key: 'photodiode',
    label: 'QE 525 nm of the photodiode',
    unit: '%',
    times: 100,
    known: ({ quantumEfficiency525 }) => quantumEfficiency525,
  },
  { key: 'quantumEfficiency', label: 'QE 525 nm of the pixel', unit: '%', times: 100 },
  {
    key: 'darkNoiseElectrons',
    label: 'σ_d',
    unit: 'e⁻',
    known: ({ readNoiseElectrons }) => readNoiseElectrons,
  },
  { key: 'dsnuElectrons', label: 'DSNU', unit: 'e⁻' },
  { key: 'prnuPercent', label: 'PRNU', unit: '%' },
  { key: 'darkCurrentElectronsPerSecond', label: 'Dark current', unit: 'e⁻/s' },
  {
    key: 'saturationElectrons',
    label: 'Well',
    unit: 'e⁻',
    known: ({ wellElectrons }) => wellElectrons,
  },
  {
    key: 'dynamicRangeDb',
    label: 'Dynamic range, EMVA 1288',
    unit: 'dB',
    known: ({ dynamicRangeDb }) => dynamicRangeDb,
  },
  {
    key: 'snrMaxDb',
    label: 'SNR max',
    unit: 'dB',
    known: ({ snrMaxDb }) => snrMaxDb,
  },
  { key: 'thresholdPhotons', label: 'Threshold', unit: 'photons' },
  { key: 'linearityErrorPercent', label: 'Linearity error', unit: '%' },
];

/** Standard errors beyond which a difference is marked. */
const FAR = 4;
const NONE = '—';

const shown = (value: number | null | undefined, { times = 1 }: Row): string =>
  typeof value === 'number' && Number.isFinite(value) ? threeDigits(value * times) : NONE;
/** A measured number and its distance from the model, with the digits that its error allows. */
function measuredInWords(
  found: number,
  error: number,
  off: number,
): readonly [found: string, off: string] {
  if (!Number.isFinite(found)) return [NONE, NONE];
  const sign = off > 0 ? '+' : '';
  return [
    meanInWords({ mean: found, standardError: error }),
    `${sign}${error > 0 ? withinError(off, error) : threeDigits(off)}`,
  ];
}

/** The figures by formula, measured, and of the sensors beside. */
export function SensorFigures({
  state: { model, measured, progress, besides, now },
  store,
}: {
  readonly state: SensorState;
  readonly store: SensorStore;
}) {
  const value = model?.value?.model;
  const isOld = measured !== undefined && measured.sensor !== now!.draft.sensor;
  const notes = [...new Set([...(value?.notes ?? []), ...(measured?.value.notes ?? [])])];
  return (
    <section className={styles.figures} aria-label="Figures">
      <div className={styles.measure}>
        {progress ? (
          <Button size="xs" variant="default" onClick={store.stop}>
            Stop
          </Button>
        ) : (
          <Button size="xs" variant="default" onClick={() => void store.measure()}>
            Measure
          </Button>
        )}
        <span role="status">
          {progress
            ? `frame ${progress.done} of ${progress.all || '…'}`
            : measured
              ? isOld
                ? 'out of date: measured before the last change'
                : `measured as EMVA 1288 asks, ${value?.first ?? ''} pixels`
              : 'not measured'}
        </span>
      </div>
      <div className={styles.scrolled}>
        <table
          className={figureStyles.figures}
          aria-label="Figures of the sensor"
          data-old={model?.failure !== undefined || undefined}
        >
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col">model</th>
              {measured && (
                <>
                  <th scope="col">measured</th>
                  <th scope="col">Δ</th>
                </>
              )}
              {besides.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  {row.label} <small>{row.unit}</small>
                </th>
                <td>{shown(value && modelOf(value, row.key), row)}</td>
                {measured && <Measured row={row} {...measured.value} isOld={isOld} />}
                {besides.map(({ name, figures }) => (
                  <td key={name}>{shown(row.known?.(figures), row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {value && <InLight model={value} conditions={now!.draft.conditions} />}
      </div>
      {notes.map((note) => (
        <p key={note} className={styles.small}>
          {note}
        </p>
      ))}
    </section>
  );
}

type Model = NonNullable<NonNullable<SensorState['model']>['value']>['model'];

/** The bands of 520 and 530 nm, between which 525 nm lies. */
const BANDS_AT_525 = [12, 13] as const;

const modelOf = ({ figures, efficiency }: Model, key: Row['key']): number =>
  key === 'photodiode'
    ? Math.max(
        ...efficiency.map((curve) => (curve[BANDS_AT_525[0]]! + curve[BANDS_AT_525[1]]!) / 2),
      )
    : figures[key];

function Measured({
  row,
  measured,
  standardError,
  model,
  isOld,
}: NonNullable<SensorState['measured']>['value'] & {
  readonly row: Row;
  readonly isOld: boolean;
}) {
  // What the photodiode has cannot be told from the fill factor in a picture.
  if (row.key === 'photodiode')
    return (
      <>
        <td>{NONE}</td>
        <td />
      </>
    );
  const [found, error] = [measured[row.key], standardError[row.key]];
  const off = found - model[row.key];
  const isFar = Math.abs(off) > FAR * error;
  const { times = 1 } = row;
  const [words, distance] = measuredInWords(found * times, error * times, off * times);
  return (
    <>
      <td data-old={isOld || undefined}>{words}</td>
      <td
        data-old={isOld || undefined}
        data-far={isFar || undefined}
        title={isFar ? `More than ${FAR} standard errors from the model` : undefined}
      >
        {distance}
        {isFar && ' !'}
      </td>
    </>
  );
}

/** Electrons and signal-to-noise ratio of a grey surface of 18 % in the light of the header. */
function InLight({
  model: { design },
  conditions: { illuminant, lux },
}: {
  readonly model: Model;
  readonly conditions: NonNullable<SensorState['now']>['draft']['conditions'];
}) {
  const [level] = design.levels;
  return (
    <table className={figureStyles.figures} aria-label="18 % grey in this light">
      <caption>
        18 % grey, {illuminant}, {lux[0]} lx
      </caption>
      <thead>
        <tr>
          <th scope="col">Colour</th>
          <th scope="col">electrons</th>
          <th scope="col">SNR, dB</th>
        </tr>
      </thead>
      <tbody>
        {design.colours.map((colour, i) => (
          <tr key={colour}>
            <th scope="row">{colour}</th>
            <td>{threeDigits(level!.electrons[i])}</td>
            <td>{threeDigits(level!.snrDb[i])}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">full at</th>
          <td>{threeDigits(design.saturationLux)} lx</td>
          <td />
        </tr>
        <tr>
          <th scope="row">20 dB at</th>
          <td>{design.snr10Lux === null ? NONE : `${threeDigits(design.snr10Lux)} lx`}</td>
          <td />
        </tr>
      </tbody>
    </table>
  );
}
