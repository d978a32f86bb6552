import { expect, test } from 'vitest';
import { axisOver, domainOf, scaleOf, ticksOf, type Axis } from './axis.ts';
import { escape, svgText } from './drawn.ts';
import { plot, type Plot } from './plot.ts';

const labels = (axis: Axis): string[] => scaleOf(axis, [0, 1]).ticks.map(({ label }) => label);

test.each([
  [0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [0.13, 0.31, 5, [0.15, 0.2, 0.25, 0.3]],
  [-5, 995, 5, [0, 200, 400, 600, 800]],
  [7, 7, 5, [7]],
])('round numbers from %d to %d', (low, high, count, ticks) => {
  expect(ticksOf(low, high, count)).toEqual(ticks);
});

test('an axis reaches over its values; free space does not reach beyond what it includes', () => {
  expect(domainOf([4, -1])).toEqual([-1, 4]);
  expect(domainOf([2, 10], { including: 0, padding: 0.1 })).toEqual([0, 11]);
  expect(domainOf([0, 50], { mostDecades: 6 })).toEqual([0, 50]);
  expect(domainOf([0.3, 9.7], { isNice: true })).toEqual([0, 10]);
  expect(domainOf([])).toEqual([0, 1]);
  expect(domainOf([0, 0])).toEqual([0, 1]);
  expect(domainOf([0], { including: 0, isNice: true })).toEqual([0, 1]);
  expect(axisOver([])).toEqual({ domain: [0, 1], ticks: [] });
  expect(axisOver([0, 0]).ticks).toEqual([{ value: 0, label: '0' }]);
  expect(axisOver([23.371, 23.371]).ticks).toEqual([{ value: 23.371, label: '23.37' }]);
  expect(axisOver([1, 2])).toEqual({ domain: [1, 2] });
  const [low, high] = domainOf([3, 3]);
  expect([low < 3, high > 3]).toEqual([true, true]);
});

test('a logarithmic axis leaves out what is not positive or too small', () => {
  const [low, high] = domainOf([0, -2, 1e-9, 1, 100], { isLog: true, mostDecades: 6 });
  expect([low, high].map((end) => Number(end.toPrecision(6)))).toEqual([1e-4, 100]);
});

test('numbers of an axis have equal decimals, long ones groups, very large and small ones powers', () => {
  expect(labels({ domain: [0, 1] })).toEqual(['0.0', '0.2', '0.4', '0.6', '0.8', '1.0']);
  expect(labels({ domain: [0, 0.5] })).toEqual(['0.0', '0.1', '0.2', '0.3', '0.4', '0.5']);
  expect(labels({ domain: [-20, 20], ticks: 4 })).toEqual(['−20', '−10', '0', '10', '20']);
  expect(labels({ domain: [0, 4000] })).toEqual(['0', '1000', '2000', '3000', '4000']);
  expect(labels({ domain: [0, 40_000], ticks: 4 })[1]).toBe('10\u202f000');
  expect(labels({ domain: [0, 4e6], ticks: 4 })).toEqual(['0', '10⁶', '2·10⁶', '3·10⁶', '4·10⁶']);
  expect(labels({ domain: [0, 4e-4], ticks: 4 })[1]).toBe('10⁻⁴');
  expect(labels({ domain: [1, 20], isLog: true })).toEqual(['1', '2', '5', '10', '20']);
  expect(labels({ domain: [0.01, 1e5], isLog: true })).toEqual([
    ...['0.01', '0.1', '1', '10', '100', '1000', '10\u202f000', '100\u202f000'],
  ]);
  expect(labels({ domain: [21, 48], isLog: true })).toEqual(['25', '30', '35', '40', '45']);
});

test('values lie where the axis says, between its places', () => {
  const { at } = scaleOf({ domain: [1, 100], isLog: true }, [0, 50]);
  expect([1, 10, 100].map(at)).toEqual([0, 25, 50]);
});

const content: Plot = {
  description: 'Noise < "signal"',
  width: 200,
  height: 100,
  x: { domain: [0, 10], title: 'lux' },
  y: { domain: [0, 1] },
  series: [
    {
      name: 'a',
      colour: 'red',
      points: [
        [0, 0],
        [10, 1],
        [20, 9],
      ],
    },
  ],
  look: { text: 'grey', title: 'black', grid: 'silver', axis: 'grey' },
};

test('a plot is an accessible SVG; what comes from people is escaped', () => {
  const text = svgText(plot(content));
  expect(text).toContain('role="img" aria-label="Noise &lt; &quot;signal&quot;"');
  expect(text).toContain('>lux</text>');
  expect(escape(`<a href='x'>&`)).toBe('&lt;a href=&#39;x&#39;&gt;&amp;');
});

test('lines and names stay inside the plot', () => {
  for (const names of ['row', 'row at the end', 'beside', 'at the ends'] as const)
    for (const tension of [0, 0.3]) {
      const { children } = plot({
        ...content,
        series: [{ ...content.series![0]!, tension }],
        names,
      });
      const shape = children.find(
        (child) => typeof child !== 'string' && child.attributes['stroke'] === 'red',
      )!;
      if (typeof shape === 'string') throw new Error('no line');
      const places = String(shape.attributes['points'] ?? shape.attributes['d'])
        .split(/[MCHV ,]+/)
        .filter((part) => part !== '')
        .map(Number);
      expect(places.length).toBeGreaterThanOrEqual(4);
      for (const [index, place] of places.entries()) {
        expect(place).toBeGreaterThanOrEqual(0);
        if (index % 2 === 1) expect(place).toBeLessThanOrEqual(100);
      }
      expect(svgText(plot({ ...content, names }))).toContain('>a</text>');
    }
});
