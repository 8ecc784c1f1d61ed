import { afterAll, beforeAll, expect, test } from "vitest";
import { replaceSegredo } from "../src/services/caixa-email/caixa-coleta.rows.ts";
import { sealSegredo } from "../src/services/caixa-email/caixa-segredo.ts";
import { visitCaixa } from "./coleta.ts";
import { createRoad, type Road } from "./road.ts";

let road: Road;
let caixaId: string;
beforeAll(async () => {
  road = await createRoad();
  const { oauth, imaps } = road.sandbox.info;
  const { clientSecret, refreshToken, ...publico } = oauth;
  const [row] = await road.asOwner<{ id: string }>("SELECT id FROM caixa_email");
  caixaId = row?.id ?? "";
  const selado = sealSegredo(road.ctx.cofre, caixaId, { kind: "oauth2", clientSecret, refreshToken });
  await road.asOwner(
    "UPDATE caixa_email SET tipo = 'imaps', porta = $1, autenticacao = 'oauth2', oauth = $2, senha_selada = $3, geracao = 2, marca = NULL",
    [imaps.porta, JSON.stringify({ provedor: "outro", ...publico }), selado],
  );
});
afterAll(() => road.dispose());

test("a mailbox that signs in by token requests one, and another at once when its server refuses it", async () => {
  const { oauth, imap } = road.sandbox.correio;
  await road.sandbox.playCenario("nota-autorizada");
  for (let n = 0; n < 3; n += 1) expect(await visitCaixa(road, caixaId)).toEqual([]);
  expect(await road.asOwner("SELECT estado FROM email")).toEqual([{ estado: "lido" }]);
  expect(oauth.contadores.emitidos).toBe(1);
  await imap.setFalha({ nome: "token-vencido", vezes: 1 });
  expect(await visitCaixa(road, caixaId)).toEqual([]);
  expect(oauth.contadores.emitidos).toBe(2);
  await imap.setFalha("token-vencido");
  expect(await visitCaixa(road, caixaId)).toHaveLength(1);
  expect(oauth.contadores.emitidos).toBe(3);
  await imap.setFalha("nenhuma");
});

test("a provider outage is shown on the mailbox and cleared when the provider is back", async () => {
  const { oauth, imap } = road.sandbox.correio;
  await imap.setFalha("token-vencido");
  await visitCaixa(road, caixaId);
  await imap.setFalha("nenhuma");
  oauth.falha = "fora-do-ar";
  expect(await visitCaixa(road, caixaId)).toHaveLength(1);
  const erro = () => road.asOwner("SELECT ultimo_erro IS NULL AS bem FROM caixa_email");
  expect(await erro()).toEqual([{ bem: false }]);
  oauth.falha = "nenhuma";
  expect(await visitCaixa(road, caixaId)).toEqual([]);
  expect(await erro()).toEqual([{ bem: true }]);
});

test("a secret saved by a user meanwhile is not overwritten by the provider's next refresh token", async () => {
  const { contaId } = road;
  const read = async (): Promise<Buffer> => {
    const [row] = await road.asOwner<{ senha_selada: Buffer }>("SELECT senha_selada FROM caixa_email");
    if (!row) throw new Error("no mailbox");
    return row.senha_selada;
  };
  const replace = (antes: Uint8Array, depois: Uint8Array) =>
    road.ctx.database.withContaSql(contaId, (sql) =>
      replaceSegredo(sql, contaId, { caixaId, antes, depois }),
    );
  const antes = await read();
  await replace(antes, Buffer.from("novo"));
  expect(await read()).toEqual(Buffer.from("novo"));
  await replace(antes, Buffer.from("tarde demais"));
  expect(await read()).toEqual(Buffer.from("novo"));
});
