import { duration, figure, percentFigure } from '../figure.ts';
import type { ChipReport } from '../describe-chip.ts';

const KINDS: Readonly<Record<string, string>> = {
  global: 'global',
  rolling: 'rolling',
  globalReset: 'rolling with global reset',
};

/** What is special about how a chip is read; nothing for a sensor without any of it. */
export function chipLines(report: ChipReport): string[] {
  const { shutter, captures, hdr, companding, flicker, motion, defects, opticalBlack } = report;
  return [
    ...(shutter
      ? [
          `Shutter: ${KINDS[shutter.kind]!}, ${duration(shutter.lineSeconds)} per line, read-out ${duration(shutter.readOutSeconds)}${shutter.parasiticShareLastRow > 0 ? `; while it waits the last row collects ${percentFigure(100 * shutter.parasiticShareLastRow)} of its light` : ''}.`,
        ]
      : []),
    ...(captures ?? []).map(
      ({ name, exposureSeconds, startSeconds, saturationElectrons, readNoiseElectrons }) =>
        `Capture ${name}: ${duration(exposureSeconds)}${startSeconds > 0 ? ` after ${duration(startSeconds)}` : ''}, saturation ${figure(saturationElectrons)} e⁻, read noise ${figure(readNoiseElectrons)} e⁻.`,
    ),
    ...(hdr
      ? [
          `Merged: dynamic range ${hdr.dynamicRangeDb.toFixed(1)} dB, full at ${figure(hdr.referenceSaturationElectrons)} e⁻ of the first capture.`,
          ...hdr.knees.map(
            ({ signalElectrons, snrBeforeDb, snrAfterDb }) =>
              `Knee: at ${figure(signalElectrons)} e⁻ the SNR falls from ${snrBeforeDb.toFixed(1)} to ${snrAfterDb.toFixed(1)} dB.`,
          ),
        ]
      : []),
    ...(companding
      ? [
          `Companding: its rounding adds at most ${percentFigure(100 * companding.largestNoiseShare)} of the noise.`,
        ]
      : []),
    ...(flicker
      ? [`Flicker: rows differ by up to ${percentFigure(100 * flicker.rowContrast)} of the mean.`]
      : []),
    ...(motion
      ? [
          `Motion: the image moves ${figure(motion.pathPixels)} px during an exposure, for which ${motion.subFrames === 1 ? 'the image of its middle stands' : `${motion.subFrames} images stand`}${motion.isLimited ? ', the most that are formed: edges show steps' : ''}.`,
        ]
      : []),
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
