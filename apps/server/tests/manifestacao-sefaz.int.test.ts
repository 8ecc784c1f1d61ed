import { gunzipSync } from "node:zlib";
import { FALHA_MANIFESTACAO, MANIFESTACAO_RECUSADA, MENSAGENS } from "@malote/contract";
import { parseChaveAcesso } from "@malote/syntax";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { awayMsOf } from "../src/errors.ts";
import { planCiencia } from "../src/services/manifestacao/plan-ciencia.ts";
import { type Cartorio, JUSTIFICATIVA, openCartorio } from "./manifesto.ts";
import { CANCELADA_APOS_MS } from "./road.ts";

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
const PRESAS = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
const DIA_MS = 86_400_000;
const HORA_FOLGADA_MS = 62 * 60_000;

let c: Cartorio;
beforeAll(async () => {
  c = await openCartorio();
});
afterAll(() => c.dispose());
afterEach(async () => {
  c.sandbox.sefaz.setFalha("nenhuma");
  c.sandbox.sefaz.pardon();
  c.sandbox.clock.reset();
  c.clock.set(new Date());
  // Reset circuit breakers and blocks, so that one test does not affect the next.
  await c.asOwner("DELETE FROM sefaz_disjuntor");
  await c.asOwner("DELETE FROM sefaz_bloqueio");
});

/** Eventos that the simulator has registered for a chave. */
const inBook = (chave: string) =>
  c.sandbox.sefaz.livro.eventos(chave).filter(({ tpEvento }) => tpEvento.startsWith("2102"));

/** Another program of the empresa registers an evento of the document. */
async function sayElsewhere(chave: string, tpEvento: "210200" | "210210" | "210220"): Promise<void> {
  const evento = await c.outroPrograma.assinarEvento({
    chave: parseChaveAcesso(chave),
    ambiente: "1",
    autor: c.sandbox.info.empresas[0]?.cnpj ?? "",
    tpEvento,
    nSeqEvento: 1,
    dhEvento: `${new Date(Date.now() - 1_000).toISOString().slice(0, 19)}+00:00`,
  });
  expect(await c.outroPrograma.enviarEvento(evento)).toMatchObject({ kind: "evento", cStat: "135" });
}

