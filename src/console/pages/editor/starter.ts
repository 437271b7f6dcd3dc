/** What an empty editor begins with: a definition that can be published as it stands. */
export const STARTER = `name: greeting
description: Greets somebody in one line.
input:
  type: object
  required: [who]
  properties:
    who: { type: string, description: Whom to greet. }
specification: Greet {input.who} in one line.
steps:
  - id: greet
    generator: { kind: llm, prompt: Write the greeting. }
    guard:
      sequence: # cheap first, stop at the first failure
        - { use: not-empty }
        - { use: length, with: { max: 80 } }
`;
