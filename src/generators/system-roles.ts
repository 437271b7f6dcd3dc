import type { ChatMessage } from '../model/chat.ts';
import type { EndpointProfile } from './endpoint.ts';
import { type Fault, kindOf } from './provider-fault.ts';

export type SystemRole = EndpointProfile['systemRole'];

/** The role in which each model takes the system text, for as long as the process lives. */
export interface SystemRoles {
  roleFor(model: string): SystemRole;
  /** Learns from a refusal of the role. Returns whether the next request has another one. */
  learn(model: string, messages: readonly ChatMessage[], fault: Fault): boolean;
}

/** `role`: of the endpoint's profile, until a model refuses it (llm 1.3). */
export function createSystemRoles(role: SystemRole): SystemRoles {
  const learned = new Map<string, SystemRole>();
  const roleFor = (model: string) => learned.get(model) ?? role;
  return {
    roleFor,
    learn(model, messages, fault) {
      const next = NEXT[roleFor(model)];
      const isSent = messages.some((message) => message.role === 'system');
      if (next === undefined || !isSent || !isRoleRefused(fault)) return false;
      learned.set(model, next);
      return true;
    },
  };
}

/** Models that do not know `developer` mostly know `system`; every model knows `user`. */
const NEXT: Readonly<Record<SystemRole, SystemRole | undefined>> = {
  developer: 'system',
  system: 'user',
  user: undefined,
};

/** Chat templates refuse by 400, behind llama.cpp by 500. */
const CAN_REFUSE: ReadonlySet<number> = new Set([400, 422, 500]);

const NAME = String.raw`\b(?:system|developer)\b['"\u0060]?`;
const THING = '(?:roles?|messages?|prompts?|instructions?)';
const NO = String.raw`(?:\bnot\b|n't\b|unsupported|unknown|invalid|unexpected|unrecognized)`;

/** The wordings of chat templates, OpenAI, Gemini's Gemma, DeepSeek and Pydantic. */
const REFUSED = new RegExp(
  [
    `${NAME} ${THING}[^.]{0,60}${NO}`,
    `${NO}[^.]{0,60}${NAME} ${THING}`,
    `${NO}[^.]{0,40}roles?\\W{0,4}${NAME}`,
    `unknown variant .${NAME}`,
    `['"\u0060]${NAME} is not (?:one of|a valid)`,
    'roles? must alternate',
    'only user(?:,| and) assistant',
    String.raw`\bmessages\W{0,2}\d+\W{0,2}(?:\w+\W)?role\b`,
  ].join('|'),
  'i',
);

function isRoleRefused(fault: Fault): boolean {
  const { status = 400, parameter = '', message } = fault;
  if (!CAN_REFUSE.has(status) || kindOf(fault) === 'context_overflow') return false;
  return REFUSED.test(`${message}\n${parameter}`);
}

/**
 * Puts the system text before the first user message, within it, and joins user messages that follow each other: chat templates that know
 * no system role want the roles to alternate.
 */
export function withoutSystemRole(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const others = messages.filter(({ role }) => role !== 'system');
  const first = others.findIndex(({ role }) => role === 'user');
  const opening = { role: 'user', content: system.join('\n\n') } as const;
  const all = system.length === 0 ? others : others.toSpliced(Math.max(first, 0), 0, opening);
  const joined: ChatMessage[] = [];
  for (const message of all) {
    const last = joined.at(-1);
    if (message.role === 'user' && last?.role === 'user') {
      joined[joined.length - 1] = { role: 'user', content: `${last.content}\n\n${message.content}` };
    } else joined.push(message);
  }
  return joined;
}
