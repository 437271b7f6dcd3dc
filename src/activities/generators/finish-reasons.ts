/** Of code or a program that broke: its artifact says why, and is rejected without its guard. */
export const BROKEN_CODE = 'error';

/** Of a decision that a rule made, because no model could be asked. */
export const FALLBACK = 'fallback';

/** Of a fixed text with placeholders that nothing stood for. */
export const UNFILLED = 'unfilled';
