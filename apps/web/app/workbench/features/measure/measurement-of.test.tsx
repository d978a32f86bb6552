import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Report } from '../../model/run/run-store.ts';
import { ColourFigures } from './colour-figures.tsx';
import { unmeasuredSensor } from './measurement-of.ts';

const reportOf = (channels?: readonly string[]): Report =>
  ({ sensor: channels ? { channels } : {} }) as unknown as Report;

it('says why the colours of a sensor are not measured, and claims nothing of scene and ISP', () => {
  expect([undefined, reportOf()].map(unmeasuredSensor)).toEqual([undefined, undefined]);
  const unmeasured = unmeasuredSensor(reportOf(['white']));
  expect(unmeasured).toBe('The colours of Bayer sensors are measured; this one is mono.');
  expect(unmeasuredSensor(reportOf(['red', 'white']))).toMatch(
    /this one has the colours red, white/,
  );
  const drawn = [
    renderToStaticMarkup(<ColourFigures colour={undefined} unmeasured={unmeasured} />),
  ];
  for (const markup of drawn) expect(markup).toContain(unmeasured);
  expect(drawn.join()).not.toMatch(/no edge|no colours/);
});
