import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OtherFigures, figureInOneLine } from './other-figures.tsx';

const point = { fieldDegrees: 9, heightMm: 1.3, measuredPercent: -1.26, lensPercent: -1.32 };
const measured = { name: 'distortion', points: [point] } as const;
const refused = { name: 'distortion', problem: 'No line was found.' } as const;

const html = (content: ReactNode): string =>
  renderToStaticMarkup(<MantineProvider>{content}</MantineProvider>);

test('a measurement without a view with plots is a table, or the sentence of its refusal', () => {
  const table = html(<OtherFigures label="Distortion" measurement={measured} />);
  expect(table).toContain('>Distortion, %<');
  expect(table.replaceAll(/<[^>]+>/g, ' ')).toMatch(/ \u22121\.26 +\u22121\.32 +\+0\.0600 /);
  expect(html(<OtherFigures label="Distortion" measurement={refused} />)).toContain(
    '<p>No line was found.</p>',
  );
});

test('its heading has the main figure', () => {
  expect(figureInOneLine(measured)).toBe('\u22121.26 %');
  expect(figureInOneLine(refused)).toBe('no figure');
});
