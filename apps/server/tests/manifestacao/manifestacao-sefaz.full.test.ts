import { gunzipSync } from "node:zlib";
import { MANIFESTACAO_FAILURES, MANIFESTACAO_REFUSALS, MESSAGES } from "@malote/contract";
import { DAY_MS, MINUTE_MS, parseChaveAcesso } from "@malote/syntax";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { outageWaitOf } from "../../src/errors.ts";
import { planCiencia } from "../../src/services/manifestacao/plan-ciencia.ts";
import { CANCELLED_AFTER_MS } from "../setup/test-pipeline.ts";
import { JUSTIFICATIVA, type ManifestacaoSetup, openManifestacaoSetup } from "./manifestacao-setup.ts";

const CONFIRMADA = 1;
const DESCONHECIDA = 2;
const NAO_REALIZADA = 3;
const CIENCIA = 4;
const KINDS = [
  [CIENCIA, "210210", "Ciencia da Operacao"],
  [CONFIRMADA, "210200", "Confirmacao da Operacao"],
  [DESCONHECIDA, "210220", "Desconhecimento da Operacao"],
  [NAO_REALIZADA, "210240", "Operacao nao Realizada"],
] as const;
const LOCK_WAITS =
  "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
const BLOCK_MS = 62 * MINUTE_MS;

let setup: ManifestacaoSetup;
beforeAll(async () => {
  setup = await openManifestacaoSetup();
});
afterAll(() => setup.dispose());
afterEach(async () => {
  setup.sandbox.sefaz.setFault("nenhuma");
  setup.sandbox.sefaz.unblockAll();
  setup.sandbox.clock.reset();
  setup.clock.set(new Date());
  // Reset circuit breakers and blocks, so that one test does not affect the next.
  await setup.asOwner("DELETE FROM sefaz_disjuntor");
  await setup.asOwner("DELETE FROM sefaz_bloqueio");
});

/** Eventos that the simulator has registered for a chave. */
const findRegistered = (chave: string) =>
  setup.sandbox.sefaz.ledger.eventos(chave).filter(({ tpEvento }) => tpEvento.startsWith("2102"));

/** Another program of the empresa registers an evento of the document. */
async function registerElsewhere(chave: string, tpEvento: "210200" | "210210" | "210220"): Promise<void> {
  const evento = await setup.otherProgram.assinarEvento({
    chave: parseChaveAcesso(chave),
    ambiente: "1",
    autor: setup.sandbox.info.empresas[0]?.cnpj ?? "",
    tpEvento,
    nSeqEvento: 1,
    dhEvento: `${new Date(Date.now() - 1_000).toISOString().slice(0, 19)}+00:00`,
  });
  expect(await setup.otherProgram.enviarEvento(evento)).toMatchObject({ kind: "evento", cStat: "135" });
}

