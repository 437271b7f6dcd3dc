import type { ModelPrice } from './endpoint.ts';

export interface TokenCounts {
  readonly inputTokens: number;
  /** A part of `inputTokens`. */
  readonly cachedTokens: number;
  /** Another part of them, written into the provider's cache; left out: none. */
  readonly cacheWriteTokens?: number;
  readonly outputTokens: number;
}

/** The price of a call in integer micro-USD, rounded half up. Exact for prices of up to six decimals per million tokens. */
export function costMicroUsd(usage: TokenCounts, price: ModelPrice): number {
  const { inputTokens, cachedTokens, cacheWriteTokens = 0 } = usage;
  const total =
    BigInt(inputTokens - cachedTokens - cacheWriteTokens) * picoUsdPerToken(price.input) +
    BigInt(cachedTokens) * picoUsdPerToken(price.cachedInput ?? price.input) +
    BigInt(cacheWriteTokens) * picoUsdPerToken(price.cacheWrite ?? price.input) +
    BigInt(usage.outputTokens) * picoUsdPerToken(price.output);
  return Number((total + 500_000n) / 1_000_000n);
}

/** USD per million tokens is micro-USD per token; a millionth of that is whole for every real price list. */
export function picoUsdPerToken(usdPerMillion: number): bigint {
  return BigInt(Math.round(usdPerMillion * 1_000_000));
}
