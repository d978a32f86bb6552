import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Report } from '../../model/run/run-store.ts';
import { ColourFigures } from './colour-figures.tsx';
import { HistogramPlots } from './histogram-plots.tsx';
import { unmeasuredSensor } from './measurement-of.ts';
import { SfrFigures } from './sfr-figures.tsx';

const reportOf = (channels?: readonly string[]): Report =>
  ({ sensor: channels ? { channels } : {} }) as unknown as Report;

it('says why the pictures of a sensor are not measured, and claims nothing of scene and ISP', () => {
  expect([undefined, reportOf()].map(unmeasuredSensor)).toEqual([undefined, undefined]);
  const unmeasured = unmeasuredSensor(reportOf(['white']));
  expect(unmeasured).toBe('The pictures of Bayer sensors are measured; this one is mono.');
  expect(unmeasuredSensor(reportOf(['red', 'white']))).toMatch(
    /this one has the colours red, white/,
  );
  const drawn = [
    renderToStaticMarkup(<SfrFigures sfr={undefined} unmeasured={unmeasured} />),
    renderToStaticMarkup(<ColourFigures colour={undefined} unmeasured={unmeasured} />),
    renderToStaticMarkup(<HistogramPlots histogram={undefined} unmeasured={unmeasured} />),
  ];
  for (const markup of drawn) expect(markup).toContain(unmeasured);
  expect(drawn.join()).not.toMatch(/no edge|no colours/);
});
