import { readMotion } from '@lumenloom/engine/catalogue';
import { describe, expect, it } from 'vitest';
import { initialRecipe, type Recipe } from '../../model/recipe/recipe.ts';
import { FLICKER_PART } from './typed-flicker.ts';
import { motionPart } from './typed-motion.ts';
import { SHUTTER_PART } from './typed-shutter.ts';

const keys = (fields: readonly { readonly key: string }[]) => fields.map(({ key }) => key);

describe('the motion as it is typed', () => {
  const { read, write, words } = motionPart();
  const moving = (motion: unknown) =>
    ({ ...initialRecipe, ...(motion !== undefined && { motion }) }) as Recipe;
  const typedMotion = (motion: unknown) => read(moving(motion));
  const motionOf = (typed: typeof off, held: unknown) =>
    write(typed, moving(held))['motion'] as Recipe['motion'];
  const motionInWords = (motion: unknown) => words(typedMotion(motion), moving(motion));
  const motionFields = (motion: unknown, typed: typeof off, isOffered = false) =>
    motionPart(isOffered).fields(typed, moving(motion));
  const off = read(initialRecipe);
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

  it('moves the object in its plane, in mm, where that is offered', () => {
    const object = motionOf(
      { ...off, mode: 'object', right: '120', down: '0' },
      { millimetresPerSecond: [1, 0], atMetres: 8 },
    );
    expect(object).toEqual({ millimetresPerSecond: [120, 0], atMetres: 8 });
    expect(typedMotion(object)).toMatchObject({ mode: 'object', right: '120', down: '0' });
    expect(motionInWords(object)).toBe('object 120, 0 mm/s');
    const optionsOf = (held: typeof object, isOffered: boolean) => {
      const [mode] = motionFields(held, off, isOffered);
      return mode?.kind === 'choice' ? mode.options : [];
    };
    expect(optionsOf(undefined, false)).not.toContain('object');
    expect(optionsOf(undefined, true)).toContain('object');
    expect(optionsOf(object, false)).toContain('object');
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
  const { read, words } = FLICKER_PART;
  const flickerFields = (typed: typeof off) => FLICKER_PART.fields(typed, initialRecipe);
  const write = (typed: typeof off) => FLICKER_PART.write(typed, initialRecipe);
  const off = read(initialRecipe);
  it('is nothing while it is off', () => {
    expect(write(off)).toEqual({ flicker: undefined, antiFlickerHertz: undefined });
    expect(words(off, initialRecipe)).toBe('off');
    expect(keys(flickerFields(off))).toEqual(['kind', 'antiFlickerHertz']);
  });

  it('has a duty where a lamp is switched', () => {
    const sine = { ...off, kind: 'sine' };
    expect(write(sine)['flicker']).toEqual({ kind: 'sine', hertz: 100 });
    expect(keys(flickerFields(sine))).not.toContain('duty');
    const pwm = { ...off, kind: 'pwm', hertz: '90', duty: '0.2', antiFlickerHertz: '120' };
    expect(write(pwm)['flicker']).toMatchObject({ kind: 'pwm', hertz: 90, duty: 0.2 });
    expect(words(pwm, initialRecipe)).toBe('pwm 90 Hz, anti-flicker 120 Hz');
    expect(read({ ...initialRecipe, ...write(pwm) })).toEqual(pwm);
  });

  it('offers the anti-flicker of a recipe', () => {
    const typed = read({ ...initialRecipe, antiFlickerHertz: 50 });
    expect(flickerFields(typed).at(-1)).toMatchObject({ options: ['off', '100', '120', '50'] });
    expect(write(typed)['antiFlickerHertz']).toBe(50);
  });
});

describe('the shutter as it is typed', () => {
  const { read, words } = SHUTTER_PART;
  const having = (parts: Partial<Recipe>): Recipe => ({ ...initialRecipe, ...parts });
  const typedShutter = (parts: Partial<Recipe>) => read(having(parts));
  const shutterOf = (typed: ReturnType<typeof read>, parts: Partial<Recipe>) =>
    SHUTTER_PART.write(typed, having(parts))['shutter'];
  const shutterInWords = (typed: ReturnType<typeof read>) => words(typed, initialRecipe);
  const shutterFields = (typed: ReturnType<typeof read>) =>
    SHUTTER_PART.fields(typed, initialRecipe);

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
