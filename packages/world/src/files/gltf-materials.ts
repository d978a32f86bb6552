import type { Table } from '@lumenloom/engine/quick';
import type { Vector } from '../document/world-document.ts';
import type { FileMaterial, FileTexture } from './file-content.ts';
import { listOf, numberOr, tableOr, textOr, type GltfJson } from './gltf-json.ts';

const WRAPS: Readonly<Record<number, FileTexture['wrap'][0]>> = {
  33071: 'clamp',
  33648: 'mirror',
  10497: 'repeat',
};

const vectorOr = (value: unknown, fallback: Vector): Vector => {
  const [x, y, z] = listOf(value);
  return [numberOr(x, fallback[0]), numberOr(y, fallback[1]), numberOr(z, fallback[2])];
};

/** What glTF has where a primitive has no material. */
export const DEFAULT_MATERIAL: FileMaterial = {
  name: 'default',
  baseColour: [1, 1, 1],
  alpha: 1,
  alphaMode: 'OPAQUE',
  cutoff: 0.5,
  metallic: 1,
  roughness: 1,
  normalScale: 1,
  emissive: [0, 0, 0],
  ior: 1.5,
  specular: 1,
  specularColour: [1, 1, 1],
  transmission: 0,
  clearcoat: 0,
  clearcoatRoughness: 0,
  anisotropy: [0, 0],
  unlit: false,
};

/**
 * The materials of a file.
 *
 * @param images bytes of each image; undefined where there are none.
 */
export function gltfMaterials(
  json: GltfJson,
  images: readonly (Uint8Array | undefined)[],
): readonly FileMaterial[] {
  return json.list('materials').map((material, at) => {
    const pbr = tableOr(material['pbrMetallicRoughness']);
    const extensions = tableOr(material['extensions']);
    const extension = (key: string): Table => tableOr(extensions[`KHR_materials_${key}`]);
    const texture = (value: unknown): FileTexture | undefined => textureOf(json, images, value);
    const factor = listOf(pbr['baseColorFactor']);
    const strength = numberOr(extension('emissive_strength')['emissiveStrength'], 1);
    const [red, green, blue] = vectorOr(material['emissiveFactor'], [0, 0, 0]);
    const mode = textOr(material['alphaMode'], 'OPAQUE');
    const [specular, anisotropy] = [extension('specular'), extension('anisotropy')];
    return {
      name: textOr(material['name'], `material ${at}`),
      baseColour: vectorOr(factor, [1, 1, 1]),
      baseTexture: texture(pbr['baseColorTexture']),
      alpha: numberOr(factor[3], 1),
      alphaMode: mode === 'MASK' || mode === 'BLEND' ? mode : 'OPAQUE',
      cutoff: numberOr(material['alphaCutoff'], 0.5),
      metallic: numberOr(pbr['metallicFactor'], 1),
      roughness: numberOr(pbr['roughnessFactor'], 1),
      roughnessTexture: texture(pbr['metallicRoughnessTexture']),
      normalTexture: texture(material['normalTexture']),
      normalScale: numberOr(tableOr(material['normalTexture'])['scale'], 1),
      emissive: [red * strength, green * strength, blue * strength],
      emissiveTexture: texture(material['emissiveTexture']),
      ior: numberOr(extension('ior')['ior'], 1.5) || 1,
      specular: numberOr(specular['specularFactor'], 1),
      specularColour: vectorOr(specular['specularColorFactor'], [1, 1, 1]),
      transmission: numberOr(extension('transmission')['transmissionFactor'], 0),
      absorption: absorptionOf(extension('volume')),
      clearcoat: numberOr(extension('clearcoat')['clearcoatFactor'], 0),
      clearcoatRoughness: numberOr(extension('clearcoat')['clearcoatRoughnessFactor'], 0),
      anisotropy: [
        numberOr(anisotropy['anisotropyStrength'], 0),
        numberOr(anisotropy['anisotropyRotation'], 0),
      ],
      unlit: extensions['KHR_materials_unlit'] !== undefined,
    };
  });
}

/** -ln(colour)/distance, per metre; undefined for a wall without thickness. */
function absorptionOf(volume: Table): Vector | undefined {
  if (!(numberOr(volume['thicknessFactor'], 0) > 0)) return undefined;
  const distance = numberOr(volume['attenuationDistance'], Infinity);
  const colour = vectorOr(volume['attenuationColor'], [1, 1, 1]);
  return colour.map((part) => -Math.log(Math.max(1e-6, part)) / distance) as unknown as Vector;
}

function textureOf(
  json: GltfJson,
  images: readonly (Uint8Array | undefined)[],
  value: unknown,
): FileTexture | undefined {
  const info = tableOr(value);
  const texture = json.list('textures')[numberOr(info['index'], -1)];
  const image = numberOr(texture?.['source'], -1);
  const bytes = images[image];
  if (!bytes) return undefined;
  const sampler = tableOr(json.list('samplers')[numberOr(texture!['sampler'], -1)]);
  const transform = tableOr(tableOr(info['extensions'])['KHR_texture_transform']);
  const [du = 0, dv = 0] = listOf(transform['offset']).map((part) => numberOr(part, 0));
  const [su = 1, sv = 1] = listOf(transform['scale']).map((part) => numberOr(part, 1));
  const turn = numberOr(transform['rotation'], 0);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return {
    name: textOr(json.list('images')[image]?.['name'], `image ${image}`),
    bytes,
    wrap: [
      WRAPS[numberOr(sampler['wrapS'], 10497)] ?? 'repeat',
      WRAPS[numberOr(sampler['wrapT'], 10497)] ?? 'repeat',
    ],
    set: numberOr(transform['texCoord'], numberOr(info['texCoord'], 0)) === 1 ? 1 : 0,
    transform: [su * cos, -su * sin, sv * sin, sv * cos, du, dv],
  };
}
