import { afterEach, describe, expect, it, vi } from 'vitest';
import { initialRecipe } from '../recipe/recipe.ts';
import { checkDevice } from './device-check.ts';
import { checkFieldOfView, fovCheckBody, hasFieldOfView } from './field-of-view-check.ts';

const answer = (body: string, status = 200): void => void vi.stubGlobal('fetch', vi.fn(async () => new Response(body, { status })));
const { signal } = new AbortController();
const lens = { ...initialRecipe, scene: 'Macbeth', optics: 'Cooke Triplet' };

async function linesOf(check: (log: (line: string) => void) => Promise<void>): Promise<readonly string[]> {
  const lines: string[] = [];
  await check((line) => lines.push(line));
  return lines;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('device check', () => {
  it.each([
    ['{"device":"cuda"}', 200, 'Using GPU for calculation'],
    ['{"device":"cpu"}', 200, 'Using CPU for calculation'],
    ['{"device":"abacus"}', 200, 'Compute resource not available'],
    ['{"message":"no"}', 503, 'Compute resource not available'],
    ['<html>', 200, 'Compute resource not available'],
  ])('%s with status %d', async (body, status, line) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answer(body, status);
    expect(await linesOf((log) => checkDevice(signal, log))).toEqual([line]);
  });

  it('says nothing when it was aborted', async () => {
    answer('{"device":"cpu"}');
    expect(await linesOf((log) => checkDevice(AbortSignal.abort(), log))).toEqual([]);
  });
});

describe('field-of-view check', () => {
  it('has something to do only with scene and optics', () => {
    expect([initialRecipe, { ...initialRecipe, scene: 'Macbeth' }, { ...initialRecipe, optics: 'Fisheye' }, lens].map(hasFieldOfView)).toEqual([false, false, false, true]);
  });

  it('sends the documented fields and no other', () => {
    expect(fovCheckBody(lens)).toEqual({
      selectedScene: 'Macbeth', sceneFile: '', selectedOptics: 'Cooke Triplet',
      macbethParams: lens.macbethParams, pointarrayParams: lens.pointarrayParams, gridlinesParams: lens.gridlinesParams,
      slantededgeParams: lens.slantededgeParams, ringsraysParams: lens.ringsraysParams, sceneFileParams: lens.sceneFileParams,
    });
  });

  it('logs the lines and a blank one', async () => {
    answer(JSON.stringify([{ type: 'log', content: 'one' }, { type: 'other', content: 'no' }, { type: 'log', content: 'two' }].map((event) => JSON.stringify(event))));
    expect(await linesOf((log) => checkFieldOfView(lens, signal, log))).toEqual(['one', 'two', '']);
  });

  it('keeps its errors to the console', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answer('{"message":"no"}', 500);
    expect(await linesOf((log) => checkFieldOfView(lens, signal, log))).toEqual([]);
    expect(error).toHaveBeenCalledOnce();
  });
});
