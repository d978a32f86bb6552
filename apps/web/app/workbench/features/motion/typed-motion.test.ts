import { readMotion } from '@lumenloom/engine/catalogue';
import { describe, expect, it } from 'vitest';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import {
  antiFlickerOf,
  flickerFields,
  flickerInWords,
  flickerOf,
  typedFlicker,
} from './typed-flicker.ts';
import { motionFields, motionInWords, motionOf, typedMotion } from './typed-motion.ts';
import { shutterFields, shutterInWords, shutterOf, typedShutter } from './typed-shutter.ts';

const keys = (fields: readonly { readonly key: string }[]) => fields.map(({ key }) => key);

describe('the motion as it is typed', () => {
  const off = typedMotion(undefined);
  it('is nothing while it is off, and while no speed is typed', () => {
    expect(motionOf(off, undefined)).toBeUndefined();
    expect(motionOf({ ...off, mode: 'image', right: ' ' }, undefined)).toBeUndefined();
    expect(motionInWords(undefined)).toBe('off');
    expect(keys(motionFields(undefined, off))).toEqual(['mode']);
  });

  it('moves the image or turns the camera, as the engine reads it', () => {
    const image = motionOf({ ...off, mode: 'image', right: '200', down: '-5.5' }, undefined);
    expect(image).toEqual({ pixelsPerSecond: [200, -5.5] });
    expect(readMotion(image).motion).toEqual({ kind: 'pixels', perSecond: [200, -5.5] });
    expect(motionInWords(image)).toBe('image 200, -5.5 px/s');
    const camera = motionOf({ ...off, mode: 'camera', roll: '90' }, { subFrames: 8 });
    expect(camera).toEqual({ degreesPerSecond: [0, 0, 90], subFrames: 8 });
    expect(motionInWords(camera)).toBe('camera 0, 0, 90 °/s');
    expect(typedMotion(camera)).toMatchObject({ mode: 'camera', roll: '90' });
  });

  it('keeps what is no number for the engine to refuse, and a path as it came', () => {
    expect(motionOf({ ...off, mode: 'image', right: 'fast' }, undefined)).toEqual({
      pixelsPerSecond: ['fast', 0],
    });
    const path = { homographies: { seconds: [0, 1], matrices: [] } };
    expect(motionOf(typedMotion(path), path)).toBe(path);
    expect(motionInWords(path)).toBe('path of 2 homographies');
    expect(motionFields(path, typedMotion(path))[0]).toMatchObject({
      options: ['off', 'image', 'camera', 'path'],
    });
  });
});

describe('the flicker as it is typed', () => {
  const off = typedFlicker(initialRecipe);
  it('is nothing while it is off', () => {
    expect([flickerOf(off), antiFlickerOf(off)]).toEqual([undefined, undefined]);
    expect(flickerInWords(off)).toBe('off');
    expect(keys(flickerFields(off))).toEqual(['kind', 'antiFlickerHertz']);
  });

  it('has a duty where a lamp is switched', () => {
    const sine = { ...off, kind: 'sine' };
    expect(flickerOf(sine)).toEqual({ kind: 'sine', hertz: 100 });
    expect(keys(flickerFields(sine))).not.toContain('duty');
    const pwm = { ...off, kind: 'pwm', hertz: '90', duty: '0.2', antiFlickerHertz: '120' };
    expect(flickerOf(pwm)).toMatchObject({ kind: 'pwm', hertz: 90, duty: 0.2 });
    expect(flickerInWords(pwm)).toBe('pwm 90 Hz, anti-flicker 120 Hz');
    const again = { flicker: flickerOf(pwm)!, antiFlickerHertz: antiFlickerOf(pwm)! };
    expect(typedFlicker(again)).toEqual(pwm);
  });

  it('offers the anti-flicker of a recipe', () => {
    const typed = typedFlicker({ antiFlickerHertz: 50 });
    expect(flickerFields(typed).at(-1)).toMatchObject({ options: ['off', '100', '120', '50'] });
    expect(antiFlickerOf(typed)).toBe(50);
  });
});

describe('the shutter as it is typed', () => {
  it('is that of the sensor unless one is chosen', () => {
    const typed = typedShutter({});
    expect(shutterOf(typed, {})).toBeUndefined();
    expect(shutterInWords(typed)).toBe('as the sensor');
    expect(keys(shutterFields(typed))).toEqual(['kind']);
  });

  it('has a time per line and a direction', () => {
    const typed = { kind: 'rolling', lineMicroseconds: '50', direction: 'up' };
    const shutter = { kind: 'rolling', lineSeconds: 5e-5, direction: 'up' };
    expect(shutterOf(typed, {})).toEqual(shutter);
    expect(shutterInWords(typed)).toBe('rolling 50 µs per line, upwards');
    expect(typedShutter({ sensorFile: { shutter } })).toEqual(typed);
    expect(shutterOf({ ...typed, lineMicroseconds: 'x' }, {})).toMatchObject({ lineSeconds: 'x' });
  });

  it('keeps what no field shows; the parasitic light belongs to a global one', () => {
    const sensorFile = {
      shutter: {
        kind: 'global',
        lineSeconds: 1e-5,
        linesTogether: 2,
        parasiticLightSensitivity: 0.1,
      },
    };
    const typed = typedShutter({ sensorFile });
    expect(shutterOf(typed, { sensorFile })).toEqual(sensorFile.shutter);
    expect(shutterOf({ ...typed, kind: 'globalReset' }, { sensorFile })).toEqual({
      kind: 'globalReset',
      lineSeconds: 1e-5,
      linesTogether: 2,
    });
    expect(shutterInWords({ ...typed, kind: 'globalReset' })).toBe('global reset 10 µs per line');
  });
});
