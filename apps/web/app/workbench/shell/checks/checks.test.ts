import { pageMessages } from '@lumenloom/contract';
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
  const popup = { location: { replace: vi.fn() }, close: vi.fn() };
  const warn = () => vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  beforeEach(() => {
    for (const mock of [popup.close, popup.location.replace]) mock.mockReset();
    vi.stubGlobal('window', { open: open.mockReset().mockReturnValue(popup) });
  });

  it('asks with the three documented fields', () => {
    expect(illuminantBody({ ...lens, illuminant: 'D65', illuminantLuminance: 3 })).toEqual({
      illuminant: 'D65',
      illuminantLuminance: 3,
      photonValues: lens.illuminantCustomPhotons,
    });
  });

  it('opens a window of 900 x 700 before the answer, and fills it with the curve', async () => {
    answer('{"wave":[400,410],"energy":[1,2]}');
    const reason = showSpectrum({ ...lens, illuminant: 'D65' }, signal);
    expect(open).toHaveBeenCalledExactlyOnceWith('', '_blank', 'popup,width=900,height=700');
    expect(popup.location.replace).not.toHaveBeenCalled();
    expect(await reason).toBe('');
    expect(popup.location.replace).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^\/spectrum#/),
    );
  });

  it('only warns when the window is blocked, and asks nothing', async () => {
    const warned = warn();
    open.mockReturnValue(null);
    answer('{"wave":[400,410],"energy":[1,2]}');
    expect(await showSpectrum(lens, signal)).toBe(pageMessages.spectrumBlocked);
    expect(warned).toHaveBeenCalledOnce();
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each(['{}', '{"wave":[400]}', '{"energy":[1]}', 'null'])(
    'only warns when the answer is %s, and closes the window',
    async (body) => {
      const warned = warn();
      answer(body);
      expect(await showSpectrum(lens, signal)).toBe(pageMessages.noSpectrum);
      expect(warned).toHaveBeenCalledOnce();
      expect(popup.close).toHaveBeenCalledOnce();
    },
  );

  it('keeps its errors to the console, and closes the window', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answer('{"message":"no"}', 500);
    expect(await showSpectrum(lens, signal)).toBe('no');
    expect(error).toHaveBeenCalledOnce();
    expect(popup.close).toHaveBeenCalledOnce();
  });

  it('closes the window of a press that another one has replaced', async () => {
    answer('{"wave":[400,410],"energy":[1,2]}');
    expect(await showSpectrum(lens, AbortSignal.abort())).toBe('');
    expect(popup.close).toHaveBeenCalledOnce();
  });
});