describe("a manifestação that SEFAZ registers", () => {
  test.for(KINDS)(
    "a manifestação with status %i is signed as xmlsec1 requires and shown with its protocolo, evento and consulta",
    async ([status, tpEvento, desc], { skip }) => {
      // The simulator verifies the signature with xmlsec1, not with our own code.
      if (!c.sandbox.sefaz.confereAssinatura) skip("xmlsec1 is not on this machine");
      const { id, chave } = await c.receive();
      expect(await c.ask(id, status)).toBeNull();
      expect(await c.send()).toEqual([]);
      const shown = await c.show(id);
      expect(shown.manifestacoes).toMatchObject([
        { status, estado: "registrada", cStat: "135", mensagem: null, quem: "Marina Prado" },
      ]);
      const [registrada] = shown.manifestacoes;
      expect(registrada?.protocolo).toMatch(/^\d{15}$/);
      expect(registrada?.registradaEm).not.toBeNull();
      expect(shown).toMatchObject({
        manifestacao: status,
        listEventos: [{ tpEvento, origem: "sefaz", ressalva: null }],
      });
      // Only the document names its recipient, so the validator judges the evento by itself as
      // whole.
      expect(shown.listEventos[0]?.veredito).toBe("integra");
      const [evento] = inBook(chave);
      expect(evento?.protocolo).toBe(registrada?.protocolo);
      expect(evento?.procEventoXml).toContain(`<descEvento>${desc}</descEvento>`);
      expect(evento?.procEventoXml.includes(`<xJust>${JUSTIFICATIVA}</xJust>`)).toBe(
        status === NAO_REALIZADA,
      );
      const feed = await c.asOwner<{ tipo: string }>(
        "SELECT tipo FROM feed WHERE nota_id = $1 ORDER BY sequencia",
        [id],
      );
      expect(feed.map(({ tipo }) => tipo)).toEqual(["nota", "status", "evento"]);
      const asked = await c.asOwner(
        "SELECT servico, origem, quem, autorizador, cstat FROM consulta WHERE chave = $1 AND servico = 'evento'",
        [chave],
      );
      expect(asked).toEqual([
        { servico: "evento", origem: "pessoa", quem: "Marina Prado", autorizador: "AN", cstat: "135" },
      ]);
    },
  );

  test("reading a nota never shows a manifestação as registered before the nota itself shows it", async () => {
    const { id } = await c.receive();
    expect(await c.ask(id, CIENCIA)).toBeNull();
    const dono = new pg.Client({ connectionString: c.ownerUrl });
    await dono.connect();
    try {
      // The read waits at the e-mails that brought the document, and continues after SEFAZ has
      // answered.
      await dono.query("BEGIN; LOCK TABLE anexo IN ACCESS EXCLUSIVE MODE");
      const lida = c.show(id);
      await expect.poll(() => c.asOwner(PRESAS)).toHaveLength(1);
      expect(await c.send()).toEqual([]);
      await dono.query("ROLLBACK");
      const { manifestacao, manifestacoes } = await lida;
      expect(manifestacoes.map(({ estado }) => [manifestacao, estado])).toEqual([[0, "pendente"]]);
    } finally {
      await dono.end();
    }
    expect(await c.show(id)).toMatchObject({
      manifestacao: CIENCIA,
      manifestacoes: [{ estado: "registrada" }],
    });
  });

  test("a manifestação may change later, at most twice for each kind", async () => {
    const { id, chave } = await c.receive();
    for (const status of [CONFIRMADA, DESCONHECIDA, CONFIRMADA, NAO_REALIZADA] as const) {
      expect(await c.ask(id, status)).toBeNull();
      expect(await c.send()).toEqual([]);
      expect((await c.show(id)).manifestacao).toBe(status);
      // SEFAZ writes instants in whole seconds: two eventos within one second have no order.
      c.sandbox.clock.advance(1_100);
    }
    expect(inBook(chave).map(({ tpEvento, nSeqEvento }) => `${tpEvento} ${Number(nSeqEvento)}`)).toEqual([
      "210200 1",
      "210220 1",
      "210200 2",
      "210240 1",
    ]);
    expect(await c.ask(id, CONFIRMADA)).toBe(MENSAGENS.manifestacaoEsgotada.replace("{vezes}", "2"));
    expect(await c.ask(id, CIENCIA)).toBe(MENSAGENS.cienciaDepoisDaConclusiva);
  });
});

describe("a manifestação that SEFAZ refuses", () => {
  /** Requests and sends; returns the code and the message that the screen shows. */
  async function refused(id: string, status: 1 | 2 | 3 | 4) {
    expect(await c.ask(id, status)).toBeNull();
    expect(await c.send()).toEqual([]);
    const { manifestacao, manifestacoes } = await c.show(id);
    expect([manifestacao, manifestacoes[0]?.estado]).toEqual([0, "recusada"]);
    return [manifestacoes[0]?.cStat, manifestacoes[0]?.mensagem];
  }

  test("every kind is refused for a document cancelled without our knowledge, each with its own error message", async () => {
    const { id } = await c.receive("nota-cancelada-depois");
    c.sandbox.clock.advance(2 * CANCELADA_APOS_MS);
    expect(await refused(id, CIENCIA)).toEqual(["650", MANIFESTACAO_RECUSADA["650"]]);
    expect(await refused(id, DESCONHECIDA)).toEqual(["651", MANIFESTACAO_RECUSADA["651"]]);
    expect(await refused(id, CONFIRMADA)).toEqual(["580", MANIFESTACAO_RECUSADA["580"]]);
    expect(await refused(id, NAO_REALIZADA)).toEqual(["580", MANIFESTACAO_RECUSADA["580"]]);
  });

  test("a ciência is refused after another program has registered a conclusive one", async () => {
    const { id, chave } = await c.receive();
    await sayElsewhere(chave, "210200");
    expect(await refused(id, CIENCIA)).toEqual(["655", MANIFESTACAO_RECUSADA["655"]]);
  });

  test("a ciência is refused after its deadline by SEFAZ's clock", async () => {
    const { id } = await c.receive();
    c.sandbox.clock.advance(11 * DIA_MS);
    expect(await refused(id, CIENCIA)).toEqual(["596", MANIFESTACAO_RECUSADA["596"]]);
  });

  test("a refusal without a translation is shown in SEFAZ's own words", async () => {
    const { id, chave } = await c.receive();
    expect(await c.ask(id, CONFIRMADA)).toBeNull();
    await c.asOwner(
      "UPDATE manifestacao SET estado = 'recusada', cstat = '999', x_motivo = 'Rejeição: Erro não catalogado' WHERE chave = $1",
      [chave],
    );
    expect((await c.show(id)).manifestacoes[0]?.mensagem).toBe(
      "A SEFAZ recusou a manifestação: Rejeição: Erro não catalogado (999).",
    );
  });
});

