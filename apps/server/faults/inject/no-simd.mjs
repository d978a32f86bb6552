/**
 * Preloaded into the server and its threads: WebAssembly refuses every kernel, as one without SIMD
 * does.
 */
WebAssembly.validate = () => false;
