import { afterAll, beforeAll, expect, test } from "vitest";
import { replaceSecret } from "../../src/services/caixa-email/caixa-poll.rows.ts";
import { sealCaixaSecret } from "../../src/services/caixa-email/caixa-secret.ts";
import { pollCaixa } from "../setup/pop3-server.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

let pipeline: TestPipeline;
let caixaId: string;
beforeAll(async () => {
  pipeline = await createTestPipeline();
  const { oauth, imaps } = pipeline.sandbox.info;
  const { clientSecret, refreshToken, ...publicPart } = oauth;
  const [row] = await pipeline.asOwner<{ id: string }>("SELECT id FROM caixa_email");
  caixaId = row?.id ?? "";
  const selado = sealCaixaSecret(pipeline.ctx.secretBox, caixaId, {
    kind: "oauth2",
    clientSecret,
    refreshToken,
  });
  await pipeline.asOwner(
    "UPDATE caixa_email SET tipo = 'imaps', porta = $1, autenticacao = 'oauth2', oauth = $2, senha_selada = $3, geracao = 2, marca = NULL",
    [imaps.porta, JSON.stringify({ provedor: "outro", ...publicPart }), selado],
  );
});
afterAll(() => pipeline.dispose());

test("a mailbox that signs in by token requests one, and another at once when its server refuses it", async () => {
  const { oauth, imap } = pipeline.sandbox.mail;
  await pipeline.sandbox.playScenario("nota-autorizada");
  for (let n = 0; n < 3; n += 1) expect(await pollCaixa(pipeline, caixaId)).toEqual([]);
  expect(await pipeline.asOwner("SELECT estado FROM email")).toEqual([{ estado: "lido" }]);
  expect(oauth.counters.emitidos).toBe(1);
  await imap.setFault({ nome: "token-vencido", vezes: 1 });
  expect(await pollCaixa(pipeline, caixaId)).toEqual([]);
  expect(oauth.counters.emitidos).toBe(2);
  await imap.setFault("token-vencido");
  expect(await pollCaixa(pipeline, caixaId)).toHaveLength(1);
  expect(oauth.counters.emitidos).toBe(3);
  await imap.setFault("nenhuma");
});

test("a provider outage is shown on the mailbox and cleared when the provider is back", async () => {
  const { oauth, imap } = pipeline.sandbox.mail;
  await imap.setFault("token-vencido");
  await pollCaixa(pipeline, caixaId);
  await imap.setFault("nenhuma");
  oauth.fault = "fora-do-ar";
  expect(await pollCaixa(pipeline, caixaId)).toHaveLength(1);
  const readError = () => pipeline.asOwner("SELECT ultimo_erro IS NULL AS bem FROM caixa_email");
  expect(await readError()).toEqual([{ bem: false }]);
  oauth.fault = "nenhuma";
  expect(await pollCaixa(pipeline, caixaId)).toEqual([]);
  expect(await readError()).toEqual([{ bem: true }]);
});

test("a secret saved by a user meanwhile is not overwritten by the provider's next refresh token", async () => {
  const { contaId } = pipeline;
  const read = async (): Promise<Buffer> => {
    const [row] = await pipeline.asOwner<{ senha_selada: Buffer }>("SELECT senha_selada FROM caixa_email");
    if (!row) throw new Error("no mailbox");
    return row.senha_selada;
  };
  const replace = (previousTokens: Uint8Array, next: Uint8Array) =>
    pipeline.ctx.database.withConta(contaId, (db) =>
      replaceSecret(db, contaId, { caixaId, before: previousTokens, after: next }),
    );
  const antes = await read();
  await replace(antes, Buffer.from("novo"));
  expect(await read()).toEqual(Buffer.from("novo"));
  await replace(antes, Buffer.from("tarde demais"));
  expect(await read()).toEqual(Buffer.from("novo"));
});
