/** What `dsap init` can begin with. */
export const TEMPLATES = ['extract', 'code', 'approve', 'agent', 'search', 'machine'] as const;
export type Template = (typeof TEMPLATES)[number];
