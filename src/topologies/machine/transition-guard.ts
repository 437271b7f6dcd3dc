/** The guard of a step that decides where the machine goes; only the service itself uses it. */
export const TRANSITION_GUARD = 'transition';
