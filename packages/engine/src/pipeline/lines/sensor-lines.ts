import { assumedLines } from '../../sensors/assumed-figures.ts';
import { brightnessChannel, type FilterColour } from '../../sensors/colour-filters.ts';
import { BOUNDS } from '../../sensors/exposure.ts';
import type { LogText } from '../../stage.ts';
import { duration, figure, lettersOf, perChannel, percentFigure } from '../../text/figure.ts';
import type { SimulationPlan } from '../plan.ts';
import { chipTopics } from './chip-lines.ts';
import type { SimulationReport } from '../report.ts';

type SensorReport = NonNullable<SimulationReport['sensor']>;
const CHANNELS: readonly FilterColour[] = ['red', 'green', 'blue'];

/** A gain as camera makers write it. */
export const gainText = ({
  gainTimes,
  gainDb,
}: Pick<SensorReport, 'gainTimes' | 'gainDb'>): string =>
  `${figure(gainTimes)}× (${gainDb.toFixed(1)} dB)`;

/** Data sheet of the sensor. */
export function sensorLines(
  report: SensorReport,
  { rows, columns, pitch }: SimulationPlan['grid'],
): string[] {
  return [
    `Sensor: ${report.label}, ${columns} × ${rows} pixels of ${figure(pitch * 1e6)} µm, ${report.bits} bit.`,
    `Gain: ${gainText(report)}, ${figure(report.conversionGainMicrovolts)} µV/e⁻, ${figure(report.electronsPerCode)} e⁻ per code.`,
    `Saturation: ${figure(report.saturationElectrons)} e⁻ (${BOUNDS[report.saturationBound]}).`,
    `Noise: read noise ${figure(report.readNoiseElectrons)} e⁻, DSNU ${figure(report.dsnuElectrons)} e⁻, PRNU ${percentFigure(report.prnuPercent)}${furtherNoise(report)}.`,
    rangeLine(report),
    ...assumedLines(report),
    ...chipTopics(report).Sensor,
  ];
}

type NoiseTerms = NonNullable<SensorReport['noiseTerms']>;
/** Terms with fields of their own in the report, and those that every sensor has. */
const USUAL_TERMS: readonly string[] = [
  ...['shot', 'shot noise of the dark current', 'read', 'PRNU', 'DSNU', 'rounding'],
];
const list = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);

/** '; rows 5 e⁻, columns 2 e⁻': what not every sensor has, at 18 % grey. */
function furtherNoise({ noiseTerms = [] }: SensorReport): string {
  const further = noiseTerms.filter(({ name }) => !USUAL_TERMS.includes(name));
  return further.length === 0
    ? ''
    : `; ${further.map(({ name, greyElectrons }) => `${name} ${figure(greyElectrons)} e⁻`).join(', ')}`;
}

/** Share of the variance from which on a line names what its figure leaves out. */
const NAMED_SHARE = 0.01;

/**
 * ' Left out: rounding.', of the terms that are more than 1 % of the variance; empty without any.
 *
 * @param at where the figure is looked at.
 */
function leftOut(
  terms: NoiseTerms,
  at: 'greyElectrons' | 'darkElectrons',
  isIn: 'isInSnr' | 'isInDynamicRange',
): string {
  const whole = terms.reduce((sum, term) => sum + term[at] ** 2, 0);
  const names = terms.flatMap((term) =>
    !term[isIn] && term[at] ** 2 > NAMED_SHARE * whole ? [term.name] : [],
  );
  return names.length === 0 ? '' : ` Left out: ${list(names)}.`;
}

function rangeLine({ dynamicRangeDb, noiseTerms = [] }: SensorReport): string {
  const added = noiseTerms.flatMap(({ name, isInDynamicRange }) =>
    isInDynamicRange && !USUAL_TERMS.includes(name) ? [name] : [],
  );
  // By its definition it is over noise in time; the line before has the DSNU.
  const inTime = noiseTerms.filter(({ name }) => name !== 'DSNU');
  return `Range: dynamic range ${dynamicRangeDb.toFixed(1)} dB (saturation over ${list(['read noise', 'rounding', ...added])}).${leftOut(inTime, 'darkElectrons', 'isInDynamicRange')}`;
}

/** Stops to a hundredth, which is finer than anybody can see. */
const stopFigure = (value: number): string =>
  value > 0 && value < 0.01 ? '< 0.01' : Number(value.toFixed(2)).toString();
