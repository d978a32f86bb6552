import { describe, expect, it } from 'vitest';
import { palette } from './palette.ts';
import { theme } from './theme.ts';

/** Smallest contrast of normal text, WCAG 2.2 success criterion 1.4.3 (AA). */
const AA = 4.5;

/** @see WCAG 2.2, 'relative luminance'. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright! + 0.05) / (dim! + 0.05);
}

describe('text contrast', () => {
  const { workbench } = palette;
  it.each([
    ['grey on paper', palette.grey, palette.paper],
    ['grey on mist', palette.grey, palette.mist],
    ['accent on paper', palette.accent, palette.paper],
    ['accent on mist', palette.accent, palette.mist],
    ['white on accent buttons', palette.paper, palette.accent],
    ['ink on dark accent buttons', palette.ink, palette.accentOnDark],
    ['ink on dark accent buttons under the pointer', palette.ink, theme.colors!.accent![5]],
    ['accent on ink', palette.accentOnDark, palette.ink],
    ['accent on panels', palette.accentOnDark, workbench.panel],
    ['text on panels', workbench.text, workbench.panel],
    ['muted text on panels', workbench.muted, workbench.panel],
    ['muted text on the picture area', workbench.muted, workbench.picture],
    ['muted text in fields', workbench.muted, theme.colors!.dark![6]],
    ['failures on paper', palette.failure, palette.paper],
    ['failures on mist', palette.failure, palette.mist],
    ['failures on panels', palette.failureOnDark, workbench.panel],
    ['warnings on panels', palette.warningOnDark, workbench.panel],
    ['warnings on the picture area', palette.warningOnDark, workbench.picture],
  ])('%s', (_, text, surface) => expect(contrast(text, surface)).toBeGreaterThanOrEqual(AA));
});
