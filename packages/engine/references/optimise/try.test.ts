import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { readLensStudy } from '../../src/lens-design/lens-study.ts';
import { optimiseLens } from '../../src/lens-design/optimise-lens.ts';
import { loadGlassCatalogue } from '../../src/optics/glass/glass-catalogue.ts';
import { testHost } from '../../laws/test-host.ts';
const golden = JSON.parse(readFileSync(new URL('glass.json', import.meta.url), 'utf8'));
const lenses = JSON.parse(readFileSync(new URL('lens.json', import.meta.url), 'utf8'));
it('try', async () => {
  const catalogue = await loadGlassCatalogue();
  for (const only of [undefined]) {
  const study = readLensStudy(golden.document, catalogue);
  let t = performance.now();
  const r = await optimiseLens(study, 200, testHost(), { stopped: () => false });
  console.log(performance.now() - t, 'ms', r.best, r.exchanges!.length);
  for (const e of r.exchanges!) console.log(JSON.stringify(e.values), e.merit, golden.pairs.find(p=>p.crown===e.values['lens.surfaces[0].glass']&&p.flint===e.values['lens.surfaces[1].glass']).merit);
  }
  const maker = structuredClone(golden.document); maker.vary[4].values = {maker:'SCHOTT', nearest: 6}; maker.vary[5].values = {maker:'SCHOTT', nearest: 6};
  let t = performance.now();
  const r = await optimiseLens(readLensStudy(maker, catalogue), 200, testHost(), { stopped: () => false });
  console.log(performance.now() - t, 'ms', r.best, r.exchanges!.length);
  const triplet = structuredClone(lenses.cases[3].document);
  triplet.algorithm = {name:'multi-start', starts: 40};
  for (const v of triplet.vary) if (v.path.endsWith('curvature')) Object.assign(v, {from:-.07,to:.07}); else Object.assign(v,{from:1,to:60});
  let t2 = performance.now();
  const m = await optimiseLens(readLensStudy(triplet), 120, testHost(), { stopped: () => false });
  console.log(performance.now() - t2, 'ms', m.opened, m.lenses!.map(l=>l.merit), m.stopped);
  console.log(JSON.stringify(m.bestLens));
});
