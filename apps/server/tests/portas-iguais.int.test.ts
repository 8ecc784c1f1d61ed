import { ESCOPOS } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../src/db/index.ts";
import { openCasa, writeCopia } from "./copias.ts";
import { PORTAS, type Porta, readRows } from "./portas-iguais.ts";
import { createWire, enter, type Wire } from "./wire.ts";
import { inventChave } from "./wire-notas.ts";

const JUSTIFICATIVA = "A mercadoria chegou avariada e voltou no mesmo caminhão";
const NAO_REALIZADA = 3;
const NUMEROS = [1, 2, 3, 4];

let wire: Wire;
beforeAll(async () => {
  wire = await createWire();
  wire.clock.set(new Date("2026-11-22T15:00:00Z"));
});
afterAll(() => wire.dispose());

/**
 * A conta with four notas and an API token with every scope. Its certificate is valid on the test's
 * clock.
 */
async function openConta() {
  const casa = await openCasa(wire);
  const { contaId } = casa;
  await wire.asOwner("UPDATE empresa SET ativar_manifestacao = true WHERE conta_id = $1", [contaId]);
  await wire.asOwner(
    `INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, cnpj, valido_de, valido_ate)
     SELECT $1, $2, id, '\\x00', nome, cnpj, $3::timestamptz - interval '1 day', $3::timestamptz + interval '1 year'
     FROM empresa WHERE conta_id = $1`,
    [contaId, newId(), wire.clock.now()],
  );
  await casa.receive(...NUMEROS.map((numero): [string] => [writeCopia({ numero })]));
  const ana = await enter(wire, { conta: casa });
  await wire.asOwner("UPDATE usuario SET permissao_manifestacao = true WHERE id = $1", [ana.usuarioId]);
  const apiToken = { nome: "ERP", escopos: [...ESCOPOS], empresas: null };
  const { object, mensagem } = await ana.call("ApiToken.saveApiToken", { apiToken });
  if (object === null) throw new Error(String(mensagem));
  const notas = await Promise.all(
    NUMEROS.map(async (numero) => ({ id: (await casa.nota(numero)).id, chave: inventChave(numero) })),
  );
  return { contaId, token: (object as { token: string }).token, notas };
}

type Notas = Awaited<ReturnType<typeof openConta>>["notas"];

/** A morning of an ERP: typical calls in sequence. */
async function live(porta: Porta, [a, b, c, d]: Notas): Promise<void> {
  if (!a || !b || !c || !d) throw new Error("four notas are needed");
  await porta.mark("processado", a, true);
  await porta.mark("processado", a, true);
  await porta.mark("recebido", a, true);
  await porta.mark("conferido", b, true);
  await porta.mark("conferido", b, false);
  await porta.markAll([a, b, c]);
  await porta.mark("processado", c, false);
  await porta.manifest(d, NAO_REALIZADA, JUSTIFICATIVA);
  await porta.consult(a);
  await porta.askZip("2026-10-01", "2026-10-31");
  await porta.send("nota 9.xml", Buffer.from(writeCopia({ numero: 9 })));
}

test("the same calls of an ERP leave the same rows by REST, JSON-RPC and SOAP", async () => {
  const left: Record<string, Record<string, string[]>> = {};
  for (const open of PORTAS) {
    const { contaId, token, notas } = await openConta();
    const porta = open({ wire, token });
    const before = await readRows(wire, contaId);
    await live(porta, notas);
    const after = await readRows(wire, contaId);
    left[porta.nome] = after;
    const changed = Object.keys(after).filter((tabela) => String(after[tabela]) !== String(before[tabela]));
    expect(changed).toEqual(
      expect.arrayContaining([
        "arquivo_pedido",
        "feed",
        "importacao",
        "manifestacao",
        "nota",
        "registro",
        "tarefa",
      ]),
    );
  }
  expect(left.RPC).toEqual(left.REST);
  expect(left.SOAP).toEqual(left.REST);
});
