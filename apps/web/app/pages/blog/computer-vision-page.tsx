import { Link } from 'react-router';
import { articleMeta, computerVision } from './articles.ts';
import { BlogArticle } from './blog-article.tsx';

export const meta = articleMeta(computerVision);

export default function ComputerVisionPage() {
  return (
    <BlogArticle article={computerVision}>
      <p>
        A vision system is usually designed twice. First one team designs a camera, from data sheets
        and for the human eye. Then another trains a network on what that camera delivers. The two
        meet in the picture, an interface that was agreed before either side knew what the other
        needed. When the camera changes, the data set is out of date, and so the camera does not
        change.
      </p>
      <p>
        We think this order is about to change, not because networks are getting cleverer but
        because the camera can now be computed well enough to be part of the same experiment.
      </p>
      <h2>Questions that cross the parts</h2>
      <p>
        In physical AI, a machine acts on what it sees. An error is then not an ugly picture but a
        braking car or a rejected part, and the questions change accordingly. At which illuminance
        does the detection rate fall below its limit? Is a faster lens worth more than a better
        denoiser? Such questions belong to no single department.
      </p>
      <p>Take two lenses from our own catalogue, both of 8.2&nbsp;mm, seen by the same sensor.</p>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">Cooke Triplet</th>
            <th scope="col">Double-Gauss</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Working f-number</th>
            <td>4.98</td>
            <td>2.99</td>
          </tr>
          <tr>
            <th scope="row">On the sensor, lux per 100 cd/m²</th>
            <td>3.17</td>
            <td>8.79</td>
          </tr>
          <tr>
            <th scope="row">Contrast at 110 lp/mm, 550 nm, centre</th>
            <td>0.62</td>
            <td>0.73</td>
          </tr>
          <tr>
            <th scope="row">The same at the edge of its field, two directions</th>
            <td>0.37 / 0.39</td>
            <td>0.64 / 0.34</td>
          </tr>
        </tbody>
      </table>
      <p>
        The Double-Gauss collects 2.77 times the light. By day, where shot noise rules, that is
        worth 4.4&nbsp;dB of signal-to-noise ratio; at night, where read noise rules, up to
        8.9&nbsp;dB. In the middle of the picture it is also the sharper one. At the edge of its
        field it is better in one direction and worse in the other. Which lens is better? It depends
        on where in the picture the objects appear, and at what hour. No data sheet can tell you. A
        simulation of the whole chain can.
      </p>
      <h2>Four things to hold a simulated camera to</h2>
      <p>
        A simulator that merely looks right will move decisions in the wrong direction with great
        confidence. Before its pictures are used, each of these should have a number with an
        independent source. Ours are in brackets.
      </p>
      <ul>
        <li>
          Geometry: where do rays land, compared with another tracer? (5&nbsp;×&nbsp;10⁻¹⁴ mm in the
          worst of three lenses.)
        </li>
        <li>
          Photons: how many electrons come from a uniform card, compared with the closed formula?
          (8&nbsp;×&nbsp;10⁻⁸ relative.)
        </li>
        <li>
          Noise: does its standard deviation follow theory, source by source? (0.23&nbsp;% over
          131,072 pixels, all sources together.)
        </li>
        <li>
          Processing: does the image signal processor give the same codes as the one it stands for?
          (0 codes off; the scaler within one.)
        </li>
      </ul>
      <p>
        Agreement with theory is not agreement with your part. Tolerances, stray light and a
        sensor’s own habits have to be measured and put in. But an error in the arithmetic, left
        undiscovered, would be blamed on the part, and that search would never end.
      </p>
      <h2>Design becomes search</h2>
      <p>
        Once camera and network are part of one experiment, both can be varied. The literature has
        shown it with optics and reconstruction trained together (Sitzmann and colleagues, 2018) and
        with compound lenses, sensor and processing optimised for a detector (Tseng and colleagues,
        2021). Gradients are one way. Plain search is another: a 650 × 450 picture through a real
        lens, with noise and seventeen processing modules, takes about half a second (two threads,
        shared AMD EPYC cores, lens tables warm), so ten thousand variants fit into an hour and a
        half.
      </p>
      <p>
        There is a trap. An optimiser is good at finding the places where a simulator is wrong, and
        it will settle there. So the more a design is searched automatically, the better the errors
        of the model have to be known, and the more the final check has to come from outside: other
        scenes, other seeds, another program, and in the end glass and silicon. A prototype then
        confirms a design instead of looking for one.
      </p>
      <h2>What stays with people</h2>
      <p>
        Somebody must still say what counts. Which scenes are typical, which are dangerous, which
        mistakes are worse than others? A simulator answers what is asked, under the conditions that
        are stated. We expect the craft of vision design to shift there: from tuning parameters to
        writing down tasks, conditions and limits so precisely that a machine can search under them.
      </p>
      <h2>Where to begin</h2>
      <ul>
        <li>
          Rebuild the camera you have: its prescription, the sensor’s data sheet, the settings of
          its processing.
        </li>
        <li>
          Take ten real frames under a light you have measured, and compare noise, sharpness and
          colour with the simulated ones.
        </li>
        <li>
          Begin to vary only when the differences are explained: one part at a time, with the same
          seeds.
        </li>
      </ul>
      <p>
        That is less spectacular than a network which designs lenses overnight. It is also the part
        that can be started this week. What we are studying beyond that is described under{' '}
        <Link to="/research">Research</Link>, along with what is a result and what is still a
        question.
      </p>
    </BlogArticle>
  );
}