describe("a connection that fails while a manifestação is sent", () => {
  const rowOf = async (chave: string) => {
    const rows = await c.asOwner<{
      estado: string;
      cstat: string | null;
      evento_gzip: Buffer | null;
      protocolo: string | null;
    }>("SELECT * FROM manifestacao WHERE chave = $1", [chave]);
    expect(rows).toHaveLength(1);
    return rows[0];
  };

  test.each(["gotejamento", "resposta-perdida"] as const)(
    "after the registration (%s): the evento is found at SEFAZ and registered only once",
    async (falha) => {
      const { id, chave } = await c.receive();
      await c.ask(id, CONFIRMADA);
      c.sandbox.sefaz.setFalha(falha);
      expect((await c.send()).map(awayMsOf)).toEqual([expect.any(Number)]);
      expect(inBook(chave)).toHaveLength(1);
      expect(await rowOf(chave)).toMatchObject({ estado: "pendente" });
      c.sandbox.sefaz.setFalha("nenhuma");
      expect(await c.send()).toEqual([]);
      expect(inBook(chave)).toHaveLength(1);
      expect(await rowOf(chave)).toMatchObject({
        estado: "registrada",
        cstat: "573",
        protocolo: inBook(chave)[0]?.protocolo,
      });
      expect(await c.show(id)).toMatchObject({
        manifestacao: CONFIRMADA,
        listEventos: [{ tpEvento: "210200" }],
      });
    },
  );

  test("before the registration: the same signed bytes are sent again", async () => {
    const { id, chave } = await c.receive();
    await c.ask(id, NAO_REALIZADA);
    c.sandbox.sefaz.setFalha("conexao-cortada");
    expect(await c.send()).toHaveLength(1);
    expect(inBook(chave)).toEqual([]);
    const signed = (await rowOf(chave))?.evento_gzip;
    c.clock.advance(60_000);
    c.sandbox.clock.advance(60_000);
    c.sandbox.sefaz.setFalha("nenhuma");
    expect(await c.send()).toEqual([]);
    const text = gunzipSync(signed ?? Buffer.alloc(0)).toString("utf8");
    expect(text).toContain("<SignatureValue>");
    expect(inBook(chave)[0]?.procEventoXml).toContain(
      text.slice(text.indexOf("<infEvento"), text.indexOf("</evento>")),
    );
  });

  test("a block for misuse pauses for an hour, and the manifestação stays pending", async () => {
    const { id, chave } = await c.receive();
    await c.ask(id, CIENCIA);
    c.sandbox.sefaz.block({ autorizador: "AN", cnpj: c.sandbox.info.empresas[0]?.cnpj ?? "" });
    // The request was sent and answered, so it counts as an attempt; a request that always fails
    // then ends.
    expect(await c.send()).toEqual([expect.objectContaining({ name: "Outage" })]);
    expect((await c.show(id)).manifestacoes).toMatchObject([
      { estado: "pendente", cStat: "656", mensagem: MENSAGENS.manifestacaoSemResposta },
    ]);
    // No request is sent within the hour: SEFAZ would restart the hour with each.
    const asked = () => c.asOwner("SELECT id FROM consulta WHERE chave = $1 AND servico = 'evento'", [chave]);
    expect(await c.send()).toHaveLength(1);
    expect(await asked()).toHaveLength(1);
    c.clock.advance(HORA_FOLGADA_MS);
    c.sandbox.clock.advance(HORA_FOLGADA_MS);
    expect(await c.send()).toEqual([]);
    expect((await c.show(id)).manifestacao).toBe(CIENCIA);
  });

  test("a day-long outage ends in failure, after which the user may request it again", async () => {
    const { id, chave } = await c.receive();
    await c.ask(id, CIENCIA);
    c.sandbox.sefaz.setFalha("fora-do-ar");
    expect((await c.send()).map(awayMsOf)).toEqual([expect.any(Number)]);
    expect((await c.show(id)).manifestacoes).toMatchObject([
      { estado: "pendente", mensagem: MENSAGENS.manifestacaoSemResposta },
    ]);
    await c.giveUp(chave);
    expect((await c.show(id)).manifestacoes).toMatchObject([
      { estado: "falhou", mensagem: `${MENSAGENS.falhaManifestacao} ${FALHA_MANIFESTACAO["sem-resposta"]}` },
    ]);
    c.sandbox.sefaz.setFalha("nenhuma");
    await c.asOwner("DELETE FROM sefaz_disjuntor");
    expect(await c.ask(id, CIENCIA)).toBeNull();
    expect(await c.send()).toEqual([]);
    expect((await c.show(id)).manifestacao).toBe(CIENCIA);
  });
});