describe("a manifestação that SEFAZ registers", () => {
  test.for(KINDS)(
    "a manifestação with status %i is signed as xmlsec1 requires and shown with its protocolo, evento and consulta",
    async ([status, tpEvento, desc], { skip }) => {
      // The simulator verifies the signature with xmlsec1, not with our own code.
      if (!setup.sandbox.sefaz.confereAssinatura) skip("xmlsec1 is not on this machine");
      const { id, chave } = await setup.receive();
      expect(await setup.request(id, status)).toBeNull();
      expect(await setup.send()).toEqual([]);
      const shown = await setup.show(id);
      expect(shown.manifestacoes).toMatchObject([
        { status, estado: "registrada", cStat: "135", mensagem: null, quem: "Marina Prado" },
      ]);
      const [registered] = shown.manifestacoes;
      expect(registered?.protocolo).toMatch(/^\d{15}$/);
      expect(registered?.registradaEm).not.toBeNull();
      expect(shown).toMatchObject({
        manifestacao: status,
        listEventos: [{ tpEvento, origem: "sefaz", ressalva: null }],
      });
      // The evento alone does not name the recipient of its document, so its veredito is only "integra".
      expect(shown.listEventos[0]?.veredito).toBe("integra");
      const [evento] = findRegistered(chave);
      expect(evento?.protocolo).toBe(registered?.protocolo);
      expect(evento?.procEventoXml).toContain(`<descEvento>${desc}</descEvento>`);
      expect(evento?.procEventoXml.includes(`<xJust>${JUSTIFICATIVA}</xJust>`)).toBe(
        status === NAO_REALIZADA,
      );
      const feed = await setup.asOwner<{ tipo: string }>(
        "SELECT tipo FROM feed WHERE nota_id = $1 ORDER BY sequencia",
        [id],
      );
      expect(feed.map(({ tipo }) => tipo)).toEqual(["nota", "status", "evento"]);
      const asked = await setup.asOwner(
        "SELECT servico, origem, quem, autorizador, cstat FROM consulta WHERE chave = $1 AND servico = 'evento'",
        [chave],
      );
      expect(asked).toEqual([
        { servico: "evento", origem: "pessoa", quem: "Marina Prado", autorizador: "AN", cstat: "135" },
      ]);
    },
  );

  test("reading a nota never shows a manifestação as registered before the nota itself shows it", async () => {
    const { id } = await setup.receive();
    expect(await setup.request(id, CIENCIA)).toBeNull();
    const owner = new pg.Client({ connectionString: setup.ownerUrl });
    await owner.connect();
    try {
      // The read waits at the e-mails that brought the document, and continues after SEFAZ has
      // answered.
      await owner.query("BEGIN; LOCK TABLE anexo IN ACCESS EXCLUSIVE MODE");
      const reading = setup.show(id);
      await expect.poll(() => setup.asOwner(LOCK_WAITS)).toHaveLength(1);
      expect(await setup.send()).toEqual([]);
      await owner.query("ROLLBACK");
      const { manifestacao, manifestacoes } = await reading;
      expect(manifestacoes.map(({ estado }) => [manifestacao, estado])).toEqual([[0, "pendente"]]);
    } finally {
      await owner.end();
    }
    expect(await setup.show(id)).toMatchObject({
      manifestacao: CIENCIA,
      manifestacoes: [{ estado: "registrada" }],
    });
  });

  test("a manifestação may change later, at most twice for each kind", async () => {
    const { id, chave } = await setup.receive();
    for (const status of [CONFIRMADA, DESCONHECIDA, CONFIRMADA, NAO_REALIZADA] as const) {
      expect(await setup.request(id, status)).toBeNull();
      expect(await setup.send()).toEqual([]);
      expect((await setup.show(id)).manifestacao).toBe(status);
      // SEFAZ writes instants in whole seconds: two eventos within one second have no order.
      setup.sandbox.clock.advance(1_100);
    }
    expect(
      findRegistered(chave).map(({ tpEvento, nSeqEvento }) => `${tpEvento} ${Number(nSeqEvento)}`),
    ).toEqual(["210200 1", "210220 1", "210200 2", "210240 1"]);
    expect(await setup.request(id, CONFIRMADA)).toBe(MESSAGES.manifestacaoEsgotada.replace("{vezes}", "2"));
    expect(await setup.request(id, CIENCIA)).toBe(MESSAGES.cienciaDepoisDaConclusiva);
  });
});

