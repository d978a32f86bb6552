import { QUANTUM_EFFICIENCY } from '../sensors/bayer/quantum-efficiency.ts';
import { WAVELENGTHS } from '../quantities/wavelengths.ts';
import type { Table } from '../text/json-fields.ts';
import { USUAL_DOUBLING } from './dark-fit.ts';
import { CURVES_NOTE, efficiencyTable, type ColourEstimate } from './estimate-colour.ts';
import type { SensorEstimate } from './estimate-sensor.ts';
import { DEFECT } from './find-defects.ts';
import type { TwinManifest } from './manifest.ts';

/** Largest electrons per photon where no frame tells how many there are. */
const ASSUMED_EFFICIENCY = 0.5;
const PER_MILLION = 1e6;
/** Share of the codes of a saturated flat at the last one from which on the converter is full. */
const MOST_FULL = 0.5;

/** A sensor file of an estimate, and what it assumes. */
export interface SensorDocument {
  readonly document: Table;
  readonly assumed: readonly string[];
}

/**
 * The sensor file of a twin.
 *
 * @param celsius temperature for which its dark current is.
 * @param colour where charts tell its curves.
 * @see docs/reference/twin.md#t7
 */
export function sensorDocument(
  estimate: SensorEstimate,
  manifest: TwinManifest,
  celsius: number,
  colour?: ColourEstimate,
): SensorDocument {
  const { figures, layout } = estimate;
  const value = (key: string): number | undefined => figures[`sensor.${key}`]?.value ?? undefined;
  const assumed: string[] = [];
  const pixel = manifest.pixelMicrometres;
  if (pixel === undefined) assumed.push('The pixel pitch: it is not in the manifest.');
  const gain = value('systemGain');
  const range = 2 ** layout.bits;
  if (gain === undefined) assumed.push('One electron per code: no flats tell the gain.');
  const perElectron = gain ?? 1;
  // Where the converter ends first, the well is not known but for holding more.
  const isConverterFull = estimate.saturated.some(({ fullShare }) => fullShare > MOST_FULL);
  const measuredWell = isConverterFull ? undefined : value('saturation');
  const well = measuredWell ?? range / perElectron;
  if (isConverterFull)
    assumed.push('The well is as large as the range of the converter, which is full before it.');
  if (value('saturation') === undefined)
    assumed.push('The well is as large as the range of the converter: no flat is saturated.');
  const [dsnu, row, column] = ['dsnu', 'rowOffset', 'columnOffset'].map((key) => value(key));
  const pixels =
    dsnu === undefined
      ? undefined
      : Math.sqrt(Math.max(dsnu ** 2 - (row ?? 0) ** 2 - (column ?? 0) ** 2, 0));
  const dark = value('darkCurrent');
  if (value('darkCurrentDoubling') === undefined && dark !== undefined)
    assumed.push(`Dark current doubles every ${USUAL_DOUBLING} K.`);
  const efficiency = efficiencyOf(estimate, manifest, colour);
  assumed.push(...efficiency.assumed);
  const [read, black] = [value('readNoise'), value('blackLevel')];
  const lines = ['rowNoise', 'columnNoise', 'rowOffset', 'columnOffset'] as const;
  return {
    assumed,
    document: {
      name: manifest.name,
      measuredOn: `frames of ${manifest.name}`.slice(0, 80),
      pattern: layout.channels.length === 1 ? 'mono' : manifest.pattern!,
      bits: layout.bits,
      sensorParams: {
        well_capacity: well,
        voltage_swing: 1,
        analog_gain: range / (well * perElectron),
        fill_factor: 1,
        ...(pixel !== undefined && { pixel_size: pixel }),
        prnu: value('prnu') ?? null,
        rows: layout.rows,
        cols: layout.columns,
        ...(read === undefined && { read_noise: null }),
        ...(pixels === undefined && { dsnu: null }),
        ...(black === undefined && { analog_offset: null }),
        ...(dark === undefined && { dark_voltage: null }),
      },
      ...(read !== undefined && { readNoiseElectrons: read }),
      ...(pixels !== undefined && { dsnuElectrons: pixels }),
      ...(black !== undefined && { blackLevel: Math.max(black, 0) }),
      ...(dark !== undefined && {
        darkCurrent: {
          electronsPerSecond: Math.max(dark, 0),
          atCelsius: celsius,
          doublingKelvin: value('darkCurrentDoubling') ?? USUAL_DOUBLING,
        },
      }),
      quantumEfficiency: efficiency.table,
      ...Object.fromEntries(
        lines.flatMap((key) => {
          const electrons = value(key);
          return electrons !== undefined && electrons > 0 ? [[`${key}Electrons`, electrons]] : [];
        }),
      ),
      ...defectsOf(estimate),
    },
  };
}

/** Electrons per photon of each colour. */
function efficiencyOf(
  { layout, perPhoton }: SensorEstimate,
  { quantumEfficiency }: TwinManifest,
  colour: ColourEstimate | undefined,
): { readonly table: unknown; readonly assumed: readonly string[] } {
  if (quantumEfficiency !== undefined)
    return { table: quantumEfficiency, assumed: ['The quantum efficiency of the manifest.'] };
  const largest = perPhoton ?? ASSUMED_EFFICIENCY;
  const assumed = [
    ...(perPhoton === undefined
      ? [
          `The largest quantum efficiency is ${ASSUMED_EFFICIENCY}: no frame has its photons, so light levels are relative.`,
        ]
      : []),
    colour
      ? CURVES_NOTE
      : layout.channels.length === 1
        ? 'The quantum efficiency is the same at all wavelengths.'
        : 'The curves of the colours are those of the reference sensor: no chart tells them.',
  ];
  if (colour) return { assumed, table: efficiencyTable(colour, layout, largest) };
  const nm = [...WAVELENGTHS];
  if (layout.channels.length === 1)
    return { assumed, table: { nm, white: nm.map(() => Math.min(largest, 1)) } };
  const green = Math.max(...QUANTUM_EFFICIENCY[1]!);
  return {
    assumed,
    table: {
      nm,
      ...Object.fromEntries(
        layout.channels.map((name, c) => [
          name,
          Array.from(QUANTUM_EFFICIENCY[c]!, (share) => Math.min(1, (share * largest) / green)),
        ]),
      ),
    },
  };
}

/** Densities of faulty pixels. */
function defectsOf({ layout, figures, maps, hotElectronsPerSecond, codes }: SensorEstimate): Table {
  const perMillion = (key: string): number =>
    ((figures[`sensor.${key}`]?.value ?? 0) / (layout.rows * layout.columns)) * PER_MILLION;
  const [hot, dead, stuck] = ['hot', 'dead', 'stuck'].map(perMillion) as [number, number, number];
  const columns = (PER_MILLION * faultyColumns(maps.defects, layout.columns)) / layout.columns;
  const defects = {
    ...(hot > 0 &&
      hotElectronsPerSecond !== undefined && {
        hot: { perMillion: hot, electronsPerSecond: hotElectronsPerSecond },
      }),
    ...(dead > 0 && { dead: { perMillion: dead } }),
    ...(stuck > 0 && { stuck: { perMillion: stuck, code: codes.stuck } }),
    ...(columns > 0 && { columns: { perMillion: columns, code: codes.columns } }),
  };
  return Object.keys(defects).length > 0 ? { defects } : {};
}

function faultyColumns(defects: Uint8Array, columns: number): number {
  let count = 0;
  for (let column = 0; column < columns; column += 1)
    count += Number(defects[column] === DEFECT.column);
  return count;
}
