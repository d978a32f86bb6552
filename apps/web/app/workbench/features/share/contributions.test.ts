import type { WorkbenchFeature } from '@lumenloom/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import { initialRun } from '../../model/run/run-store.ts';
import { choiceLists } from '../../model/choice-lists.ts';
import { readFragment } from '../../model/permalink.ts';
import { constant } from '../../model/store.ts';
import type { ActionBody } from '../../shell/actions/action.ts';
import { contribute } from './contributions.ts';

afterEach(() => vi.unstubAllGlobals());

describe('Share, switched on', () => {
  const alert = vi.fn();
  const writeText = vi.fn<(link: string) => Promise<void>>();
  const inputs = { ...initialRecipe, scene: 'Macbeth' };
  const shared = (
    image: string | undefined,
    switches: readonly WorkbenchFeature[] = ['share'],
  ): ActionBody =>
    contribute({ run: constant({ ...initialRun, image, inputs }), switches: constant(switches) })
      .actions!.Share!;
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 2) });
    vi.stubGlobal('window', { alert: alert.mockReset() });
    vi.stubGlobal('navigator', { clipboard: { writeText: writeText.mockReset() } });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('needs a picture', async () => {
    const share = shared(undefined);
    expect(share.now.current().reason).toBeUndefined();
    await share.perform();
    expect(alert).toHaveBeenCalledExactlyOnceWith('No simulation result available.');
  });

  it('copies a link to the picture and its inputs, which ends after a minute', async () => {
    const create = vi.spyOn(URL, 'createObjectURL');
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    await shared('data:,1').perform();
    const link = create.mock.results[0]!.value as string;
    expect(JSON.parse(await (create.mock.calls[0]![0] as Blob).text())).toEqual({
      image: 'data:,1',
      inputs,
      timestamp: '2026-01-02T00:00:00.000Z',
    });
    expect(writeText).toHaveBeenCalledExactlyOnceWith(link);
    expect(alert).toHaveBeenCalledExactlyOnceWith(
      `Sharable link is copied to the clipboard!\n${link}`,
    );
    vi.advanceTimersByTime(59_999);
    expect(revoke).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(revoke).toHaveBeenCalledExactlyOnceWith(link);
  });

  it('beside links to recipes, copies one of those: to the recipe of the picture', async () => {
    vi.stubGlobal('location', { origin: 'https://site.example' });
    await shared('data:,1', ['share', 'save']).perform();
    const [[link]] = writeText.mock.calls as [[string]];
    const { hash, pathname } = new URL(link);
    expect(pathname).toBe('/simulate');
    expect(await readFragment(hash, choiceLists([]))).toMatchObject({ recipe: inputs });
    expect(alert.mock.calls).toEqual([[`Sharable link is copied to the clipboard!\n${link}`]]);
  });

  it('says when it fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    writeText.mockRejectedValue(new Error('denied'));
    await shared('data:,1').perform();
    expect(alert).toHaveBeenCalledExactlyOnceWith('Failed to create share link');
  });
});
