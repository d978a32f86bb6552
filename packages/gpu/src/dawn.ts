/**
 * What Dawn, the WebGPU of Node, is created with. The memory of a workgroup is set to zero by a
 * loop in the shader, as WGSL asks: where Dawn leaves this to the driver, SwiftShader compiles a
 * store for each of its numbers, and a first small picture takes more than twice as long.
 */
export const DAWN_OPTIONS: readonly string[] = [
  'disable-dawn-features=use_vulkan_zero_initialize_workgroup_memory_extension',
];