describe("a manifestação that SEFAZ refuses", () => {
  /** Requests and sends; returns the code and the message that the screen shows. */
  async function requestRefused(id: string, status: 1 | 2 | 3 | 4) {
    expect(await setup.request(id, status)).toBeNull();
    expect(await setup.send()).toEqual([]);
    const { manifestacao, manifestacoes } = await setup.show(id);
    expect([manifestacao, manifestacoes[0]?.estado]).toEqual([0, "recusada"]);
    return [manifestacoes[0]?.cStat, manifestacoes[0]?.mensagem];
  }

  test("every kind is refused for a document cancelled without our knowledge, each with its own error message", async () => {
    const { id } = await setup.receive("nota-cancelada-depois");
    setup.sandbox.clock.advance(2 * CANCELLED_AFTER_MS);
    expect(await requestRefused(id, CIENCIA)).toEqual(["650", MANIFESTACAO_REFUSALS["650"]]);
    expect(await requestRefused(id, DESCONHECIDA)).toEqual(["651", MANIFESTACAO_REFUSALS["651"]]);
    expect(await requestRefused(id, CONFIRMADA)).toEqual(["580", MANIFESTACAO_REFUSALS["580"]]);
    expect(await requestRefused(id, NAO_REALIZADA)).toEqual(["580", MANIFESTACAO_REFUSALS["580"]]);
  });

  test("a ciência is refused after another program has registered a conclusive manifestação", async () => {
    const { id, chave } = await setup.receive();
    await registerElsewhere(chave, "210200");
    expect(await requestRefused(id, CIENCIA)).toEqual(["655", MANIFESTACAO_REFUSALS["655"]]);
  });

  test("a ciência is refused after its deadline by SEFAZ's clock", async () => {
    const { id } = await setup.receive();
    setup.sandbox.clock.advance(11 * DAY_MS);
    expect(await requestRefused(id, CIENCIA)).toEqual(["596", MANIFESTACAO_REFUSALS["596"]]);
  });

  test("a refusal without a translation is shown in SEFAZ's own words", async () => {
    const { id, chave } = await setup.receive();
    expect(await setup.request(id, CONFIRMADA)).toBeNull();
    await setup.asOwner(
      "UPDATE manifestacao SET estado = 'recusada', cstat = '999', x_motivo = 'Rejeição: Erro não catalogado' WHERE chave = $1",
      [chave],
    );
    expect((await setup.show(id)).manifestacoes[0]?.mensagem).toBe(
      "A SEFAZ recusou a manifestação: Rejeição: Erro não catalogado (999).",
    );
  });
});

describe("a connection that fails while a manifestação is sent", () => {
  const rowOf = async (chave: string) => {
    const rows = await setup.asOwner<{
      estado: string;
      cstat: string | null;
      evento_gzip: Buffer | null;
      protocolo: string | null;
    }>("SELECT * FROM manifestacao WHERE chave = $1", [chave]);
    expect(rows).toHaveLength(1);
    return rows[0];
  };

  test.each(["gotejamento", "resposta-perdida"] as const)(
    "failure after the registration (%s): the evento is found at SEFAZ and registered only once",
    async (falha) => {
      const { id, chave } = await setup.receive();
      await setup.request(id, CONFIRMADA);
      setup.sandbox.sefaz.setFault(falha);
      expect((await setup.send()).map(outageWaitOf)).toEqual([expect.any(Number)]);
      expect(findRegistered(chave)).toHaveLength(1);
      expect(await rowOf(chave)).toMatchObject({ estado: "pendente" });
      setup.sandbox.sefaz.setFault("nenhuma");
      expect(await setup.send()).toEqual([]);
      expect(findRegistered(chave)).toHaveLength(1);
      expect(await rowOf(chave)).toMatchObject({
        estado: "registrada",
        cstat: "573",
        protocolo: findRegistered(chave)[0]?.protocolo,
      });
      expect(await setup.show(id)).toMatchObject({
        manifestacao: CONFIRMADA,
        listEventos: [{ tpEvento: "210200" }],
      });
    },
  );

  test("failure before the registration: the same signed bytes are sent again", async () => {
    const { id, chave } = await setup.receive();
    await setup.request(id, NAO_REALIZADA);
    setup.sandbox.sefaz.setFault("conexao-cortada");
    expect(await setup.send()).toHaveLength(1);
    expect(findRegistered(chave)).toEqual([]);
    const signed = (await rowOf(chave))?.evento_gzip;
    setup.clock.advance(60_000);
    setup.sandbox.clock.advance(60_000);
    setup.sandbox.sefaz.setFault("nenhuma");
    expect(await setup.send()).toEqual([]);
    const text = gunzipSync(signed ?? Buffer.alloc(0)).toString("utf8");
    expect(text).toContain("<SignatureValue>");
    expect(findRegistered(chave)[0]?.procEventoXml).toContain(
      text.slice(text.indexOf("<infEvento"), text.indexOf("</evento>")),
    );
  });

  test("a block for misuse pauses for an hour, and the manifestação stays pending", async () => {
    const { id, chave } = await setup.receive();
    await setup.request(id, CIENCIA);
    setup.sandbox.sefaz.block({ autorizador: "AN", cnpj: setup.sandbox.info.empresas[0]?.cnpj ?? "" });
    // The request was sent and answered, so it counts as an attempt; a request that always fails
    // then ends.
    expect(await setup.send()).toEqual([expect.objectContaining({ name: "Outage" })]);
    expect((await setup.show(id)).manifestacoes).toMatchObject([
      { estado: "pendente", cStat: "656", mensagem: MESSAGES.manifestacaoSemResposta },
    ]);
    // No request is sent within the hour: SEFAZ would restart the hour with each.
    const asked = () =>
      setup.asOwner("SELECT id FROM consulta WHERE chave = $1 AND servico = 'evento'", [chave]);
    expect(await setup.send()).toHaveLength(1);
    expect(await asked()).toHaveLength(1);
    setup.clock.advance(BLOCK_MS);
    setup.sandbox.clock.advance(BLOCK_MS);
    expect(await setup.send()).toEqual([]);
    expect((await setup.show(id)).manifestacao).toBe(CIENCIA);
  });

  test("a day-long outage ends in failure, after which the user may request it again", async () => {
    const { id, chave } = await setup.receive();
    await setup.request(id, CIENCIA);
    setup.sandbox.sefaz.setFault("fora-do-ar");
    expect((await setup.send()).map(outageWaitOf)).toEqual([expect.any(Number)]);
    expect((await setup.show(id)).manifestacoes).toMatchObject([
      { estado: "pendente", mensagem: MESSAGES.manifestacaoSemResposta },
    ]);
    await setup.giveUp(chave);
    expect((await setup.show(id)).manifestacoes).toMatchObject([
      {
        estado: "falhou",
        mensagem: `${MESSAGES.falhaManifestacao} ${MANIFESTACAO_FAILURES["sem-resposta"]}`,
      },
    ]);
    setup.sandbox.sefaz.setFault("nenhuma");
    await setup.asOwner("DELETE FROM sefaz_disjuntor");
    expect(await setup.request(id, CIENCIA)).toBeNull();
    expect(await setup.send()).toEqual([]);
    expect((await setup.show(id)).manifestacao).toBe(CIENCIA);
  });
});

