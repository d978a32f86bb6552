import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { readLensStudy } from '../../src/lens-design/lens-study.ts';
import { lensProblem, startValues, residualsAt, raysAt, squaredMerit, gradientOfSquare } from '../../src/lens-design/lens-problem.ts';
import { fieldSizes } from '../../src/lens-design/merit.ts';
import { leastSquares } from '../../src/lens-design/least-squares.ts';
const golden = JSON.parse(readFileSync(new URL('lens.json', import.meta.url), 'utf8'));
it('try', () => {
  for (const c of golden.cases) {
    const study = readLensStudy(c.document);
    const problem = lensProblem(study, study.vary);
    const start = startValues(problem);
    const r = residualsAt(problem, start, true)!;
    const rays = raysAt(problem, start);
    const sizes = fieldSizes(rays, study);
    const g = gradientOfSquare(r);
    const gg = Object.values(c.start.gradientOfMeritSquared) as number[];
    console.log(c.document.name, Math.sqrt(squaredMerit(r))/c.start.merit-1, sizes.rmsSpotMm.map((v,i)=>v/c.start.rmsSpotMm[i]-1), sizes.wavefrontRmsWaves.map((v,i)=>v/c.start.wavefrontRmsWaves[i]-1), sizes.refocusMm/c.start.refocusMm-1, rays.paraxial.entrancePupilMm.value-c.start.entrancePupilZMm, 'grad', Math.max(...gg.map((v,i)=>Math.abs(v-g[i]!)/Math.max(...gg.map(Math.abs)))),  gg.map((v,i)=>g[i]!/v-1).join(' '));
    const t = performance.now();
    const best = leastSquares({ start, from: study.vary.map(v=>v.from), to: study.vary.map(v=>v.to), residuals: (v, s) => residualsAt(problem, v, s) }, 300);
    console.log('   ', best.merit, c.optimum.after, c.optimum.peerAfter, best.trail.length, best.stopped, performance.now()-t, 'ms', best.trail.findIndex(p=>p.merit<c.optimum.after*1.01), 'of', c.optimum.iterationsTo1Percent);
  }
});
