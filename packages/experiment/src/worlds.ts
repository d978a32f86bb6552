export {
  isPackedWorld,
  unpackWorld,
  type PackedWorld,
  type UnpackedWorld,
} from './worlds/unpack-world.ts';
