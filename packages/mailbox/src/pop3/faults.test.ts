import { expect, test } from "vitest";
import { CLASSES, createMensagens, createSorte, cutsOf, runClasse } from "../tests/pop3-faults.ts";
import { wire } from "../tests/pop3-server.ts";

// The whole suite, with 5 000 messages, is `npm run test:long -- pop3`.

const SEED = 20_261_120;
const AMOSTRA = 30;
const AMOSTRA_LENTA = 2;

test.concurrent.each(CLASSES.map((classe) => [classe.nome, classe] as const))(
  "fetches every message byte for byte, or after a clean retry: %s",
  async (_, classe) => {
    const all = createMensagens(AMOSTRA * 4, SEED).filter(classe.serve ?? (() => true));
    const mensagens = all.slice(0, classe.lenta === true ? AMOSTRA_LENTA : AMOSTRA);
    const { identicas, repetidas, ...resto } = await runClasse(classe, mensagens, { seed: SEED });
    expect(identicas + repetidas).toBe(mensagens.length);
    expect(resto).toEqual({ mensagens: mensagens.length, erradas: 0, presas: 0, estranhos: [] });
    if (!classe.repete && !classe.nome.startsWith("closes")) expect(repetidas).toBe(0);
  },
);

test("the cuts cover every kind of boundary in a message", () => {
  const answer = Buffer.concat([Buffer.from("+OK\r\n"), wire(Buffer.from(".a\r\n.\r\nb.\r\n"))]);
  const cuts = cutsOf(answer, createSorte(1));
  const seen = cuts.map((at) => JSON.stringify(answer.toString().slice(at - 1, at + 1)));
  for (const around of ["K\r", "\r\n", "\n.", "..", ".\r", ".a", "a\r", "\nb", "b."]) {
    expect(seen).toContain(JSON.stringify(around));
  }
});
