/**
 * Options of Dawn, the WebGPU of Node. WGSL asks that the memory of a workgroup begins with zeros;
 * with these a loop in the shader writes them. By default Dawn leaves that to the driver:
 * SwiftShader compiles a store for each number, and a first small picture takes more than twice as
 * long.
 */
export const DAWN_OPTIONS: readonly string[] = [
  'disable-dawn-features=use_vulkan_zero_initialize_workgroup_memory_extension',
];
