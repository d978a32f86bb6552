import { describe, expect, it } from 'vitest';
import { labelOfPath } from './path-labels.ts';
import { pathProblem } from './recipe-path.ts';

describe('labelOfPath', () => {
  it.each([
    ['sensorParams.read_noise', 'Sensor Read Noise, mV'],
    ['macbethParams.hfov', 'Scene HFoV, °'],
    ['ispParams.ccmValues', 'ISP CCM values'],
    ['ispParams.awbR', 'ISP Red gain (r_gain)'],
    ['optics', 'Optics'],
    ['ispParams.nlmEnabled', 'ISP NLM on'],
    ['ispParams.cehGain[0]', 'ISP tiles, rows'],
    ['ispParams.cehGain.1', 'ISP tiles, columns'],
    ['ispParams.ccmValues[0][1]', 'ISP CCM values R,G'],
    ['lens.surfaces[2].radius', 'Surface 2 radius, mm'],
    ['lens.surfaces[2].index', 'Surface 2 index'],
    ['exposureParams.seconds', 'Sensor Exposure Seconds, s'],
    ['exposureParams.compensation', 'Sensor Exposure Compensation, stops'],
    ['sensorFile.shutter.lineSeconds', 'Sensor Shutter Line Time, s'],
    ['sensorFile.captures[1].exposureRatio', 'Sensor Captures 2 Exposure Ratio'],
    ['motion.pixelsPerSecond[0]', 'Scene Image Motion (px/s) 1'],
    ['seed', 'seed'],
  ])('calls %s %s', (path, label) => {
    expect(labelOfPath(path)).toBe(label);
  });
});

describe('pathProblem', () => {
  it.each([
    ['sensorFile.shutter.lineSecond', 'There is no field lineSecond in sensorFile.shutter; its'],
    ['sensorFile.gains', 'There is no field gains in sensorFile; its fields are name,'],
    ['sensorFile.captures[7].sensitivity', 'sensorFile.captures is a list of at most 4 entries:'],
    ['sensorFile.bits.x', 'sensorFile.bits has no parts.'],
    ['motion.metresPerSecond', 'There is no field metresPerSecond in motion; its fields are'],
    ['frame.second', 'There is no field second in frame; its fields are index, rate.'],
    ['flicker.hz', 'There is no field hz in flicker; its fields are kind, hertz,'],
  ])('refuses %s', (path, sentence) => {
    expect(pathProblem(path)).toContain(sentence);
  });

  it.each([
    'sensorFile.crosstalk.optical.red[1][1]',
    'sensorFile.crosstalk.optical.share[3]',
    'sensorFile.sensorParams.read_noise',
    'motion.homographies.matrices[999][2][2]',
    'sensorFile.shutter',
  ])('takes %s', (path) => {
    expect(pathProblem(path)).toBeUndefined();
  });
});
