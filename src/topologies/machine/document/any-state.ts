/** Any state, in the `from` of a transition. */
export const ANY_STATE = '*';
