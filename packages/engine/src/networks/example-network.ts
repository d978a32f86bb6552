import type { OwnNetwork } from './own-network.ts';

/**
 * The network of the examples, `examples/marks.onnx`, which comes with every program: a recipe and
 * an evaluation name it by the name that stands here in place of a file.
 */
export const EXAMPLE_NETWORK: OwnNetwork = {
  name: 'marks.onnx',
  file: 'example:marks',
  sha256: 'dea70e14040b197511cf9988593f74b60b24f8a546934e5265c90609fec1412c',
  descriptor: {
    version: 1,
    task: 'detection',
    labels: ['bright mark', 'dark mark'],
    input: {
      name: 'images',
      layout: 'nchw',
      type: 'float32',
      width: null,
      height: null,
      resize: 'none',
      pad: 114,
      interpolation: 'bilinear',
      antialias: false,
      colour: 'rgb',
      range: [0, 1],
      mean: [0, 0, 0],
      deviation: [1, 1, 1],
      second: null,
    },
    output: { kind: 'end2end', names: ['output0'] },
    thresholds: { score: 0.001, overlap: 0.7, most: 300 },
    background: 'none',
  },
  problems: [],
};
