const RADIUS = 49;
/** Share of the distance between threads that a thread fills. */
const FILL = 0.66;

const round = (value: number): number => Math.round(value * 100) / 100;

/**
 * The vertical threads of the mark in a 100 x 100 box, cut to a circle. Where a thread passes under
 * the weft it is interrupted, in turn with its neighbours; a mark of few threads is too small for
 * that and stays whole.
 *
 * @returns one SVG path per thread, from left to right.
 */
export function threadPaths(count: number): readonly string[] {
  const pitch = (2 * RADIUS) / count;
  const isWoven = count > 15;
  return Array.from({ length: count }, (_, index) => {
    const centre = 50 - RADIUS + (index + 0.5) * pitch;
    const left = round(centre - (FILL * pitch) / 2);
    const right = round(centre + (FILL * pitch) / 2);
    const half = Math.sqrt(RADIUS ** 2 - (centre - 50) ** 2);
    const pieces: string[] = [];
    const piece = (top: number, bottom: number) =>
      pieces.push(`M${left} ${round(top)}H${right}V${round(bottom)}H${left}Z`);
    let top = 50 - half;
    if (isWoven) {
      const period = 4 * pitch;
      const shift = index % 2 === 0 ? 0 : period / 2;
      for (let cut = 50 - 8 * period + shift; cut < 50 + half; cut += period) {
        // Threads are not interrupted at the rim, so that the mark keeps its outline.
        if (cut < 50 - half + 1.5 * pitch || cut > 50 + half - 1.5 * pitch) continue;
        piece(top, cut - pitch * 0.35);
        top = cut + pitch * 0.35;
      }
    }
    piece(top, 50 + half);
    return pieces.join('');
  });
}
