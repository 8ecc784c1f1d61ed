import { expect, test } from "vitest";
import { CLASSES, createMessages, createRandom, cutsOf, runFault } from "../tests/pop3-faults.ts";
import { wire } from "../tests/pop3-server.ts";

// The whole suite, with 5 000 messages, is `npm run test:long -- pop3`.

const SEED = 20_261_120;
const AMOSTRA = 30;
const AMOSTRA_LENTA = 2;

test.concurrent.each(CLASSES.map((fault) => [fault.nome, fault] as const))(
  "every message is fetched byte for byte, or after a clean retry: %s",
  async (_, fault) => {
    const all = createMessages(AMOSTRA * 4, SEED).filter(fault.serve ?? (() => true));
    const mensagens = all.slice(0, fault.slow === true ? AMOSTRA_LENTA : AMOSTRA);
    const { identical, retried, ...resto } = await runFault(fault, mensagens, { seed: SEED });
    expect(identical + retried).toBe(mensagens.length);
    expect(resto).toEqual({ mensagens: mensagens.length, wrong: 0, hung: 0, unexpected: [] });
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
