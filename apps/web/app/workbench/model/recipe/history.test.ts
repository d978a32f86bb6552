import { describe, expect, it } from 'vitest';
import {
  historyJson,
  readHistory,
  recipeOf,
  reduceHistory,
  startedWith,
  stepsAround,
  type RecipeHistory,
} from './history.ts';
import { initialRecipe, type RecipeChange } from './recipe.ts';

/** Later than a second after the change before. */
let now = 1e12;
const change = (history: RecipeHistory, next: RecipeChange, after = 60_000): RecipeHistory =>
  reduceHistory(history, { type: 'changed', change: next, at: (now += after) });
const back = (history: RecipeHistory) => reduceHistory(history, { type: 'moved', by: -1 });
const forward = (history: RecipeHistory) => reduceHistory(history, { type: 'moved', by: 1 });
const chosen = (choice: 'scene' | 'sensor' | 'optics', label: string): RecipeChange => ({
  type: 'chosen',
  choice,
  label,
});
const readNoise = (read_noise: string): RecipeChange => ({
  type: 'parameters',
  wireKey: 'sensorParams',
  values: { ...initialRecipe.sensorParams, read_noise },
});
const camera = [chosen('scene', 'Macbeth'), chosen('sensor', 'Bayer-grbg')].reduce(
  (history, next) => change(history, next),
  startedWith(initialRecipe),
);

describe('the history of the recipe', () => {
  it('steps back and forward through the recipes, and names each step', () => {
    expect(stepsAround(startedWith(initialRecipe))).toEqual({});
    const noisy = change(camera, readNoise('2'));
    expect(stepsAround(noisy)).toEqual({ back: 'sensor read noise 0.96 → 2\u00a0mV' });
    const before = back(noisy);
    expect(recipeOf(before)).toBe(recipeOf(camera));
    expect(stepsAround(before)).toEqual({
      back: 'sensor no sensor → Bayer-grbg',
      forward: 'sensor read noise 0.96 → 2\u00a0mV',
    });
    expect(recipeOf(forward(before))).toBe(recipeOf(noisy));
    const first = back(back(before));
    expect(recipeOf(first)).toBe(initialRecipe);
    expect(back(first)).toBe(first);
    expect(forward(noisy)).toBe(noisy);
  });

  it('drops what was undone when something else is changed', () => {
    const other = change(back(camera), chosen('optics', 'Double-Gauss'));
    expect(stepsAround(other)).toEqual({ back: 'optics ideal lens → Double-Gauss' });
    expect(recipeOf(back(other))).toBe(recipeOf(back(camera)));
  });

  it('says how many fields a step has changed', () => {
    const values = { ...initialRecipe.sensorParams, read_noise: '2', prnu: '1', dsnu: '3' };
    const next = change(camera, { type: 'parameters', wireKey: 'sensorParams', values });
    expect(stepsAround(next).back).toBe('sensor read noise 0.96 → 2\u00a0mV (+2)');
  });

  it('takes New and what was opened as steps with their names', () => {
    const cleared = change(camera, { type: 'reset' });
    expect(stepsAround(cleared).back).toBe('New');
    expect(recipeOf(back(cleared))).toBe(recipeOf(camera));
    const opened = change(cleared, {
      type: 'restored',
      recipe: recipeOf(camera),
      name: 'Open “dash-cam”',
    });
    expect(stepsAround(opened).back).toBe('Open “dash-cam”');
  });

  it('makes one step of the drag of a slider, and none of one that ends where it began', () => {
    const dragged = ['1', '1.5', '2'].reduce(
      (history, value) => change(history, readNoise(value), 20),
      camera,
    );
    expect(dragged.steps).toHaveLength(camera.steps.length + 1);
    expect(stepsAround(dragged).back).toBe('sensor read noise 0.96 → 2\u00a0mV');
    expect(recipeOf(back(dragged))).toBe(recipeOf(camera));
    const returned = change(dragged, readNoise('0.96'), 20);
    expect(returned.steps).toHaveLength(camera.steps.length);
    expect(stepsAround(returned).back).toBe('sensor no sensor → Bayer-grbg');
    expect(change(dragged, readNoise('3')).steps).toHaveLength(camera.steps.length + 2);
  });

  it('has no step for a change that changes nothing', () => {
    expect(change(camera, readNoise('0.96'))).toBe(camera);
    expect(change(startedWith(initialRecipe), { type: 'reset' }).steps).toHaveLength(1);
  });

  it('keeps the last hundred', () => {
    let history = camera;
    for (let value = 1; value <= 150; value += 1) history = change(history, readNoise(`${value}`));
    expect(history.steps).toHaveLength(100);
    expect(recipeOf(history).sensorParams['read_noise']).toBe('150');
    while (stepsAround(history).back !== undefined) history = back(history);
    expect(recipeOf(history).sensorParams['read_noise']).toBe('51');
  });

  it('comes back from JSON, and begins anew where the JSON is none of ours', () => {
    const history = back(change(change(camera, readNoise('2')), { type: 'reset' }));
    const read = readHistory(JSON.parse(JSON.stringify(historyJson(history))));
    expect(read).toEqual(history);
    expect(stepsAround(read)).toEqual({
      back: 'sensor read noise 0.96 → 2\u00a0mV',
      forward: 'New',
    });
    for (const other of [
      undefined,
      null,
      { steps: [], current: 0 },
      { steps: [{ recipe: { gone: 1 } }], current: 0 },
      initialRecipe,
    ])
      expect(readHistory(other)).toEqual(startedWith(initialRecipe));
  });
});
