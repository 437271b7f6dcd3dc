import { writtenCallFeedback } from '../../src/prompts/written-call.ts';

const TOOLS = [{ name: 'get_weather' }, { name: 'output' }];
const ARGS = '{"city": "Bern"}';
const JSON_CALL = `{"name": "get_weather", "arguments": ${ARGS}}`;

test.each([
  ['Hermes, Qwen', `<tool_call>\n${JSON_CALL}\n</tool_call>`],
  ['behind other words', `Let me look.\n\n<tool_call>\n${JSON_CALL}\n</tool_call>`],
  ['that was not closed', `<tool_call>${JSON_CALL}`],
  ['Llama', `<function=get_weather>${ARGS}</function>`],
  ["Qwen's coders", '<function=get_weather>\n<parameter=city>\nBern\n</parameter>\n</function>'],
  ['Llama 3.1', `<|python_tag|>${JSON_CALL}`],
  ['Llama 3.2', '[get_weather(city="Bern")]'],
  ['Mistral', `[TOOL_CALLS][${JSON_CALL}]`],
  ['Mistral since 2025', `[TOOL_CALLS]get_weather[ARGS]${ARGS}`],
  ['Mistral without its mark', `get_weather${ARGS}`],
  [
    'Kimi',
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>${ARGS}<|tool_call_end|>`,
  ],
  [
    'DeepSeek',
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n${ARGS}<｜tool▁call▁end｜>`,
  ],
  ['DeepSeek 3.2', '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">'],
  ['Anthropic', '<function_calls>\n<invoke name="get_weather">\n<parameter name="city">Bern</parameter>\n</invoke>'],
  ['GLM', '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Bern</arg_value>\n</tool_call>'],
  ['MiniMax', '<minimax:tool_call>\n<invoke name="get_weather">'],
  ['Nemotron', `<TOOLCALL>[${JSON_CALL}]</TOOLCALL>`],
  ['LFM', '<|tool_call_start|>[get_weather(city="Bern")]<|tool_call_end|>'],
  ['gpt-oss', `<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>${ARGS}<|call|>`],
  ['Gemini', '```tool_code\nprint(get_weather(city="Bern"))\n```'],
  ['Gemini, bare', 'print(default_api.get_weather(city="Bern"))'],
  ['a bare object', JSON_CALL],
  ['an object with parameters', `{"name": "get_weather", "parameters": ${ARGS}}`],
  ['an object with a function', `{"type": "function", "function": {"name": "get_weather", "arguments": "{}"}}`],
  ['an object in a list', `[${JSON_CALL}, ${JSON_CALL}]`],
  ['an object in a block', `I call it:\n\`\`\`json\n${JSON_CALL}\n\`\`\``],
  ['an object behind words', `I will call it: ${JSON_CALL}`],
  ['a message', `{"tool_calls": [{"id": "c1", "function": {"name": "get_weather", "arguments": "{}"}}]}`],
  ['ReAct', `Thought: I need it.\nAction: get_weather\nAction Input: ${ARGS}`],
  ['ReAct in JSON', `{"action": "get_weather", "action_input": ${ARGS}}`],
])('report N4, llm 1.5: a call as text is seen: %s', (_, text) => {
  expect(writtenCallFeedback(text, TOOLS)).toContain('as text, so nothing was called');
});

test('llm 1.5: the feedback names the tool, says how to call it, and names the setting of the server', () => {
  expect(writtenCallFeedback(JSON_CALL, TOOLS)).toMatch(
    /call of the tool "get_weather" as text[^]*interface[^]*--tool-call-parser/,
  );
  expect(writtenCallFeedback('<tool_call>{"name": "other"}</tool_call>', TOOLS)).toMatch(
    /^The answer holds a call of a tool as text/,
  );
});

test.each([
  ['words', 'It is sunny in Bern. The output of get_weather (the tool) says so.'],
  ['JSON of its own', '{"name": "Bern", "arguments": ["sun", "no rain"]}'],
  ['JSON that names a tool', '{"report": "sunny", "source": {"name": "get_weather", "arguments": {}}}'],
  ['JSON with a tool and no arguments', '{"name": "output"}'],
  ['marks that are talked about', 'Qwen writes `<tool_call>` before a call.\n```\n<tool_call>\n```'],
  ['a call within words', 'Call get_weather(city) to see more.'],
  ['brackets that never close', '{'.repeat(50_000)],
])('llm 1.5: %s is no call', (_, text) => {
  expect(writtenCallFeedback(text, TOOLS)).toBeUndefined();
});
