import { expect, test } from 'vitest';
import { calibrationLens } from './calibration-lens.ts';

const beside = { name: 'Bench', pixelMicrometres: 3.45, fNumber: 2.8 };
const matrix = [1000, 0, 319.5, 0, 1001, 239.5, 0, 0, 1];
const ros = {
  image_width: 640,
  image_height: 480,
  camera_matrix: { rows: 3, cols: 3, data: matrix },
  distortion_model: 'plumb_bob',
  distortion_coefficients: { data: [-0.2, 0.05, 0, 0, 0.01] },
};

test('ROS and Kalibr give the same lens', () => {
  const lens = calibrationLens(ros, beside);
  expect(lens).toEqual({
    kind: 'measured',
    name: 'Bench',
    fNumber: 2.8,
    distortion: {
      model: 'plumb_bob',
      ...{ fx: 1000, fy: 1001, cx: 319.5, cy: 239.5 },
      coefficients: [-0.2, 0.05, 0, 0, 0.01],
      imageSize: [640, 480],
      pixelMicrometres: 3.45,
    },
  });
  const camchain = {
    cam0: {
      camera_model: 'pinhole',
      intrinsics: [1000, 1001, 319.5, 239.5],
      distortion_model: 'radtan',
      distortion_coeffs: [-0.2, 0.05, 0, 0],
      resolution: [640, 480],
    },
  };
  expect(calibrationLens(camchain, beside).distortion).toEqual({
    ...lens.distortion,
    coefficients: [-0.2, 0.05, 0, 0, 0],
  });
});

test.each<[string, object, string]>([
  ['distortion_model', { distortion_model: 'thin_prism' }, 'must be one of plumb_bob'],
  ['camera_matrix', { camera_matrix: [1] }, 'must have nine numbers'],
  ['image_width', { image_width: undefined }, 'are missing'],
  ['distortion_coefficients', { distortion_coefficients: undefined }, 'is missing'],
  ['distortion.coefficients', { distortion_coefficients: [0.1] }, '5 are needed'],
])('%s: %j is refused', (field, change, sentence) => {
  expect(() => calibrationLens({ ...ros, ...change }, beside)).toThrow(
    expect.objectContaining({ field, message: expect.stringContaining(sentence) as string }),
  );
});
