import { Link } from 'react-router';
import { pageMeta } from '../../page-meta.ts';
import { statedFigure } from '../validation/figures.ts';
import {
  ResearchArticle,
  WorkspacePicture,
  type Fact,
  type Publication,
} from './research-article.tsx';

const title = 'Lens Design Optimization for Downstream Tasks';

export const meta = pageMeta({
  path: '/optics',
  title,
  description:
    'Which lens lets a network see best? How we judge curvatures, spacings and glasses by the decision at the end of the pipeline, and what is known so far.',
});

const facts: readonly Fact[] = [
  ['Cooke Triplet', '8.20 mm, f/4.98, 40°'],
  ['Double-Gauss', '8.20 mm, f/2.99, 28°'],
  ['Fisheye', '2.05 mm, f/1.80, 170°'],
  ['Rays against independent tracers', `≤ ${statedFigure('ray-place')}`],
  ['MTF against an independent tracer', `≤ ${statedFigure('mtf')}`],
  ['Tracing, one core', '43 million ray-surfaces/s'],
];

const literature: readonly Publication[] = [
  {
    authors: 'Sitzmann, Diamond, Peng, Dun, Boyd, Heidrich, Heide, Wetzstein',
    title:
      'End-to-end optimization of optics and image processing for achromatic extended depth of field and super-resolution imaging',
    source: 'ACM Transactions on Graphics, 2018',
  },
  {
    authors: 'Sun, Wang, Fu, Dun, Heidrich',
    title: 'End-to-end complex lens design with differentiable ray tracing',
    source: 'ACM Transactions on Graphics, 2021',
  },
  {
    authors:
      'Tseng, Mosleh, Mannan, St-Arnaud, Sharma, Peng, Braun, Nowrouzezahrai, Lalonde, Heide',
    title:
      'Differentiable compound optics and processing pipeline optimization for end-to-end camera design',
    source: 'ACM Transactions on Graphics, 2021',
  },
  {
    authors: 'Côté, Mannan, Thibault, Lalonde, Heide',
    title:
      'The differentiable lens: compound lens search over glass surfaces and materials for object detection',
    source: 'CVPR 2023',
  },
];

export default function OpticsPage() {
  return (
    <ResearchArticle
      topic="Optics"
      title={title}
      lead="The sharpest lens is not always the one with which a network performs best. We ask what can be traded off, and how to find out before any glass is ground."
      picture={{
        name: 'research-optics',
        alt: 'A grid of point spread functions of the Cooke Triplet: four wavelengths down, five field angles across; the spots grow and smear towards the edge',
      }}
      facts={facts}
      literature={literature}
    >
      <h2>The question</h2>
      <p>
        A lens is normally designed against a merit function of its own: spot size, wavefront error
        and distortion over field and wavelength. A detector never sees those numbers. It sees
        pixels. With a pitch of 2.2&nbsp;µm the sensor samples at 227 line pairs per millimetre at
        most, so blur much smaller than a pixel costs money and buys nothing. Distortion that is
        known can be calibrated or learned. Vignetting is not a grey corner but a loss of photons,
        and so of signal-to-noise ratio.
      </p>
      <p>
        So the merit belongs at the end of the chain: detection rate, depth error or reading rate,
        as a function of curvatures, spacings, apertures and glasses. The question is how to search
        that space when every evaluation passes through light, glass, silicon, an ISP and a network.
      </p>
      <h2>What is known</h2>
      <p>
        Sitzmann and colleagues optimised an optical element and its reconstruction under one loss.
        Sun and Tseng, with their colleagues, carried the idea to compound lenses, one by
        differentiable ray tracing, the other with a learned stand-in for the optics. Côté and
        colleagues let glass types change as well and took object detection as the loss. The gains
        depend on the task, the data and on what the optimiser was allowed to move; a fair
        comparison needs a baseline lens that was refocused and a network that was retrained.
      </p>
      <h2>How we go about it</h2>
      <ul>
        <li>
          Sensitivity first. Keep the network fixed, move one parameter of a prescription through
          its tolerance, and see whether the decision changes.
        </li>
        <li>
          Same seeds on both sides. When two lenses are compared on the same noise, the difference
          is the lens.
        </li>
        <li>
          Few variables, no gradients: focus, two spacings, one curvature. A search of a hundred
          evaluations is affordable and its result can be explained.
        </li>
        <li>
          Glasses as a discrete choice. Whether special hardware helps there is{' '}
          <Link to="/qpu">a question of its own</Link>.
        </li>
        <li>
          A winner is traced again by a second, independent program before anybody believes it.
        </li>
      </ul>
      <p>
        The part we consider settled is the forward model. Three prescriptions from the literature
        are traced surface by surface in double precision, with their clear apertures. Point spread
        functions are computed per wavelength and per field height and change across the picture;
        light that leaves the scene arrives at the sensor. The known limit is stated, too: at one
        sample per pixel, hard edges off the axis differ from the band-by-band result in single
        pixels, on our scenes by up to 0.26&nbsp;% of the maximum with the Double-Gauss and
        0.48&nbsp;% with the fisheye; the command line’s high quality computes every band separately
        at half the pitch.
      </p>
      <WhatIsThere />
    </ResearchArticle>
  );
}

const WhatIsThere = () => (
  <>
    <h2>What is there</h2>
    <p>
      The command line improves a prescription by damped least squares, exchanges glasses and says
      what tolerances cost: a triplet that is 10&nbsp;% off goes from 6,072 to 11.3&nbsp;µm in 34
      steps, as reference code finds it. In the workspace <i>Optics Design</i> section, spots and
      curves follow each radius and glass, and the lens goes into the camera in one press. Studies
      search lens surfaces for a figure of the picture or of a network. How well that serves a task
      is research.
    </p>
    <WorkspacePicture
      name="workspace-optics"
      alt="The workspace: a section of the lens with its rays above a table of surfaces, spot diagrams and modulation beside it"
    />
  </>
);
