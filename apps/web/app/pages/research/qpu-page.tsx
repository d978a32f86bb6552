import { pageMeta } from '../../page-meta.ts';
import { ResearchArticle, type Fact, type Publication } from './research-article.tsx';

const title = 'QPU-Based Optimization';

export const meta = pageMeta({
  path: '/qpu',
  title,
  description:
    'Glass choice as a binary quadratic problem: where quantum processors might help camera design, what must be proven first, and what classical search does.',
});

const facts: readonly Fact[] = [
  ['17 ISP switches', '131,072 combinations'],
  ['3 glasses out of 100', '10⁶ combinations'],
  ['6 glasses out of 100', '10¹² combinations'],
  ['6 glasses, one-hot', '600 binary variables'],
  ['In the product', 'no QPU is used'],
];

const literature: readonly Publication[] = [
  {
    authors: 'Kirkpatrick, Gelatt, Vecchi',
    title: 'Optimization by simulated annealing',
    source: 'Science, 1983',
  },
  {
    authors: 'Kadowaki, Nishimori',
    title: 'Quantum annealing in the transverse Ising model',
    source: 'Physical Review E, 1998',
  },
  {
    authors: 'Lucas',
    title: 'Ising formulations of many NP problems',
    source: 'Frontiers in Physics, 2014',
  },
  {
    authors: 'Farhi, Goldstone, Gutmann',
    title: 'A quantum approximate optimization algorithm',
    source: 'arXiv 1411.4028, 2014',
  },
  {
    authors: 'Rønnow, Wang, Job, Boixo, Isakov, Wecker, Martinis, Lidar, Troyer',
    title: 'Defining and detecting quantum speedup',
    source: 'Science, 2014',
  },
];

export default function QpuPage() {
  return (
    <ResearchArticle
      topic="QPU"
      title={title}
      lead="Some choices in a camera are discrete. Quantum processors are proposed for problems of that kind. We ask where the proposal holds."
      picture={{
        name: 'research-qpu',
        alt: 'Contour map of the spot size of a Double-Gauss over changes of two of its curvatures, with the published lens marked near the valley floor',
      }}
      facts={facts}
      literature={literature}
    >
      <h2>The question</h2>
      <p>
        Curvatures and spacings are numbers. Bend two surfaces of a Double-Gauss and its spot size
        forms a landscape that a program can walk down, as in the picture. A glass is a name in a
        catalogue, an element is present or absent, a module is on or off. Choices of that kind have
        no slope to follow, and their combinations multiply. A Double-Gauss has six elements: with a
        hundred glasses to choose from, that is 10¹² combinations, and each should be refocused
        before it is judged.
      </p>
      <p>
        Quantum annealers, and gate machines with algorithms such as QAOA, look for low values of
        quadratic functions of binary variables. The question is whether parts of camera design can
        be brought into that form without losing what mattered, and whether the machine then beats a
        classical program on the same problem.
      </p>
      <h2>A problem that fits</h2>
      <p>
        Axial colour of thin lenses is an example where the form is exact. With the power of each
        element and the height of the ray held, an element’s contribution is proportional to its
        power divided by the Abbe number of its glass, and the contributions add. The square of a
        sum has terms in pairs only. So with one binary variable per element and glass, 600 for the
        Double-Gauss, and a penalty that allows one glass per element, the squared residual is a
        quadratic function. The same holds for other sums over elements, as long as the rays do not
        change much when a glass does. In thick lenses they do, so the quadratic form is a
        surrogate: solve it, trace the best candidates exactly, fit again.
      </p>
      <h2>What is known</h2>
      <p>
        Kadowaki and Nishimori described quantum annealing in 1998. Lucas collected binary quadratic
        forms for many hard problems. Rønnow and colleagues defined what a quantum speedup would be,
        tested an annealer with 503 qubits on random spin problems, and found no evidence of one.
        Machines have grown since; we know of no result that shows an advantage for a problem of
        optical design.
      </p>
      <h2>What we ask of a result</h2>
      <ul>
        <li>
          The problem must be too large for exhaustion. All 131,072 settings of our 17 ISP switches
          can be tried one by one; no quantum processor is needed for those.
        </li>
        <li>
          Simulated annealing and tabu search run on the same quadratic form, for the same wall
          time, with the time for embedding and reading out counted.
        </li>
        <li>
          Success is measured after tracing, not on the surrogate: the lens must be better, not the
          energy lower.
        </li>
        <li>Several problem sizes, so that a trend can be told from a lucky constant.</li>
        <li>Everything that is needed to repeat it: the matrix, the seeds, the schedule.</li>
      </ul>
      <h2>Where this stands</h2>
      <p>
        At the beginning. The simulator supplies the exact evaluation that any such study needs: 43
        million ray-surfaces per second on one core make a retraced candidate cheap. No quantum
        processor is part of the product, and we have no result to announce. If classical search
        turns out to be sufficient, we will say so here.
      </p>
    </ResearchArticle>
  );
}
