import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import { checkDevice } from './device-check.ts';
import {
  changesFieldOfView,
  checkFieldOfView,
  fovCheckBody,
  hasFieldOfView,
} from './field-of-view-check.ts';
import { illuminantBody, showSpectrum } from './show-spectrum.ts';

const answer = (body: string, status = 200): void =>
  void vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(body, { status })),
  );
const { signal } = new AbortController();
const lens = { ...initialRecipe, scene: 'Macbeth', optics: 'Cooke Triplet' };

async function linesOf(
  check: (log: (line: string) => void) => Promise<void>,
): Promise<readonly string[]> {
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
    expect(
      [
        initialRecipe,
        { ...initialRecipe, scene: 'Macbeth' },
        { ...initialRecipe, optics: 'Fisheye' },
        lens,
      ].map(hasFieldOfView),
    ).toEqual([false, false, false, true]);
  });

  it('follows scene, optics and scene dialogs', () => {
    const asks = (['scene', 'optics', 'illuminant', 'sensor', 'isp'] as const).map((choice) =>
      changesFieldOfView({ type: 'chosen', choice, label: 'any' }),
    );
    expect(asks).toEqual([true, true, false, false, false]);
    expect(changesFieldOfView({ type: 'parameters', wireKey: 'macbethParams', values: {} })).toBe(
      true,
    );
    expect(changesFieldOfView({ type: 'parameters', wireKey: 'sensorParams', values: {} })).toBe(
      false,
    );
  });

  it('sends the documented fields and no other', () => {
    expect(fovCheckBody(lens)).toEqual({
      selectedScene: 'Macbeth',
      sceneFile: '',
      selectedOptics: 'Cooke Triplet',
      macbethParams: lens.macbethParams,
      pointarrayParams: lens.pointarrayParams,
      gridlinesParams: lens.gridlinesParams,
      slantededgeParams: lens.slantededgeParams,
      ringsraysParams: lens.ringsraysParams,
      sceneFileParams: lens.sceneFileParams,
    });
  });

  it('logs the lines and a blank one', async () => {
    answer(
      JSON.stringify(
        [
          { type: 'log', content: 'one' },
          { type: 'other', content: 'no' },
          { type: 'log', content: 'two' },
        ].map((event) => JSON.stringify(event)),
      ),
    );
    expect(await linesOf((log) => checkFieldOfView(lens, signal, log))).toEqual(['one', 'two', '']);
  });

  it('keeps its errors to the console', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answer('{"message":"no"}', 500);
    expect(await linesOf((log) => checkFieldOfView(lens, signal, log))).toEqual([]);
    expect(error).toHaveBeenCalledOnce();
  });
});

describe('spectrum', () => {
  const open = vi.fn();
  const warn = () => vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  beforeEach(() => void vi.stubGlobal('window', { open: open.mockReset().mockReturnValue({}) }));

  it('asks with the three documented fields', () => {
    expect(illuminantBody({ ...lens, illuminant: 'D65', illuminantLuminance: 3 })).toEqual({
      illuminant: 'D65',
      illuminantLuminance: 3,
      photonValues: lens.illuminantCustomPhotons,
    });
  });

  it('opens a window of 900 x 700 with the curve', async () => {
    answer('{"wave":[400,410],"energy":[1,2]}');
    await showSpectrum({ ...lens, illuminant: 'D65' }, signal);
    expect(open).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^\/spectrum#/),
      '_blank',
      'popup,width=900,height=700',
    );
  });

  it('only warns when the window is blocked', async () => {
    const warned = warn();
    open.mockReturnValue(null);
    answer('{"wave":[400,410],"energy":[1,2]}');
    await showSpectrum(lens, signal);
    expect(warned).toHaveBeenCalledOnce();
  });

  it.each(['{}', '{"wave":[400]}', '{"energy":[1]}', 'null'])(
    'only warns when the answer is %s',
    async (body) => {
      const warned = warn();
      answer(body);
      await showSpectrum(lens, signal);
      expect(warned).toHaveBeenCalledOnce();
      expect(open).not.toHaveBeenCalled();
    },
  );

  it('keeps its errors to the console', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answer('{"message":"no"}', 500);
    await showSpectrum(lens, signal);
    expect(error).toHaveBeenCalledOnce();
    expect(open).not.toHaveBeenCalled();
  });
});
