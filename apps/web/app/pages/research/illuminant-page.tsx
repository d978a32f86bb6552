import { pageMeta } from '../../page-meta.ts';
import { statedFigure } from '../validation/figures.ts';
import { ResearchArticle, type Fact, type Publication } from './research-article.tsx';

const title = 'Active Illumination Methods';

export const meta = pageMeta({
  path: '/illuminant',
  title,
  description:
    'Light as a design variable: how spectrum, direction and timing of a source can be chosen together with lens and sensor, and how a simulator helps to decide.',
});

const facts: readonly Fact[] = [
  ['Bands', '31, 400 to 700 nm'],
  ['Tabulated illuminants', '9, and a custom table'],
  ['Level', 'absolute, in cd/m²'],
  ['Change of illuminant, against ISETCam', `${statedFigure('change-light')} relative`],
  ['Electrons, uniform card, against theory', `${statedFigure('electrons')} relative`],
];

const literature: readonly Publication[] = [
  {
    authors: 'Woodham',
    title: 'Photometric method for determining surface orientation from multiple images',
    source: 'Optical Engineering, 1980',
  },
  {
    authors: 'Nayar, Krishnan, Grossberg, Raskar',
    title:
      'Fast separation of direct and global components of a scene using high frequency illumination',
    source: 'ACM Transactions on Graphics, 2006',
  },
  {
    authors: 'Schechner, Nayar, Belhumeur',
    title: 'Multiplexing for optimal lighting',
    source: 'IEEE Transactions on Pattern Analysis and Machine Intelligence, 2007',
  },
  {
    authors: 'Park, Lee, Grossberg, Nayar',
    title: 'Multispectral imaging using multiplexed illumination',
    source: 'ICCV 2007',
  },
  {
    authors: 'Chi, Yoo, Ben-Ezra',
    title: 'Multi-spectral imaging by optimized wide band illumination',
    source: 'International Journal of Computer Vision, 2010',
  },
];

export default function IlluminantPage() {
  return (
    <ResearchArticle
      topic="Illuminant"
      title={title}
      lead="A camera measures the product of light and surface. Whoever controls the light controls one of the two factors."
      picture={{
        name: 'research-illuminant',
        alt: 'Nine illuminant spectra from 400 to 700 nm and, under each, six patches of a colour chart in that light',
      }}
      facts={facts}
      literature={literature}
    >
      <h2>The question</h2>
      <p>
        In daylight a camera takes the light as it comes. In an inspection cell, behind a headlamp
        or inside a headset the source belongs to the design: its spectrum, its direction and the
        moment it is on can be chosen together with the lens and the sensor. The question is which
        light makes the raw values of two materials differ most, compared with the noise that the
        light itself brings.
      </p>
      <p>
        A Bayer sensor reduces a spectrum to three numbers. Two paints that agree in all three under
        D65 may differ under a narrow band at 590&nbsp;nm. A second light, switched on in a second
        frame, gives six numbers. Whether a second light is worth the extra frame can be computed
        before an LED is ordered.
      </p>
      <h2>What is known</h2>
      <p>
        Woodham showed in 1980 that three pictures under three known directions give the orientation
        of a matte surface at every pixel. Nayar and colleagues used fine patterns to separate
        direct light from light that has bounced. Schechner and colleagues lit scenes with several
        sources at a time, computed the picture under each source afterwards, and showed when that
        helps: less when shot noise dominates, because every extra source also brings its own noise.
        Park and colleagues, and Chi and colleagues, recovered reflectance spectra from ordinary
        colour cameras by choosing the lights.
      </p>
      <h2>How we go about it</h2>
      <ul>
        <li>
          A scene is a small number of planes, each with one spectrum, and everything from scene to
          colour filter is linear. A candidate light is 31 numbers that re-weight what has been
          traced; no ray is traced again.
        </li>
        <li>
          The objective is a distance in electrons divided by the sensor’s own noise, not a colour
          difference on a screen. Where shot noise dominates, twice the light improves it only by
          √2.
        </li>
        <li>
          Lights that can be bought come first: sums of LED spectra with powers that may not be
          negative, under one limit on the total.
        </li>
        <li>
          The winner is run through the full chain with several noise seeds, and compared with the
          lights used so far.
        </li>
        <li>
          Robustness counts: a drift of 5&nbsp;nm in a narrow source must not undo the result.
        </li>
      </ul>
      <h2>What the simulator contributes, and what it does not</h2>
      <p>
        Levels are absolute. Set the scene to 100&nbsp;cd/m² and the Double-Gauss puts 8.8&nbsp;lux
        on the axis of the sensor, the Cooke Triplet 3.2. So a light that separates better but
        halves the photons is judged on both. Nine tabulated illuminants and a table of your own are
        in the workbench, each with its spectrum to look at.
      </p>
      <p>
        The product today computes one light per run, the same over the whole scene. It may flicker
        with the mains while the rows are read in turn, so bands in a picture are there before the
        camera is. Direction, patterns and fluorescence are not modelled, and it does not search for
        a light. Those are subjects of this research; the method above covers only the spectral
        part.
      </p>
    </ResearchArticle>
  );
}
