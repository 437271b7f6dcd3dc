/** The guard that reads a proposed redirect; a step with such a leaf is a clarification (api 4). */
export const PROPOSAL_GUARD = 'redirect-proposal';
