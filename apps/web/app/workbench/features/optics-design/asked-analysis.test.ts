import { afterEach, expect, it, vi } from 'vitest';
import { benchForTests } from '../../shell/bench/bench-for-tests.ts';
import { contribute } from './contributions.tsx';

afterEach(() => vi.unstubAllGlobals());

it('shows the analysis that another part of the page asks for, once', () => {
  const setItem = vi.fn();
  for (const storage of ['localStorage', 'sessionStorage'])
    vi.stubGlobal(storage, { getItem: () => null, setItem });
  const { bench, place, end } = benchForTests();
  contribute(bench);
  bench.show({ workspace: 'optics-design', section: 'fieldCurvature' });
  expect(place.current().section).toBeUndefined();
  expect(setItem.mock.calls).toContainEqual([
    'lensAnalyses',
    expect.stringMatching(/^fieldCurvature /),
  ]);
  end();
});