test("a manifestação that another program already registered is shown as registered", async () => {
  const { id, chave } = await c.receive();
  await sayElsewhere(chave, "210210");
  await c.ask(id, CIENCIA);
  expect(await c.send()).toEqual([]);
  expect(inBook(chave)).toHaveLength(1);
  expect(await c.show(id)).toMatchObject({
    manifestacao: CIENCIA,
    manifestacoes: [{ estado: "registrada", protocolo: inBook(chave)[0]?.protocolo }],
  });
});

test("the automatic ciência is sent before the nota arrives, and the nota shows it on arrival", async () => {
  const { fornecedor, chaveAcesso: chave, protocolo, procXml } = c.sandbox.palco.emitNota();
  const [empresa] = await c.asOwner<{ id: string }>(
    "UPDATE empresa SET ciencia_automatica = true WHERE cnpj = $1 RETURNING id",
    [c.sandbox.info.empresas[0]?.cnpj],
  );
  const documentos = [{ chave, autorizadaEm: new Date(protocolo.dataRecebimento) }];
  await c.ctx.database.withContaSql(c.contaId, (sql) =>
    planCiencia(sql, c.contaId, { empresaId: empresa?.id ?? "", documentos, agora: c.clock.now() }),
  );
  expect(await c.send()).toEqual([]);
  expect(inBook(chave).map(({ tpEvento }) => tpEvento)).toEqual(["210210"]);
  const bytes = Buffer.from(procXml);
  const anexos = [{ nome: "nota.xml", tipo: "application/xml", bytes }];
  await c.sandbox.palco.sendEmail({ de: fornecedor, assunto: "Nota", texto: "Segue.", anexos });
  await c.collect();
  const nota = (await c.notas()).find((each) => each.chave === chave);
  expect(await c.show(nota?.id ?? "")).toMatchObject({
    manifestacao: CIENCIA,
    manifestacoes: [{ estado: "registrada", quem: null }],
  });
});

