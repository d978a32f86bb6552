import type facts from './task-facts.json';

/** A task, beside the picture, figure and command that `npm run media` made of it. */
export interface Task {
  readonly picture: keyof typeof facts;
  readonly title: string;
  readonly text: string;
  /** What the picture shows. */
  readonly alt: string;
}

export const tasks: readonly Task[] = [
  {
    picture: 'task-lens',
    title: 'Look at a lens before it is made',
    text: 'Lens files of five programs (Zemax .zmx, CODE V .seq, OSLO .len, optiland and ray-optics) and JSON are read and traced ray by ray: first-order data, distortion, spots and MTF. Put the name of your file in the place of the published lens.',
    alt: 'Section through a lens of four elements with traced rays',
  },
  {
    picture: 'task-sharpness',
    title: 'Measure sharpness after ISO 12233',
    text: 'Slanted edges are put where you want them in the field. The SFR of the raw and of the developed picture stands beside the one that lens and pixels pass, so you see what the ISP takes or adds.',
    alt: 'A table of MTF50 values by field, direction and colour in a terminal',
  },
  {
    picture: 'task-sensor',
    title: 'Characterise a sensor after EMVA 1288',
    text: 'Frames from dark to saturation are simulated and measured as a sensor maker measures them, each figure with its error beside the value the sensor was made with. Frames of your own camera are measured in the same way.',
    alt: 'Plots of an EMVA 1288 report: photon transfer, signal-to-noise ratio, linearity and its error',
  },
  {
    picture: 'task-tolerances',
    title: 'Find the yield of a tolerance',
    text: 'A sweep runs one camera many times while radii, thicknesses, indices or any other field vary. Its report has plots, sensitivities and the share of the runs that keep a limit.',
    alt: 'A histogram of the contrast of many lenses, with the yield at a limit',
  },
  {
    picture: 'task-raw',
    title: 'Get raw files for your own pipeline',
    text: 'A run writes DNG with its colours and recipe for raw converters, 16-bit TIFF and PNG, and OpenEXR with a channel for each band of light. The same seeds give the same bits.',
    alt: 'An apple on a table as the simulated camera records it',
  },
  {
    picture: 'task-calibration',
    title: 'Take the calibration from the lens',
    text: 'A camera model is fitted to the chief rays of a lens and written for OpenCV and as camera_info for ROS, so that undistorting and pose estimation can be tested against a known truth.',
    alt: 'Coefficients and residuals of a fitted camera model in a terminal',
  },
  {
    picture: 'task-network',
    title: 'Choose the camera for a network',
    text: 'Any ONNX network runs on a labelled data set through each camera, with the labels moved by the lens. Scores come with intervals, differences over the same pictures, and what lens, pixels, noise and ISP cost. Put your plan in the place of the example.',
    alt: 'Two waterfalls of what each part of a camera costs a network, for two exposures',
  },
];
