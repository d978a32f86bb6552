import { describe, expect, it } from 'vitest';
import { renderFolder } from './render-folder.ts';

describe('the exposures of a folder', () => {
  it('of Isaac Sim: passes by their names, colour of high dynamic range first', () => {
    const { frames, uses } = renderFolder([
      'HdrColor_0000.exr',
      'camera_params_0000.json',
      'distance_to_image_plane_0000.npy',
      'instance_segmentation_0000.png',
      'instance_segmentation_mapping_0000.json',
      'motion_vectors_0000.npy',
      'rgb_0000.png',
      'rgb_0001.png',
      'semantic_segmentation_0000.png',
      'semantic_segmentation_labels_0000.json',
    ]);
    expect(frames).toEqual([
      {
        name: '0000',
        colour: 'HdrColor_0000.exr',
        depth: { path: 'distance_to_image_plane_0000.npy', kind: 'z' },
        identifiers: { path: 'instance_segmentation_0000.png', kind: 'instance' },
        legend: 'instance_segmentation_mapping_0000.json',
        camera: 'camera_params_0000.json',
      },
      { name: '0001', colour: 'rgb_0001.png' },
    ]);
    expect(uses.get('motion_vectors_0000.npy')).toBe('The channel Vector is not used yet.');
    expect(uses.get('rgb_0000.png')).toBe('not used: colour');
  });
  it('of CARLA: passes by their folders, one camera for all', () => {
    const { frames } = renderFolder([
      'camera.json',
      'depth/000017.png',
      'instance/000017.png',
      'rgb/000017.png',
      'rgb/000018.png',
      'semantic/000018.png',
    ]);
    expect(frames).toEqual([
      {
        name: '000017',
        colour: 'rgb/000017.png',
        depth: { path: 'depth/000017.png', kind: 'z' },
        identifiers: { path: 'instance/000017.png', kind: 'instance' },
        camera: 'camera.json',
      },
      {
        name: '000018',
        colour: 'rgb/000018.png',
        identifiers: { path: 'semantic/000018.png', kind: 'semantic' },
        camera: 'camera.json',
      },
    ]);
  });
  it('of plain pictures: every file is one, whatever its name', () => {
    const { frames } = renderFolder(['a.exr', 'a.png', 'depth_of_field.png', 'notes.txt']);
    expect(frames).toEqual([
      { name: 'a.exr', colour: 'a.exr' },
      { name: 'a.png', colour: 'a.png' },
      { name: 'depth_of_field', colour: 'depth_of_field.png' },
    ]);
  });
});
