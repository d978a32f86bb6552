import { pageMeta } from '../../page-meta.ts';
import { ResearchArticle, type Fact, type Publication } from './research-article.tsx';

const title = 'AI-Based ISP Automation';

export const meta = pageMeta({
  path: '/isp',
  title,
  description:
    'Seventeen modules, 35 parameters, tuned by hand for each sensor: what automatic tuning of an image signal processor needs, and how a bit-exact chain helps.',
});

const facts: readonly Fact[] = [
  ['Modules', '17'],
  ['Switches, parameters', '17, 35'],
  ['Against the reference', '0 codes off'],
  ['SCL (scaler)', '≤ 1 code'],
  ['1920 × 1080, 1 / 2 threads', '169 / 129 ms'],
  ['Mean ΔE76, D65, Double-Gauss', '11.7'],
];

const literature: readonly Publication[] = [
  {
    authors: 'Malvar, He, Cutler',
    title: 'High-quality linear interpolation for demosaicing of Bayer-patterned color images',
    source: 'ICASSP 2004',
  },
  {
    authors: 'Hansen, Ostermeier',
    title: 'Completely derandomized self-adaptation in evolution strategies',
    source: 'Evolutionary Computation, 2001',
  },
  {
    authors: 'Tseng, Yu, Yang, Mannan, St. Arnaud, Nowrouzezahrai, Lalonde, Heide',
    title: 'Hyperparameter optimization in black-box image processing using differentiable proxies',
    source: 'ACM Transactions on Graphics, 2019',
  },
  {
    authors: 'Mosleh, Sharma, Onzon, Mannan, Robidoux, Heide',
    title: 'Hardware-in-the-loop end-to-end optimization of camera image processing pipelines',
    source: 'CVPR 2020',
  },
];

export default function IspPage() {
  return (
    <ResearchArticle
      topic="ISP"
      title={title}
      lead="An image signal processor is tuned by hand for every sensor and every lens. We ask how much of that a search can take over, and what it needs to know."
      picture={{
        name: 'research-isp',
        alt: 'One brass gear in nine frames, from the dim raw mosaic through white balance, demosaicing and gamma to the finished picture',
      }}
      facts={facts}
      literature={literature}
    >
      <h2>The question</h2>
      <p>
        Our chain has seventeen modules, from dead-pixel correction to scaling, with 17 switches and
        35 parameters. They interact: noise reduction decides what edge enhancement may amplify,
        white balance decides what clips in the colour matrix. A tuning engineer balances them by
        eye, for people. A network has different needs, and the picture often does not have to look
        good. Which settings serve the task, and how does a program find them?
      </p>
      <h2>What is known</h2>
      <p>
        There are two approaches. Tseng and colleagues train a differentiable stand-in for the ISP
        and follow its gradient to better settings. Mosleh and colleagues keep the real hardware in
        the loop and search without gradients, with an evolution strategy in the tradition of Hansen
        and Ostermeier, directly on the score of the task. The first needs many samples to learn the
        stand-in; the second needs a loop that is fast and repeatable.
      </p>
      <h2>Why one number misleads</h2>
      <p>
        Take the simplest objective, the mean colour difference of a 24-patch chart against its own
        reflectances under D65. With all defaults, through the Double-Gauss, one camera has five
        scores, because its white balance is fixed:
      </p>
      <ChartScores />
      <p>
        A search that sees only D65 will call the camera tuned. One that also minimises noise will
        discover that blur is cheap.
      </p>
      <h2>How we go about it</h2>
      <ul>
        <li>
          Start from the raw. It is simulated with known light, so the right answer for every pixel
          is known, and no one has to label it.
        </li>
        <li>
          Same noise for every candidate: the seeds are fixed during a generation and changed
          between generations.
        </li>
        <li>
          Several goals kept apart: colour over nine lights, edge response, noise in flat patches,
          score of the task. A Pareto front is more honest than a weighted sum.
        </li>
        <li>
          Switches are enumerated in groups, continuous parameters searched by an evolution
          strategy.
        </li>
        <li>Held-out scenes, lights and seeds decide, never the ones that were searched on.</li>
      </ul>
      <h2>Why bit-exact matters here</h2>
      <p>
        The modules compute what the open reference, Fast-openISP, computes, code for code: all 17
        test cases, module by module, on one, two and three threads. A setting found in simulation
        is then a statement about that arithmetic, not about a floating-point look-alike. And at
        169&nbsp;ms for a 1920 × 1080 frame (one thread on a shared AMD EPYC core, Node 20), a
        thousand evaluations take three minutes.
      </p>
      <ReachedToday />
    </ResearchArticle>
  );
}

/** A study that readers can repeat (docs/optimising.md). */
const ReachedToday = () => (
  <>
    <h2>What a search reaches today</h2>
    <p>
      The program searches: a study varies fields of the camera and asks for figures, with limits on
      the others. For the chart under Illuminant A, two white-balance gains and six cells of the
      colour matrix, with rows that keep their sums, bring the mean CIEDE2000 from 19.2 to 8.4 in
      400 runs, which take seven seconds on two cores, while the noise must stay better than
      27&nbsp;dB at 18&nbsp;% grey. With fresh noise the best has 8.47&nbsp;±&nbsp;0.01. The
      document of this study is in the examples of the program, and gives the same numbers on your
      machine.
    </p>
    <p>
      What is left is the work of the tone modules, and a camera that is tuned for one lamp is tuned
      for that lamp. Nothing is learned: no network tunes the chain, and no setting is changed that
      a study did not name. The bar that a search has to clear is a patient engineer, on pictures
      that neither has seen before.
    </p>
  </>
);

/** Mean colour error of one camera under five lights. */
function ChartScores() {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Light</th>
          <th scope="col">Mean ΔE76</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">D55</th>
          <td>10.1</td>
        </tr>
        <tr>
          <th scope="row">D65</th>
          <td>11.7</td>
        </tr>
        <tr>
          <th scope="row">D75</th>
          <td>14.5</td>
        </tr>
        <tr>
          <th scope="row">Fluorescent</th>
          <td>24.6</td>
        </tr>
        <tr>
          <th scope="row">Illuminant A</th>
          <td>31.6</td>
        </tr>
      </tbody>
    </table>
  );
}
