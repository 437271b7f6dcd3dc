import type { ModelPrice } from './endpoint.ts';

export interface TokenCounts {
  readonly inputTokens: number;
  /** A part of `inputTokens`. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

/** The price of a call in integer micro-USD, rounded half up. Exact for prices of up to six decimals per million tokens. */
export function costMicroUsd(usage: TokenCounts, price: ModelPrice): number {
  const total =
    BigInt(usage.inputTokens - usage.cachedTokens) * picoUsdPerToken(price.input) +
    BigInt(usage.cachedTokens) * picoUsdPerToken(price.cachedInput ?? price.input) +
    BigInt(usage.outputTokens) * picoUsdPerToken(price.output);
  return Number((total + 500_000n) / 1_000_000n);
}

/** USD per million tokens is micro-USD per token; a millionth of that is whole for every real price list. */
function picoUsdPerToken(usdPerMillion: number): bigint {
  return BigInt(Math.round(usdPerMillion * 1_000_000));
}
