import { HOUR_MS } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planPoll, writeMessage } from "../setup/pop3-server.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

/** More than one visit fetches, and more than one database query returns. */
const FULL_COUNT = 503;

let pipeline: TestPipeline;
let caixaId: string;
beforeAll(async () => {
  pipeline = await createTestPipeline();
  const [row] = await pipeline.asOwner<{ id: string }>("UPDATE caixa_email SET poll_ms = $1 RETURNING id", [
    HOUR_MS,
  ]);
  caixaId = row?.id ?? "";
  for (let n = 0; n < FULL_COUNT; n += 1) {
    pipeline.sandbox.putEmail(Buffer.from(writeMessage(`mensagem ${n}`), "latin1"));
  }
});
afterAll(() => pipeline.dispose());

const switchTo = (tipo: "imap" | "pop3"): Promise<unknown> =>
  pipeline.asOwner("UPDATE caixa_email SET tipo = $1, porta = $2, geracao = geracao + 1, marca = NULL", [
    tipo,
    pipeline.sandbox.info[tipo].porta,
  ]);

const countKept = async (): Promise<number> =>
  (
    await pipeline.asOwner(
      `SELECT FROM caixa_mensagem m JOIN caixa_email x ON x.id = m.caixa_id AND x.geracao = m.geracao
       WHERE m.email_id IS NOT NULL AND m.recusa IS NULL`,
    )
  ).length;

const isDue = async (): Promise<boolean> =>
  (
    await pipeline.asOwner(
      "SELECT FROM tarefa WHERE tipo = 'poll' AND estado = 'pendente' AND vence_em <= now()",
    )
  ).length === 1;

describe.each(["imap", "pop3"] as const)("the first visits to a full mailbox over %s", (tipo) => {
  test("visits fetch every message in succession, even if one message is refused", async () => {
    await switchTo(tipo);
    const server = pipeline.sandbox.mail[tipo];
    await server.setFault({ nome: "recusar-mensagem", vezes: 1 });
    await planPoll(pipeline, pipeline.contaId, caixaId);
    expect(await pipeline.run("poll")).toEqual([]);
    await server.setFault("nenhuma");
    expect(await countKept()).toBe(500);
    expect(await isDue()).toBe(true);
    expect(await pipeline.run("poll")).toEqual([]);
    expect(await countKept()).toBe(FULL_COUNT);
    expect(await isDue()).toBe(false);
  });
});

test("a server without UIDPLUS receives no deletion; the mailbox shows the reason and is still read", async () => {
  await switchTo("imap");
  for (let n = 0; n < 2; n += 1) {
    await planPoll(pipeline, pipeline.contaId, caixaId);
    await pipeline.run("poll");
  }
  await pipeline.asOwner("UPDATE email SET estado = 'lido'");
  await pipeline.asOwner("UPDATE caixa_email SET apagar_apos_dias = 1");
  await pipeline.asOwner("UPDATE caixa_mensagem SET vista_em = vista_em - interval '2 days'");
  await pipeline.sandbox.mail.imap.setFault("sem-uidplus");
  const { blobs } = pipeline.ctx;
  const before = blobs.get;
  let read = 0;
  blobs.get = (contaId, sha256) => {
    read += 1;
    return before(contaId, sha256);
  };
  await planPoll(pipeline, pipeline.contaId, caixaId);
  expect(await pipeline.run("poll")).toEqual([]);
  expect(read).toBe(0);
  expect(await pipeline.asOwner("SELECT falhas_seguidas, ultimo_erro FROM caixa_email")).toEqual([
    { falhas_seguidas: 0, ultimo_erro: "nao-apaga" },
  ]);
  await pipeline.sandbox.mail.imap.setFault("nenhuma");
  await planPoll(pipeline, pipeline.contaId, caixaId);
  expect(await pipeline.run("poll")).toEqual([]);
  expect(await pipeline.asOwner("SELECT FROM caixa_mensagem WHERE apagada_em IS NOT NULL")).toHaveLength(200);
  blobs.get = before;
});
