import { describe, expect, test } from 'vitest';
import { chipLines, chipTopics } from './chip-lines.ts';

const shutter = {
  kind: 'rolling',
  lineSeconds: 5e-5,
  readOutSeconds: 0.0081,
  parasiticShareLastRow: 0,
};
const capture = {
  name: 'long',
  exposureSeconds: 0.01,
  startSeconds: 0,
  electronsPerCode: 1,
  saturationElectrons: 9000,
  readNoiseElectrons: 2,
  clippedPercent: [0, 0, 0],
};
const knee = { signalElectrons: 8100, snrBeforeDb: 39, snrAfterDb: 27, dipDb: 12 };
const hdr = { referenceSaturationElectrons: 144_000, dynamicRangeDb: 94.8, knees: [knee] };

describe('what the log says of a chip', () => {
  test('nothing of one without any of it', () => {
    expect(chipTopics({})).toEqual({ Motion: [], HDR: [], Sensor: [] });
    expect(chipLines({})).toEqual([]);
  });

  test('motion and shutter in one sentence', () => {
    const motion = { pathPixels: 12, subFrames: 24 };
    expect(chipTopics({ motion, shutter }).Motion).toEqual([
      '12 px during the exposure; rolling 8.1 ms.',
      'Images: 24 stand for the exposure.',
      'Lines: 50 µs each.',
    ]);
    expect(chipLines({ flicker: { rowContrast: 0.25 } })).toEqual([
      'Motion: rows differ by up to 25 % of the mean by flicker.',
    ]);
  });

  test('exposures, range and the deepest dip of the captures', () => {
    const short = { ...capture, name: 'short', exposureSeconds: 0.000625, startSeconds: 0.01 };
    const { HDR } = chipTopics({ captures: [capture, short], hdr });
    expect(HDR[0]).toBe('2 exposures, 94.8 dB; seam SNR dip 12.0 dB.');
    expect(HDR[2]).toBe('Capture short: 625 µs after 10 ms, saturation 9000 e⁻, read noise 2 e⁻.');
    // One exposure that is read twice.
    const low = { ...capture, name: 'low' };
    const [first] = chipLines({ captures: [capture, low], hdr });
    expect(first).toBe('HDR: 2 captures, 94.8 dB; seam SNR dip 12.0 dB.');
  });

  test('defects stay beside the sensor', () => {
    const defects = { hot: 1, dead: 2, stuck: 3, columns: 4 };
    expect(chipTopics({ defects })).toEqual({
      Motion: [],
      HDR: [],
      Sensor: ['Defects: 1 hot, 2 dead and 3 stuck pixels, 4 columns.'],
    });
  });
});
