import { SCOPES } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { inventChave } from "../setup/invent-notas.ts";
import { openContaFixture, writeCopy } from "../setup/nota-copies.ts";
import { createWire, signInNewUser, type Wire } from "../setup/wire.ts";
import { ERP_APIS, type ErpApi, readRows } from "./erp-apis.ts";

const JUSTIFICATIVA = "A mercadoria chegou avariada e voltou no mesmo caminhão";
const NAO_REALIZADA = 3;
const NUMBERS = [1, 2, 3, 4];

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
  const setup = await openContaFixture(wire);
  const { contaId } = setup;
  await wire.asOwner("UPDATE empresa SET ativar_manifestacao = true WHERE conta_id = $1", [contaId]);
  await wire.asOwner(
    `INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, cnpj, valido_de, valido_ate)
     SELECT $1, $2, id, '\\x00', nome, cnpj, $3::timestamptz - interval '1 day', $3::timestamptz + interval '1 year'
     FROM empresa WHERE conta_id = $1`,
    [contaId, newId(), wire.clock.now()],
  );
  await setup.receive(...NUMBERS.map((numero): [string] => [writeCopy({ numero })]));
  const ana = await signInNewUser(wire, { conta: setup });
  await wire.asOwner("UPDATE usuario SET permissao_manifestacao = true WHERE id = $1", [ana.usuarioId]);
  const apiToken = { nome: "ERP", escopos: [...SCOPES], empresas: null };
  const { object, mensagem } = await ana.call("ApiToken.saveApiToken", { apiToken });
  if (object === null) throw new Error(String(mensagem));
  const notas = await Promise.all(
    NUMBERS.map(async (numero) => ({ id: (await setup.nota(numero)).id, chave: inventChave(numero) })),
  );
  return { contaId, token: (object as { token: string }).token, notas };
}

type Notas = Awaited<ReturnType<typeof openConta>>["notas"];

/** A morning of an ERP: typical calls in sequence. */
async function runErpCalls(erpApi: ErpApi, [a, b, c, d]: Notas): Promise<void> {
  if (!a || !b || !c || !d) throw new Error("four notas are needed");
  await erpApi.mark("processado", a, true);
  await erpApi.mark("processado", a, true);
  await erpApi.mark("recebido", a, true);
  await erpApi.mark("conferido", b, true);
  await erpApi.mark("conferido", b, false);
  await erpApi.markAll([a, b, c]);
  await erpApi.mark("processado", c, false);
  await erpApi.manifest(d, NAO_REALIZADA, JUSTIFICATIVA);
  await erpApi.consult(a);
  await erpApi.askZip("2026-10-01", "2026-10-31");
  await erpApi.send("nota 9.xml", Buffer.from(writeCopy({ numero: 9 })));
}

test("the same calls of an ERP leave the same rows by REST, JSON-RPC and SOAP", async () => {
  const left: Record<string, Record<string, string[]>> = {};
  for (const open of ERP_APIS) {
    const { contaId, token, notas } = await openConta();
    const erpApi = open({ wire, token });
    const before = await readRows(wire, contaId);
    await runErpCalls(erpApi, notas);
    const after = await readRows(wire, contaId);
    left[erpApi.nome] = after;
    const changed = Object.keys(after).filter((table) => String(after[table]) !== String(before[table]));
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
