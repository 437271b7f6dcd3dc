interface Ended {
  readonly finishReason: string | null;
  readonly rawFinishReason?: string | undefined;
}

/** How an answer ended, as people read it: the provider's own word beside `other`. Null where there is no answer. */
export function endWord({ finishReason, rawFinishReason }: Ended): string | null {
  return finishReason === 'other' && rawFinishReason !== undefined ? `other (${rawFinishReason})` : finishReason;
}
