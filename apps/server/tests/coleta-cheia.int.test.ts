import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planVisita, writeMensagem } from "./coleta.ts";
import { createRoad, type Road } from "./road.ts";

/** More than one visit fetches, and more than one database query returns. */
const CHEIA = 503;
const HOUR_MS = 3_600_000;

let road: Road;
let caixaId: string;
beforeAll(async () => {
  road = await createRoad();
  const [row] = await road.asOwner<{ id: string }>("UPDATE caixa_email SET poll_ms = $1 RETURNING id", [
    HOUR_MS,
  ]);
  caixaId = row?.id ?? "";
  for (let n = 0; n < CHEIA; n += 1) {
    road.sandbox.putEmail(Buffer.from(writeMensagem(`mensagem ${n}`), "latin1"));
  }
});
afterAll(() => road.dispose());

const become = (tipo: "imap" | "pop3"): Promise<unknown> =>
  road.asOwner("UPDATE caixa_email SET tipo = $1, porta = $2, geracao = geracao + 1, marca = NULL", [
    tipo,
    road.sandbox.info[tipo].porta,
  ]);

const countKept = async (): Promise<number> =>
  (
    await road.asOwner(
      `SELECT FROM caixa_mensagem m JOIN caixa_email x ON x.id = m.caixa_id AND x.geracao = m.geracao
       WHERE m.email_id IS NOT NULL AND m.recusa IS NULL`,
    )
  ).length;

const isDue = async (): Promise<boolean> =>
  (await road.asOwner("SELECT FROM tarefa WHERE tipo = 'poll' AND estado = 'pendente' AND vence_em <= now()"))
    .length === 1;

describe.each(["imap", "pop3"] as const)("the first visits to a full mailbox over %s", (tipo) => {
  test("fetch everything in successive visits, even if one message is refused", async () => {
    await become(tipo);
    const servidor = road.sandbox.correio[tipo];
    await servidor.setFalha({ nome: "recusar-mensagem", vezes: 1 });
    await planVisita(road, road.contaId, caixaId);
    expect(await road.run("poll")).toEqual([]);
    await servidor.setFalha("nenhuma");
    expect(await countKept()).toBe(500);
    expect(await isDue()).toBe(true);
    expect(await road.run("poll")).toEqual([]);
    expect(await countKept()).toBe(CHEIA);
    expect(await isDue()).toBe(false);
  });
});

test("a server without UIDPLUS receives no deletion; the mailbox shows the reason and is still read", async () => {
  await become("imap");
  for (let n = 0; n < 2; n += 1) {
    await planVisita(road, road.contaId, caixaId);
    await road.run("poll");
  }
  await road.asOwner("UPDATE email SET estado = 'lido'");
  await road.asOwner("UPDATE caixa_email SET apagar_apos_dias = 1");
  await road.asOwner("UPDATE caixa_mensagem SET vista_em = vista_em - interval '2 days'");
  await road.sandbox.correio.imap.setFalha("sem-uidplus");
  const { blobs } = road.ctx;
  const before = blobs.get;
  let read = 0;
  blobs.get = (contaId, sha256) => {
    read += 1;
    return before(contaId, sha256);
  };
  await planVisita(road, road.contaId, caixaId);
  expect(await road.run("poll")).toEqual([]);
  expect(read).toBe(0);
  expect(await road.asOwner("SELECT falhas_seguidas, ultimo_erro FROM caixa_email")).toEqual([
    { falhas_seguidas: 0, ultimo_erro: "nao-apaga" },
  ]);
  await road.sandbox.correio.imap.setFalha("nenhuma");
  await planVisita(road, road.contaId, caixaId);
  expect(await road.run("poll")).toEqual([]);
  expect(await road.asOwner("SELECT FROM caixa_mensagem WHERE apagada_em IS NOT NULL")).toHaveLength(200);
  blobs.get = before;
});
