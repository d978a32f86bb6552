/** Integers of more than 32 bits, which WGSL does not have: words from the lowest on. */
export const WIDE_INTEGERS_WGSL = /* wgsl */ `
/** Low and high word of a product. */
fn product(a: u32, b: u32) -> vec2u {
  let low = (a & 0xffffu) * (b & 0xffffu);
  let middle = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
  let carry = (a & 0xffffu) * (b >> 16u) + (middle & 0xffffu);
  return vec2u(a * b, (a >> 16u) * (b >> 16u) + (middle >> 16u) + (carry >> 16u));
}

/** Three words of a product of two words and one. */
fn longProduct(a: vec2u, b: u32) -> vec3u {
  let low = product(a.x, b);
  let high = product(a.y, b);
  let middle = low.y + high.x;
  return vec3u(low.x, middle, high.y + select(0u, 1u, middle < low.y));
}
`;
