interface Asked {
  readonly model: string | null;
  readonly route?: { readonly entry: string } | undefined;
  readonly answeredBy?: string | undefined;
  readonly price?: string | undefined;
}

/**
 * The model that was asked; of a route, with the entry that answered; with the name that the provider gave where that is another one. Null where
 * no model was asked.
 */
export function modelWords({ model, route, answeredBy }: Asked): string | null {
  if (model === null) return model;
  const called = route?.entry ?? model;
  const asked = route ? `${model} → ${called}` : model;
  if (answeredBy === undefined) return asked;
  return called === answeredBy || called.endsWith(`/${answeredBy}`) ? asked : `${asked} (${answeredBy} answered)`;
}

/** By whose price a cost was computed, behind the cost; nothing where it is the price of the model that was asked. */
export function priceWords({ model, route, price }: Asked): string {
  if (price === undefined || price === (route?.entry ?? model)) return '';
  return price === 'provider' ? ' (named by the provider)' : ` (price of ${price})`;
}

interface Route {
  readonly entry: string;
  readonly passedOver: readonly { readonly entry: string; readonly reason: string; readonly why: string }[];
}

/** Which models were to answer before the one that did, and why they did not. Empty where it was the first. */
export function passedOverWords({ passedOver }: Route): string {
  return passedOver.map(({ entry, reason, why }) => `${entry} (${reason}: ${why})`).join(' · ');
}