test("a manifestação that another program already registered is shown as registered", async () => {
  const { id, chave } = await setup.receive();
  await registerElsewhere(chave, "210210");
  await setup.request(id, CIENCIA);
  expect(await setup.send()).toEqual([]);
  expect(findRegistered(chave)).toHaveLength(1);
  expect(await setup.show(id)).toMatchObject({
    manifestacao: CIENCIA,
    manifestacoes: [{ estado: "registrada", protocolo: findRegistered(chave)[0]?.protocolo }],
  });
});

test("the automatic ciência is sent before the nota arrives, and the nota shows it on arrival", async () => {
  const { fornecedor, chaveAcesso: chave, protocolo, procXml } = setup.sandbox.environment.emitNota();
  const [empresa] = await setup.asOwner<{ id: string }>(
    "UPDATE empresa SET ciencia_automatica = true WHERE cnpj = $1 RETURNING id",
    [setup.sandbox.info.empresas[0]?.cnpj],
  );
  const documentos = [{ chave, autorizadaEm: new Date(protocolo.dataRecebimento) }];
  await setup.ctx.database.withConta(setup.contaId, (db) =>
    planCiencia(db, setup.contaId, { empresaId: empresa?.id ?? "", documentos, now: setup.clock.now() }),
  );
  expect(await setup.send()).toEqual([]);
  expect(findRegistered(chave).map(({ tpEvento }) => tpEvento)).toEqual(["210210"]);
  const bytes = Buffer.from(procXml);
  const anexos = [{ nome: "nota.xml", tipo: "application/xml", bytes }];
  await setup.sandbox.environment.sendEmail({ de: fornecedor, assunto: "Nota", texto: "Segue.", anexos });
  await setup.collect();
  const nota = (await setup.notas()).find((each) => each.chave === chave);
  expect(await setup.show(nota?.id ?? "")).toMatchObject({
    manifestacao: CIENCIA,
    manifestacoes: [{ estado: "registrada", quem: null }],
  });
});

