/** A conversation with a model, as every endpoint understands it. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      /** What the model wants called; left out: nothing. */
      readonly toolCalls?: readonly ToolCall[];
      /** Fields of the message that dsap does not know, as the provider sent them, reasoning above all (llm 1.5). */
      readonly extra?: Readonly<Record<string, unknown>>;
      /** Endpoint and model that sent `extra` and those of the calls: no other is sent them. Left out: any. */
      readonly origin?: string;
    }
  /** What a tool answered to the call of that id. */
  | { readonly role: 'tool'; readonly content: string; readonly toolCallId: string };

/** A call as the model wrote it. `arguments` should be a JSON object, and may be anything. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** Fields of the call that dsap does not know, as the provider sent them; they go back with it. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A tool as the model is told of it. `parameters` is a JSON Schema of an object. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
}
