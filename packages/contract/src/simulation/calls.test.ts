import { describe, expect, it } from 'vitest';
import { toFovCheck } from './fov-check.ts';
import { toIlluminantQuery } from './get-illuminant.ts';
import { toStopRequest } from './stop.ts';

describe('toFovCheck', () => {
  it('reads the chosen scene only', () => {
    expect(
      toFovCheck({
        selectedScene: 'Point Array',
        sceneFile: '',
        pointarrayParams: { hfov: '90' },
        macbethParams: { hfov: 'abc' },
      }),
    ).toMatchObject({
      ok: true,
      value: { scene: { id: 'pointArray', parameters: { hfov: Math.PI / 2 } } },
    });
  });

  it('is content without a scene', () => {
    expect(toFovCheck({})).toEqual({
      ok: true,
      value: {
        scene: undefined,
        optics: undefined,
        // The sensor that the workbench opens with.
        grid: { rows: 450, columns: 650, pitch: 2.2e-6 },
        notes: [],
      },
    });
  });

  it('names what is wrong', () => {
    expect(toFovCheck({ selectedScene: 'Moon' })).toMatchObject({
      ok: false,
      problems: [{ field: 'selectedScene' }],
    });
    expect(toFovCheck({ selectedScene: 'Macbeth', macbethParams: { hfov: 0 } })).toMatchObject({
      ok: false,
      problems: [{ field: 'macbethParams.hfov' }],
    });
    expect(toFovCheck(7)).toMatchObject({ ok: false, problems: [{ field: '' }] });
  });
});

describe('toIlluminantQuery', () => {
  it('reads a light and its luminance', () => {
    expect(toIlluminantQuery({ illuminant: 'D50', illuminantLuminance: '30' })).toMatchObject({
      ok: true,
      value: { illuminant: { label: 'D50' }, luminance: 30 },
    });
    expect(toIlluminantQuery({ illuminant: 'D50', illuminantLuminance: '' })).toMatchObject({
      ok: true,
      value: { luminance: undefined },
    });
  });

  it('names what is wrong', () => {
    expect(toIlluminantQuery({})).toMatchObject({ ok: false, problems: [{ field: 'illuminant' }] });
    expect(
      toIlluminantQuery({
        illuminant: 'Custom',
        photonValues: Array.from({ length: 31 }, () => 0),
      }),
    ).toMatchObject({ ok: false, problems: [{ field: 'photonValues' }] });
    expect(toIlluminantQuery({ illuminant: 'Custom', photonValues: [1] })).toMatchObject({
      ok: false,
      problems: [{ field: 'photonValues' }],
    });
    expect(toIlluminantQuery('D65')).toMatchObject({ ok: false, problems: [{ field: '' }] });
  });
});

describe('toStopRequest', () => {
  it('means everything without a run', () => {
    for (const body of [undefined, null, {}, { runId: null }])
      expect(toStopRequest(body)).toEqual({ ok: true, value: { runId: undefined } });
    expect(toStopRequest({ runId: 'a' })).toEqual({ ok: true, value: { runId: 'a' } });
    expect(toStopRequest({ runId: 7 })).toMatchObject({
      ok: false,
      problems: [{ field: 'runId' }],
    });
    expect(toStopRequest([])).toMatchObject({ ok: false, problems: [{ field: '' }] });
  });
});
