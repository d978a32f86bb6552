import type { StrayFacts } from '../../optics/stray/stray-facts.ts';
import { percentFigure } from '../../text/figure.ts';

/**
 * The stray light of a lens in a line: 'veiling glare 1.9 %; ghosts 0.53 % of the light'; no lines
 * for others.
 */
export function strayLines(facts: StrayFacts | undefined): string[] {
  if (!facts) return [];
  const { scatterPercent, veilingGlarePercent, ghostPercent } = facts;
  const parts = [
    ...(scatterPercent > 0 ? [`veiling glare ${percentFigure(veilingGlarePercent)}`] : []),
    ...(ghostPercent > 0 ? [`ghosts ${percentFigure(ghostPercent)} of the light`] : []),
  ];
  return parts.length > 0 ? [parts.join('; ')] : [];
}