test("a pending ciência is superseded by a conclusive manifestação", async () => {
  const { id, chave } = await setup.receive();
  await setup.request(id, CIENCIA);
  await setup.request(id, CONFIRMADA);
  // The conclusive one waits for the ciência to end, which may yet be registered.
  expect(await setup.send()).toEqual([expect.objectContaining({ name: "Deferral" })]);
  expect(await setup.send()).toEqual([]);
  expect(findRegistered(chave).map(({ tpEvento }) => tpEvento)).toEqual(["210200"]);
  const { manifestacoes } = await setup.show(id);
  const outcomes = manifestacoes.map(({ status, estado, cStat, mensagem }) => [
    status,
    [estado, cStat, mensagem],
  ]);
  expect(Object.fromEntries(outcomes)).toEqual({
    [CIENCIA]: ["falhou", null, `${MESSAGES.falhaManifestacao} ${MANIFESTACAO_FAILURES.conclusiva}`],
    [CONFIRMADA]: ["registrada", "135", null],
  });
});

describe("conditions that change while a manifestação is pending", () => {
  const expectFailure = async (id: string, chave: string, falha: keyof typeof MANIFESTACAO_FAILURES) => {
    expect(await setup.send()).toEqual([]);
    expect((await setup.show(id)).manifestacoes).toMatchObject([
      { estado: "falhou", mensagem: `${MESSAGES.falhaManifestacao} ${MANIFESTACAO_FAILURES[falha]}` },
    ]);
    expect(findRegistered(chave)).toEqual([]);
  };

  test("a pending manifestação fails when the empresa has disabled manifestações", async () => {
    const { id, chave } = await setup.receive();
    await setup.request(id, CONFIRMADA);
    await setup.asOwner("UPDATE empresa SET ativar_manifestacao = false");
    await expectFailure(id, chave, "desativada");
    await setup.asOwner("UPDATE empresa SET ativar_manifestacao = true");
  });

  test("the automatic ciência fails when the empresa has switched it off, though a user may still send one", async () => {
    const { id, chave } = await setup.receive();
    await setup.request(id, CIENCIA);
    await setup.asOwner("UPDATE manifestacao SET usuario = NULL, usuario_id = NULL WHERE chave = $1", [
      chave,
    ]);
    await setup.asOwner("UPDATE empresa SET ciencia_automatica = false");
    await expectFailure(id, chave, "ciencia-desligada");
  });

  test("a pending manifestação fails when the document was cancelled", async () => {
    const { id, chave } = await setup.receive();
    await setup.request(id, CONFIRMADA);
    await setup.asOwner("UPDATE nota SET sefaz_status = '101' WHERE id = $1", [id]);
    await expectFailure(id, chave, "documento");
  });

  test("a pending manifestação fails when its deadline has passed", async () => {
    const { id, chave } = await setup.receive();
    await setup.request(id, CIENCIA);
    setup.clock.advance(11 * DAY_MS);
    expect(await setup.send()).toEqual([]);
    setup.clock.set(new Date());
    await expectFailure(id, chave, "prazo");
  });
});

test("a superseded manifestação of another program is not taken for ours", async () => {
  const { id, chave } = await setup.receive();
  await registerElsewhere(chave, "210200");
  setup.sandbox.clock.advance(1_100);
  await registerElsewhere(chave, "210220");
  await setup.request(id, CONFIRMADA);
  expect(await setup.send()).toEqual([]);
  expect(
    findRegistered(chave).map(({ tpEvento, nSeqEvento }) => `${tpEvento} ${Number(nSeqEvento)}`),
  ).toEqual(["210200 1", "210220 1", "210200 2"]);
  expect(await setup.show(id)).toMatchObject({
    manifestacao: CONFIRMADA,
    manifestacoes: [{ estado: "registrada", protocolo: findRegistered(chave)[2]?.protocolo }],
  });
});

test("a certificate that expires while the manifestação is pending ends it with an error message, and nothing is sent", async () => {
  const { id, chave } = await setup.receive();
  await setup.request(id, CONFIRMADA);
  await setup.asOwner("UPDATE certificado SET valido_ate = now() - interval '1 hour'");
  expect(await setup.send()).toEqual([]);
  expect((await setup.show(id)).manifestacoes).toMatchObject([
    { estado: "falhou", mensagem: `${MESSAGES.falhaManifestacao} ${MANIFESTACAO_FAILURES.certificado}` },
  ]);
  expect(findRegistered(chave)).toEqual([]);
  await setup.asOwner("UPDATE certificado SET valido_ate = now() + interval '1 year'");
});
