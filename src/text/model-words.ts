interface Asked {
  readonly model: string | null;
  readonly answeredBy?: string | undefined;
  readonly price?: string | undefined;
}

/** The model that was asked, and the one that answered where the provider names it otherwise. Null where no model was asked. */
export function modelWords({ model, answeredBy }: Asked): string | null {
  if (model === null || answeredBy === undefined) return model;
  return model === answeredBy || model.endsWith(`/${answeredBy}`) ? model : `${model} (${answeredBy} answered)`;
}

/** By whose price a cost was computed, behind the cost; nothing where it is the price of the model that was asked. */
export function priceWords({ model, price }: Asked): string {
  if (price === undefined || price === model) return '';
  return price === 'provider' ? ' (named by the provider)' : ` (price of ${price})`;
}
