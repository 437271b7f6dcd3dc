import { parseJson, stringifyJson } from '../../src/text/exact-json.ts';
import { parseYaml } from '../../src/text/parse-yaml.ts';
import { writeYaml } from '../../src/text/write-yaml.ts';

test.each(['1.10', '7300000000000000001', '-0.0', '1e400', '1E+2', '3.0', '12345678901234567.10', '5', '0.5', '1e21'])(
  'report 9: %s is written to YAML and read from it as it was',
  (digits) => {
    const text = `{"const":${digits},"of":[${digits}],"text":"${digits}"}`;
    const yaml = writeYaml(parseJson(text));
    expect(yaml).not.toContain('rawJSON');
    const read = parseYaml(yaml);
    expect(stringifyJson('document' in read ? read.document : undefined)).toBe(text);
  },
);
