import { describe, expect, it } from 'vitest';
import { labelOfPath } from './path-labels.ts';

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
    ['seed', 'seed'],
  ])('calls %s %s', (path, label) => {
    expect(labelOfPath(path)).toBe(label);
  });
});
