/** Pure: whether the name of an answer is that of the model that was asked (report 13). */
import { answersFor, isSameModel, pricedNames } from '../../src/generators/answering-model.ts';

describe('report 13: one model under two names', () => {
  test.each([
    ['m', 'm'],
    ['m', 'M'],
    ['m', 'm-2026-01-01'],
    ['m-2026-01-01', 'm'],
    ['gpt-4o', 'gpt-4o-2024-08-06'],
    ['gpt-4', 'gpt-4-0613'],
    ['openai/gpt-4o', 'gpt-4o-2024-08-06'],
    ['gpt-4o', 'openai/gpt-4o'],
    ['gpt-35-turbo', 'gpt-3.5-turbo-0125'],
    ['claude-sonnet-4-0', 'claude-sonnet-4-20250514'],
    ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-20241022'],
    ['claude-3-5-sonnet', 'claude-3-5-sonnet@20240620'],
    ['us.anthropic.claude-3-5-sonnet-20241022-v2:0', 'claude-3-5-sonnet-20241022'],
    ['bedrock/anthropic.claude-3-haiku-20240307-v1:0', 'claude-3-haiku-20240307'],
    ['gemini-2.5-pro', 'models/gemini-2.5-pro'],
    ['google/gemini-2.5-pro', 'models/gemini-2.5-pro'],
    ['gemini-2.0-flash', 'gemini-2.0-flash-001'],
    ['gemini-2.5-pro-preview', 'gemini-2.5-pro-preview-05-06'],
    ['mistral-large-latest', 'mistral-large-2411'],
    ['command-r-plus', 'command-r-plus-08-2024'],
    ['llama3', 'llama3:latest'],
    ['llama3:8b', 'llama3:8b'],
    ['meta-llama/llama-3.3-70b-instruct:free', 'meta-llama/llama-3.3-70b-instruct'],
    ['deepseek/deepseek-r1:nitro', 'deepseek/deepseek-r1-0528'],
    ['meta-llama/Llama-3-8B', '/data/models/Llama-3-8B'],
    ['meta-llama/Llama-3-8B', '/root/.cache/huggingface/hub/models--meta-llama--Llama-3-8B/snapshots/0123abcd'],
    ['llama-3-8b.Q4_K_M', '/models/llama-3-8b.Q4_K_M.gguf'],
    ['llama-3-8b', String.raw`C:\models\llama-3-8b.gguf`],
    ['accounts/fireworks/models/llama-v3p1-8b', 'llama-v3p1-8b'],
  ])('%s is answered by %s', (asked, answered) => {
    expect(isSameModel(asked, answered)).toBe(true);
    expect(isSameModel(answered, asked)).toBe(true);
  });

  test.each([
    ['m', 'mini'],
    ['m', 'mini-2026-05'],
    ['gpt-4o', 'gpt-4o-mini'],
    ['gpt-4o', 'gpt-4o-mini-2024-07-18'],
    ['gpt-4o-2024-05-13', 'gpt-4o-2024-08-06'],
    ['gpt-4', 'gpt-4-32k'],
    ['claude-3', 'claude-3-5'],
    ['gemini-2.5-pro', 'models/gemini-2.5-flash'],
    ['llama3:8b', 'llama3:70b'],
    ['llama3:8b', 'llama3'],
    ['meta-llama/llama-3-8b', 'unsloth/llama-3-8b'],
    ['llama3-70b', 'llama3-70b-8192'],
    ['deepseek-chat', 'deepseek-reasoner'],
    ['anthropic/claude-3.7-sonnet:thinking', 'anthropic/claude-3.7-sonnet'],
    ['my-deployment', 'gpt-4o-2024-08-06'],
    ['m', ''],
  ])('%s is not answered by %s', (asked, answered) => {
    expect(isSameModel(asked, answered)).toBe(false);
    expect(isSameModel(answered, asked)).toBe(false);
  });

  test.each([
    ['a list', ['gpt-4o'], true],
    ['a list without it', ['gpt-4o-mini'], false],
    ['a map to one name', { 'my-deployment': 'gpt-4o' }, true],
    ['a map to several', { 'my-deployment': ['o1', 'gpt-4o'] }, true],
    ['a map of another model', { other: ['gpt-4o'] }, false],
    ['anything for one model', { 'my-*': '*' }, true],
    ['a pattern', ['gpt-4*'], true],
    ['a pattern that is none of a regular expression', ['gpt.4*'], false],
  ])('answersAs as %s', (_, answersAs, silenced) => {
    expect(answersFor('my-deployment', 'gpt-4o-2024-08-06', answersAs)).toBe(silenced);
  });

  test('a price is looked for under the exact name first', () => {
    expect(pricedNames('openai/gpt-4o-2024-08-06')).toEqual([
      'openai/gpt-4o-2024-08-06',
      'openai/gpt-4o',
      'gpt-4o-2024-08-06',
      'gpt-4o',
    ]);
  });
});
