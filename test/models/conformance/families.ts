import { anthropic } from './families/anthropic.ts';
import { azure } from './families/azure.ts';
import { deepseek } from './families/deepseek.ts';
import { gemini } from './families/gemini.ts';
import { google } from './families/google.ts';
import { groq } from './families/groq.ts';
import { kimi } from './families/kimi.ts';
import { litellm } from './families/litellm.ts';
import { llamaCpp } from './families/llama-cpp.ts';
import { lmStudio } from './families/lm-studio.ts';
import { mistral } from './families/mistral.ts';
import { ollama } from './families/ollama.ts';
import { openai } from './families/openai.ts';
import { openrouter } from './families/openrouter.ts';
import { qwen } from './families/qwen.ts';
import { sglang } from './families/sglang.ts';
import { vllm } from './families/vllm.ts';
import type { Family } from './family.ts';

/** In the order of the page `docs/providers.md`. */
export const FAMILIES: readonly Family[] = [
  openai,
  azure,
  gemini,
  google,
  anthropic,
  deepseek,
  kimi,
  qwen,
  mistral,
  groq,
  openrouter,
  litellm,
  vllm,
  sglang,
  llamaCpp,
  ollama,
  lmStudio,
];