const stops = (value: number): string => `${stopFigure(value)} stops`;

/** Where an exposure stands: '4.98 stops below the meter'. */
const placeAt = (fromMeter: number): string =>
  fromMeter === 0
    ? 'as metered'
    : `${stops(Math.abs(fromMeter))} ${fromMeter > 0 ? 'above' : 'below'} the meter`;

/** Exposure time, what was metered, and which limit applied. The report has the exact time. */
export function exposureLines({
  exposureSeconds,
  exposureReason,
  meter,
  stopsFromMeter,
  channels,
}: SensorReport): string[] {
  const place = stopsFromMeter === undefined ? '' : `, ${placeAt(stopsFromMeter)}`;
  const first = `Exposure: ${duration(exposureSeconds)}${place} (${exposureReason}).`;
  const { metered, limit } = meter;
  if (!metered || !limit) return [first];
  const bound = `95 % of the ${BOUNDS[limit.bound]}, which ${(channels ?? CHANNELS)[limit.channel]} reaches first`;
  const differenceStops = Math.log2(exposureSeconds / meter.seconds);
  return [
    first,
    `Metered: ${percentFigure(100 * metered.share)} of the picture, the part that ${metered.of === 'lit' ? 'is lit, because too little of it shows the scene' : 'shows the scene'}.`,
    ...(exposureSeconds === meter.seconds
      ? []
      : [
          `Meter: it would choose ${duration(meter.seconds)} (${meter.reason})${stopsFromMeter === undefined ? `; the given exposure is ${stops(Math.abs(differenceStops))} ${differenceStops > 0 ? 'longer' : 'shorter'}` : ''}.`,
        ]),
    ...(limit.heldBackStops > 0
      ? [
          `Limit: ${limit.headroomStops > 0 ? 'the longest exposure' : bound}; ${stops(limit.heldBackStops)} less than the picture asks for.`,
        ]
      : limit.headroomStops > 0
        ? [`Headroom: ${stops(limit.headroomStops)} to ${bound}.`]
        : [`Limit: ${bound}.`]),
  ];
}

/**
 * Electrons and signal-to-noise ratio of a white diffuser, at most those at saturation
 * (docs/reference/physics.md#p15).
 */
export function signalLines(report: SensorReport): LogText[] {
  const { electronsAtWhite, stopsOverSaturation: over, saturationElectrons } = report;
  const channels = report.channels ?? CHANNELS;
  const letters = lettersOf(report.channels);
  const isFull = over.map((stops) => stops !== null);
  const full = channels.filter((_, channel) => isFull[channel]);
  const left = electronsAtWhite.flatMap((electrons, channel) =>
    isFull[channel] ? [] : [`${letters[channel]!} ${figure(electrons)}`],
  );
  const by = over.flatMap((excess, channel) =>
    excess === null ? [] : [`${letters[channel]!} ${stopFigure(excess)}`],
  );
  const white: LogText =
    full.length === 0
      ? `Signal: white diffuser ${perChannel(electronsAtWhite, figure, letters)} e⁻.`
      : {
          warning: `Signal: the white diffuser saturates ${new Intl.ListFormat('en-GB').format(full)} at ${figure(saturationElectrons)} e⁻ (${by.join(', ')} stops over)${left.length > 0 ? `; ${left.join(', ')} e⁻` : ''}.`,
        };
  const bright = brightnessChannel(channels);
  const colour = channels[bright]!;
  if (electronsAtWhite[bright] === 0)
    return [white, `SNR in ${colour}: none, because ${colour} gets no light.`];
  const { noiseTerms = [] } = report;
  const inSnr = [
    ...['shot', 'read', 'DSNU', 'PRNU'],
    ...noiseTerms.flatMap(({ name, isInSnr }) =>
      isInSnr && !USUAL_TERMS.includes(name) ? [name] : [],
    ),
  ];
  return [
    white,
    `SNR in ${colour} (${inSnr.join(', ')}): ${ratiosIn(report)}.${leftOut(noiseTerms, 'greyElectrons', 'isInSnr')}`,
  ];
}

function ratiosIn({ snrAtWhite: white, snrAtGrey18: grey }: SensorReport): string {
  if (grey === null) return 'none, because white and 18 % grey are clipped';
  return `${white === null ? 'none at white, which is clipped' : `${white.toFixed(1)} dB at white`}, ${grey.toFixed(1)} dB at 18 % grey`;
}