test("a pending ciência is superseded by a conclusive manifestação", async () => {
  const { id, chave } = await c.receive();
  await c.ask(id, CIENCIA);
  await c.ask(id, CONFIRMADA);
  // The conclusive one waits for the ciência to end, which may yet be registered.
  expect(await c.send()).toEqual([expect.objectContaining({ name: "Deferral" })]);
  expect(await c.send()).toEqual([]);
  expect(inBook(chave).map(({ tpEvento }) => tpEvento)).toEqual(["210200"]);
  const { manifestacoes } = await c.show(id);
  const how = manifestacoes.map(({ status, estado, cStat, mensagem }) => [status, [estado, cStat, mensagem]]);
  expect(Object.fromEntries(how)).toEqual({
    [CIENCIA]: ["falhou", null, `${MENSAGENS.falhaManifestacao} ${FALHA_MANIFESTACAO.conclusiva}`],
    [CONFIRMADA]: ["registrada", "135", null],
  });
});

describe("conditions that change while a manifestação is pending", () => {
  const fails = async (id: string, chave: string, falha: keyof typeof FALHA_MANIFESTACAO) => {
    expect(await c.send()).toEqual([]);
    expect((await c.show(id)).manifestacoes).toMatchObject([
      { estado: "falhou", mensagem: `${MENSAGENS.falhaManifestacao} ${FALHA_MANIFESTACAO[falha]}` },
    ]);
    expect(inBook(chave)).toEqual([]);
  };

  test("a pending manifestação fails when the empresa has disabled manifestações", async () => {
    const { id, chave } = await c.receive();
    await c.ask(id, CONFIRMADA);
    await c.asOwner("UPDATE empresa SET ativar_manifestacao = false");
    await fails(id, chave, "desativada");
    await c.asOwner("UPDATE empresa SET ativar_manifestacao = true");
  });

  test("the automatic ciência fails when the empresa has switched it off, though a user may still send one", async () => {
    const { id, chave } = await c.receive();
    await c.ask(id, CIENCIA);
    await c.asOwner("UPDATE manifestacao SET usuario = NULL, usuario_id = NULL WHERE chave = $1", [chave]);
    await c.asOwner("UPDATE empresa SET ciencia_automatica = false");
    await fails(id, chave, "ciencia-desligada");
  });

  test("a pending manifestação fails when the document was cancelled", async () => {
    const { id, chave } = await c.receive();
    await c.ask(id, CONFIRMADA);
    await c.asOwner("UPDATE nota SET sefaz_status = '101' WHERE id = $1", [id]);
    await fails(id, chave, "documento");
  });

  test("a pending manifestação fails when its deadline has passed", async () => {
    const { id, chave } = await c.receive();
    await c.ask(id, CIENCIA);
    c.clock.advance(11 * DIA_MS);
    expect(await c.send()).toEqual([]);
    c.clock.set(new Date());
    await fails(id, chave, "prazo");
  });
});

test("a superseded manifestação of another program is not taken for ours", async () => {
  const { id, chave } = await c.receive();
  await sayElsewhere(chave, "210200");
  c.sandbox.clock.advance(1_100);
  await sayElsewhere(chave, "210220");
  await c.ask(id, CONFIRMADA);
  expect(await c.send()).toEqual([]);
  expect(inBook(chave).map(({ tpEvento, nSeqEvento }) => `${tpEvento} ${Number(nSeqEvento)}`)).toEqual([
    "210200 1",
    "210220 1",
    "210200 2",
  ]);
  expect(await c.show(id)).toMatchObject({
    manifestacao: CONFIRMADA,
    manifestacoes: [{ estado: "registrada", protocolo: inBook(chave)[2]?.protocolo }],
  });
});

test("a certificate that expires while the manifestação is pending ends it with an error message, and nothing is sent", async () => {
  const { id, chave } = await c.receive();
  await c.ask(id, CONFIRMADA);
  await c.asOwner("UPDATE certificado SET valido_ate = now() - interval '1 hour'");
  expect(await c.send()).toEqual([]);
  expect((await c.show(id)).manifestacoes).toMatchObject([
    { estado: "falhou", mensagem: `${MENSAGENS.falhaManifestacao} ${FALHA_MANIFESTACAO.certificado}` },
  ]);
  expect(inBook(chave)).toEqual([]);
  await c.asOwner("UPDATE certificado SET valido_ate = now() + interval '1 year'");
});
