import { duration, figure, percentFigure } from '../../text/figure.ts';
import type { ChipReport } from '../describe-chip.ts';
import type { LogTopic } from '../../stage.ts';

const KINDS: Readonly<Record<string, string>> = {
  global: 'global',
  rolling: 'rolling',
  globalReset: 'rolling with global reset',
};

/** What is special about how a chip is read, by topic; no lines for a sensor without any of it. */
export const chipTopics = (
  report: ChipReport,
): Readonly<Record<'Motion' | 'HDR' | 'Sensor', readonly string[]>> => ({
  Motion: timeLines(report),
  HDR: captureLines(report),
  Sensor: patternLines(report),
});

/** The same in one list; the first line of a topic begins with its name. */
export function chipLines(report: ChipReport): string[] {
  const topics = chipTopics(report);
  const named = (topic: LogTopic, [first, ...others]: readonly string[]): string[] =>
    first === undefined ? [] : [`${topic}: ${first}`, ...others];
  return [...named('Motion', topics.Motion), ...named('HDR', topics.HDR), ...topics.Sensor];
}

/** '12 px during the exposure; rolling 8.1 ms', and how that comes about. */
function timeLines({ shutter, motion, flicker }: ChipReport): string[] {
  const parts = [
    ...(motion ? [`${figure(motion.pathPixels)} px during the exposure`] : []),
    ...(shutter ? [`${KINDS[shutter.kind]!} ${duration(shutter.readOutSeconds)}`] : []),
    ...(flicker
      ? [`rows differ by up to ${percentFigure(100 * flicker.rowContrast)} of the mean by flicker`]
      : []),
  ];
  if (parts.length === 0) return [];
  return [
    `${parts.join('; ')}.`,
    ...(motion
      ? [
          motion.subFrames === 1
            ? 'Images: one stands for the exposure, of its middle.'
            : `Images: ${motion.subFrames} stand for the exposure${motion.isLimited ? ', the most that are formed: edges show steps' : ''}.`,
        ]
      : []),
    ...(shutter
      ? [
          `Lines: ${duration(shutter.lineSeconds)} each${shutter.parasiticShareLastRow > 0 ? `; while it waits the last row collects ${percentFigure(100 * shutter.parasiticShareLastRow)} of its light` : ''}.`,
        ]
      : []),
  ];
}

/** '3 exposures, 92.0 dB; seam SNR dip 4.0 dB', each capture and each knee. */
function captureLines({ captures = [], hdr, companding }: ChipReport): string[] {
  const times = new Set(
    captures.map(({ exposureSeconds, startSeconds }) => `${startSeconds} ${exposureSeconds}`),
  );
  const what = times.size === captures.length ? 'exposures' : 'captures';
  return [
    ...(hdr
      ? [
          `${captures.length} ${what}, ${hdr.dynamicRangeDb.toFixed(1)} dB; seam SNR dip ${Math.max(...hdr.knees.map(({ dipDb }) => dipDb)).toFixed(1)} dB.`,
        ]
      : []),
    ...captures.map(
      ({ name, exposureSeconds, startSeconds, saturationElectrons, readNoiseElectrons }) =>
        `Capture ${name}: ${duration(exposureSeconds)}${startSeconds > 0 ? ` after ${duration(startSeconds)}` : ''}, saturation ${figure(saturationElectrons)} e⁻, read noise ${figure(readNoiseElectrons)} e⁻.`,
    ),
    ...(hdr
      ? [
          ...hdr.knees.map(
            ({ signalElectrons, snrBeforeDb, snrAfterDb }) =>
              `Knee: at ${figure(signalElectrons)} e⁻ the SNR falls from ${snrBeforeDb.toFixed(1)} to ${snrAfterDb.toFixed(1)} dB.`,
          ),
          `Merged: full at ${figure(hdr.referenceSaturationElectrons)} e⁻ of the first capture.`,
        ]
      : []),
    ...(companding
      ? [
          `Companding: its rounding adds at most ${percentFigure(100 * companding.largestNoiseShare)} of the noise.`,
        ]
      : []),
  ];
}

function patternLines({ defects, opticalBlack }: ChipReport): string[] {
  return [
    ...(defects
      ? [
          `Defects: ${defects.hot} hot, ${defects.dead} dead and ${defects.stuck} stuck pixels, ${defects.columns} columns.`,
        ]
      : []),
    ...(opticalBlack
      ? [
          `Rows without light: mean code ${figure(opticalBlack.mean)}, deviation ${figure(opticalBlack.standardDeviation)}.`,
        ]
      : []),
  ];
}
