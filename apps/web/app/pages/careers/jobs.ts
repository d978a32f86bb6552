/** An open position, for the page and for its structured data. */
export interface Job {
  readonly role: string;
  readonly location: string;
  readonly summary: string;
  readonly work: readonly string[];
  readonly requirements: readonly string[];
}

const location = 'Seoul, South Korea';

export const jobs: readonly Job[] = [
  {
    role: 'Optical Engineer',
    location,
    summary:
      'You own the path from the scene to the image plane: prescriptions, ray tracing, point spread functions and how they become a picture.',
    work: [
      'Bring lens prescriptions from patents, books and customers into the simulator, with glasses, apertures and tolerances.',
      'Extend the tracer: aspheres and freeforms, coatings, stray light, finite object distances.',
      'Check every result against an independent program and, where there is a bench, against measured MTF and distortion.',
      'Work with the algorithm team on which lens errors a network tolerates.',
    ],
    requirements: [
      '3+ years of experience in lens design or optical simulation.',
      'Fluent in geometrical and wave optics: aberrations, pupils, OTF, radiometry.',
      'Experience with at least one lens design program, and the habit of checking its results.',
      'You program well enough to turn a formula into tested code.',
    ],
  },
  {
    role: 'Sensor Engineer',
    location,
    summary:
      'You own the path from photons to raw codes: quantum efficiency, pixel, noise, read-out and the fit to real parts.',
    work: [
      'Extend the sensor model: row and column noise, hot pixels, crosstalk, rolling shutter, multiple exposures.',
      'Characterise real sensors according to EMVA 1288 and fit the model to them from as few frames as possible.',
      'Write the laws that the model must obey as tests: variance, linearity, conservation.',
      'Advise customers on which noise source limits their task.',
    ],
    requirements: [
      '3+ years of experience with CMOS image sensors: design, characterisation or modelling.',
      'A sound grasp of statistics: Poisson and Gaussian noise, photon transfer, estimation with error bars.',
      'Experience with raw data of real cameras.',
      'Programming in Python, C++ or TypeScript; the product is written in TypeScript.',
    ],
  },
  {
    role: 'Software Engineer',
    location,
    summary:
      'You make the physics fast, the workbench clear and the service dependable, from SIMD kernels to the browser.',
    work: [
      'Write numeric kernels in TypeScript and WebAssembly, each beside a plain version that it must agree with.',
      'Build the workbench: parameters, running simulations, pictures and plots that engineers read correctly.',
      'Keep the server honest under load: queues, cancellation, limits, recovery after faults.',
      'Bring detection and depth networks to the end of the pipeline and make their results comparable.',
    ],
    requirements: [
      '3+ years of experience in software engineering, with TypeScript, C++ or Rust.',
      'A good command of one of these: numeric computing, browser front ends, or services in Node.',
      'You test what you build and can explain why a tolerance is what it is.',
      'Interest in imaging; we teach the optics.',
    ],
  },
];
