import { expect, test } from "vitest";
import { CLASSES, createMessages, createRandom, cutsOf, runFault } from "../tests/pop3-faults.ts";
import { wire } from "../tests/pop3-server.ts";

// The whole suite, with 5 000 messages, is `npm run test:long -- pop3`.

const SEED = 20_261_120;
const SAMPLE = 30;
const SLOW_SAMPLE = 2;

test.concurrent.each(CLASSES.map((fault) => [fault.nome, fault] as const))(
  "every message is fetched byte for byte, or after a clean retry: %s",
  async (_, fault) => {
    const all = createMessages(SAMPLE * 4, SEED).filter(fault.serve ?? (() => true));
    const messages = all.slice(0, fault.slow === true ? SLOW_SAMPLE : SAMPLE);
    const { identical, retried, ...rest } = await runFault(fault, messages, { seed: SEED });
    expect(identical + retried).toBe(messages.length);
    expect(rest).toEqual({ mensagens: messages.length, wrong: 0, hung: 0, unexpected: [] });
    if (!fault.needsRetry && !fault.nome.startsWith("closes")) expect(retried).toBe(0);
  },
);

test("the cuts of the fault suite cover every kind of boundary in a message", () => {
  const answer = Buffer.concat([Buffer.from("+OK\r\n"), wire(Buffer.from(".a\r\n.\r\nb.\r\n"))]);
  const cuts = cutsOf(answer, createRandom(1));
  const seen = cuts.map((at) => JSON.stringify(answer.toString().slice(at - 1, at + 1)));
  for (const around of ["K\r", "\r\n", "\n.", "..", ".\r", ".a", "a\r", "\nb", "b."]) {
    expect(seen).toContain(JSON.stringify(around));
  }
});
