import { pageMeta } from '../../page-meta.ts';
import { statedFigure } from '../validation/figures.ts';
import {
  ResearchArticle,
  WorkspacePicture,
  type Fact,
  type Publication,
} from './research-article.tsx';

const title = 'Physical Sensor Simulation';

export const meta = pageMeta({
  path: '/sensor',
  title,
  description:
    'From photons to raw codes: quantum efficiency, shot noise, well, read noise, fixed pattern and converter, each in its own unit and with its own seed.',
});

const facts: readonly Fact[] = [
  ['Pixel, fill factor', '2.2 µm, 45\u00a0%'],
  ['Full well', '9000 e⁻'],
  ['Conversion gain', '127.8 µV/e⁻'],
  ['Read noise', '0.96 mV = 7.5 e⁻'],
  ['DSNU', '1 mV = 7.8 e⁻'],
  ['PRNU', '0.2218\u00a0%'],
  ['10-bit step', '8.8 e⁻'],
];

const literature: readonly Publication[] = [
  {
    authors: 'European Machine Vision Association',
    title: 'EMVA Standard 1288, release 4.0',
    source: '2021',
  },
  { authors: 'Janesick', title: 'Photon Transfer', source: 'SPIE Press, 2007' },
  {
    authors: 'Farrell, Catrysse, Wandell',
    title: 'Digital camera simulation',
    source: 'Applied Optics, 2012',
  },
  {
    authors: 'Foi, Trimeche, Katkovnik, Egiazarian',
    title: 'Practical Poissonian-Gaussian noise modeling and fitting for single-image raw-data',
    source: 'IEEE Transactions on Image Processing, 2008',
  },
  {
    authors: 'Salmon, Moraes, Dror, Shaw',
    title: 'Parallel random numbers: as easy as 1, 2, 3',
    source: 'SC 2011',
  },
];

export default function SensorPage() {
  return (
    <ResearchArticle
      topic="Sensor"
      title={title}
      lead="A raw value is a count of photons and everything that happened to it on the way to the converter. We compute each step in its own unit."
      picture={{
        name: 'research-sensor',
        alt: 'Standard deviation against mean signal, both in electrons on logarithmic axes: dots of simulated frames lie on the lines of theory',
      }}
      facts={facts}
      literature={literature}
    >
      <h2>From photons to codes</h2>
      <p>
        The light that reaches a pixel is known in photons per second, square metre and nanometre,
        in 31 bands from 400 to 700&nbsp;nm. Each band is weighted with the quantum efficiency
        behind its colour filter, summed, and multiplied by the light-sensitive area and the
        exposure time. From there on the signal is electrons, then volts, then a code:
      </p>
      <ul>
        <li>
          Shot noise: a Poisson draw around the mean number of electrons, dark signal included.
        </li>
        <li>
          Full well: electrons beyond it are lost, after the shot noise and before the read noise,
          as in a pixel.
        </li>
        <li>Read noise: Gaussian, in volts, new in every frame.</li>
        <li>
          Fixed pattern: each pixel has its own gain (PRNU) and its own offset (DSNU), and keeps
          them from frame to frame.
        </li>
        <li>Analog offset and gain, clipping at the voltage swing, rounding to 10&nbsp;bits.</li>
      </ul>
      <h2>What the numbers mean</h2>
      <NoiseBySignal />
      <p>
        Noise of the default pixel in theory, as standard deviation before the converter; the last
        column is the share of the variance that comes from read noise, offsets and gain spread. In
        daylight the noise comes from the light itself; at dusk it comes from the electronics, and a
        network trained on the first kind of picture then meets the second. That is why we simulate
        the sources one by one instead of adding one Gaussian at the end.
      </p>
      <h2>How it is checked</h2>
      <p>
        Electrons from a uniform card agree with the closed formula to {statedFigure('electrons')}{' '}
        relative; signal-to-noise ratio per source to {statedFigure('snr')}; gain, offset, clipping
        and quantisation give the exact codes. The standard deviation of all sources together, over
        131,072 pixels, is within 0.23&nbsp;% of theory; 4.5 standard errors of such a sample are
        0.88&nbsp;%. Noise comes from a counter-based generator with two seeds, one for the sensor’s
        fixed pattern and one for the frame. The same seeds give the same bits on one thread or
        many, so a regression test on a noisy picture is possible.
      </p>
      <h2>What is there</h2>
      <p>
        A sensor file describes more than the default pixel: any colour filter tile, rolling and
        global shutters, two to four captures in one frame, crosstalk, noise of rows and columns,
        defects, telegraph noise and microlenses. In the workspace <i>Sensor Design</i> photon
        transfer, signal-to-noise ratio, quantum efficiency and colour error follow each value by
        formula; <i>Measure</i> takes EMVA&nbsp;1288 frames of the same sensor and sets them beside.
      </p>
      <WorkspacePicture
        name="workspace-sensor"
        alt="The workspace: the values of a sensor at the left, photon transfer and quantum efficiency in the middle, figures beside a published sensor at the right"
      />
      <h2>What is open</h2>
      <p>
        How few frames of a real part are needed to fit the parameters, and which parameter a given
        task notices at all. The photon transfer method and EMVA&nbsp;1288 say how to measure; what
        we add is a simulation that predicts the same quantities in advance.
      </p>
      <p>
        One caution. The reference quantum efficiency is built from published curves of a colour
        filter and of silicon, scaled so that the default white balance is neutral near D55. It
        represents no particular product.
      </p>
    </ResearchArticle>
  );
}

/** Noise of the default pixel from dusk to daylight. */
function NoiseBySignal() {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Signal, e⁻</th>
          <th scope="col">Shot, e⁻</th>
          <th scope="col">Total, e⁻</th>
          <th scope="col">SNR, dB</th>
          <th scope="col">Electronics, %</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">50</th>
          <td>7.1</td>
          <td>13.0</td>
          <td>11.7</td>
          <td>70</td>
        </tr>
        <tr>
          <th scope="row">1000</th>
          <td>31.6</td>
          <td>33.5</td>
          <td>29.5</td>
          <td>11</td>
        </tr>
        <tr>
          <th scope="row">8000</th>
          <td>89.4</td>
          <td>91.8</td>
          <td>38.8</td>
          <td>5</td>
        </tr>
      </tbody>
    </table>
  );
}
