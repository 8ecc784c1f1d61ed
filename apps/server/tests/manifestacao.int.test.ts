import { FALHA_MANIFESTACAO, LOTE_MAX, MENSAGENS } from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../src/db/index.ts";
import { sweepParados } from "../src/jobs/sweep-coleta.ts";
import { planCiencia } from "../src/services/manifestacao/plan-ciencia.ts";
import { keepOuvidos, toOuvido } from "../src/services/sefaz/keep-ouvidos.ts";
import { JUSTIFICATIVA, NOSSA, writeEvento } from "./copias.ts";
import type { Pessoa, Wire } from "./wire.ts";
import { createWire, enter, rpc } from "./wire.ts";
import { insertNotas, inventChave, inventNota, type NotaNova } from "./wire-notas.ts";

const CONFIRMADA = 1;
const DESCONHECIDA = 2;
const NAO_REALIZADA = 3;
const CIENCIA = 4;
const DIA_MS = 86_400_000;
const PRAZO_CIENCIA_MS = 10 * DIA_MS;
const PRAZO_CONCLUSIVA_MS = 90 * DIA_MS;

let wire: Wire;
beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());

/** A user with the permission to manifest, for an empresa that allows it. */
type Destinatario = Pessoa & {
  empresaId: string;
  keep(o?: Partial<NotaNova>): Promise<NotaNova>;
  manifest(id: string, novoStatus: 0 | 1 | 2 | 3 | 4, justificativa?: string): Promise<string | null>;
  show(id: string): Promise<NotaVista>;
};
type NotaVista = {
  manifestacao: number;
  manifestacoes: { status: number; estado: string; justificativa: string | null; quem: string | null }[];
  prazosManifestacao: { status: number; ate: string; vencido: boolean }[];
  manifestacaoImpedida: string | null;
};

async function open({ permissao = true, ativa = true, certificado = true } = {}): Promise<Destinatario> {
  const pessoa = await enter(wire);
  const { contaId } = pessoa;
  await wire.asOwner("UPDATE usuario SET permissao_manifestacao = $2 WHERE conta_id = $1", [
    contaId,
    permissao,
  ]);
  const { empresaId } = await wire.createEmpresa(contaId, { cnpj: NOSSA });
  await wire.asOwner("UPDATE empresa SET ativar_manifestacao = $2 WHERE conta_id = $1", [contaId, ativa]);
  if (certificado) await keepCertificado(contaId, empresaId, 365);
  return {
    ...pessoa,
    empresaId,
    keep: async (o) => {
      const emissao = wire.clock.now().toISOString();
      const [nota] = await insertNotas(wire, contaId, [inventNota({ empresaId, emissao, ...o })]);
      if (!nota) throw new Error("no nota");
      return nota;
    },
    manifest: async (id, novoStatus, justificativa) => {
      const answer = await pessoa.call("Nota.manifestacao", { tipo: "NFe", id, novoStatus, justificativa });
      expect(answer.sucesso).toBe(answer.mensagem === null);
      return answer.mensagem;
    },
    show: async (id) => (await pessoa.call("Nota.getNota", { id })).object as unknown as NotaVista,
  };
}

/** Only the dates of the certificate matter before anything is signed. */
async function keepCertificado(contaId: string, empresaId: string, days: number): Promise<void> {
  await wire.asOwner(
    `INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, cnpj, valido_de, valido_ate)
     VALUES ($1, $2, $3, '\\x00', 'PADARIA AURORA LTDA', $4, $5::timestamptz - interval '1 year', $5::timestamptz + make_interval(days => $6))`,
    [contaId, newId(), empresaId, NOSSA, wire.clock.now(), days],
  );
}

type Linha = {
  id: string;
  status: number;
  estado: string;
  n_seq: number;
  justificativa: string | null;
  usuario: string | null;
};
const rowsOf = ({ contaId }: Pessoa): Promise<Linha[]> =>
  wire.asOwner<Linha>("SELECT * FROM manifestacao WHERE conta_id = $1 ORDER BY pedida_em, id", [contaId]);

test("a request is stored with its user and justificativa, plans one tarefa and shows as pending on the nota", async () => {
  const ana = await open();
  const { id } = await ana.keep();
  expect(await ana.manifest(id, NAO_REALIZADA, JUSTIFICATIVA)).toBeNull();
  const [row, ...others] = await rowsOf(ana);
  expect([row, others]).toMatchObject([
    { status: 3, estado: "pendente", n_seq: 1, justificativa: JUSTIFICATIVA, usuario: "Ana de Teste" },
    [],
  ]);
  const tarefas = await wire.asOwner("SELECT tipo, alvo, cota FROM tarefa WHERE conta_id = $1", [
    ana.contaId,
  ]);
  expect(tarefas).toEqual([{ tipo: "manifesto", alvo: row?.id, cota: "sefaz:AN:evento" }]);
  const registros = await wire.asOwner(
    "SELECT usuario, acao, alvo, detalhe FROM registro WHERE conta_id = $1 AND acao = 'manifestar'",
    [ana.contaId],
  );
  expect(registros).toEqual([
    {
      usuario: "Ana de Teste",
      acao: "manifestar",
      alvo: id,
      detalhe: `Operação não realizada: ${JUSTIFICATIVA}`,
    },
  ]);
  expect(await ana.show(id)).toMatchObject({
    manifestacao: 0,
    manifestacoes: [{ status: 3, estado: "pendente", justificativa: JUSTIFICATIVA, quem: "Ana de Teste" }],
    manifestacaoImpedida: MENSAGENS.manifestacaoEmEnvio,
  });
});

test("a user without the permission is refused, and the nota shows the reason before the attempt", async () => {
  const bia = await open({ permissao: false });
  const { id } = await bia.keep();
  const sentence = "Usuário não possui permissão para manifestação do destinatário.";
  expect(await bia.manifest(id, CONFIRMADA)).toBe(sentence);
  expect((await bia.show(id)).manifestacaoImpedida).toBe(sentence);
  const lote = await bia.call("Nota.manifestarLote", { ids: [id], novoStatus: CONFIRMADA });
  expect(lote).toMatchObject({ sucesso: false, mensagem: sentence });
  expect(await rowsOf(bia)).toEqual([]);
});

test("each missing condition has its own error message, the same on the nota and in the refusal", async () => {
  const nome = "Empresa de Teste Ltda";
  for (const [o, sentence] of [
    [{ ativa: false }, MENSAGENS.manifestacaoDesativada.replace("{empresa}", nome)],
    [{ certificado: false }, MENSAGENS.manifestacaoSemCertificado.replace("{empresa}", nome)],
  ] as const) {
    const ana = await open(o);
    const { id } = await ana.keep();
    expect(await ana.manifest(id, CONFIRMADA)).toBe(sentence);
    expect((await ana.show(id)).manifestacaoImpedida).toBe(sentence);
  }
  const ana = await open({ certificado: false });
  await keepCertificado(ana.contaId, ana.empresaId, -1);
  const { id } = await ana.keep();
  expect(await ana.manifest(id, CONFIRMADA)).toMatch(
    /^O certificado de Empresa de Teste Ltda venceu em \d\d\/\d\d\/\d{4} \d\d:\d\d\. Envie/,
  );
});

test("a manifestação cannot be undone, and its justificativa must have 15 to 255 characters", async () => {
  const ana = await open();
  const { id } = await ana.keep();
  expect(await ana.manifest(id, 0)).toBe(MENSAGENS.manifestacaoNaoVolta);
  expect(await ana.manifest(id, NAO_REALIZADA, "curta demais ")).toBe(
    "Escreva a justificativa com 15 a 255 caracteres.",
  );
  expect(await ana.manifest(id, CONFIRMADA, "Recebida sem reservas")).toBe(MENSAGENS.justificativaSobra);
  expect(await rowsOf(ana)).toEqual([]);
});

test("only a received, authorized NF-e accepts a manifestação", async () => {
  const ana = await open();
  for (const [o, sentence] of [
    [{ tipoNota: "CTe" }, MENSAGENS.manifestacaoSoNfe],
    [{ papel: "S" }, MENSAGENS.manifestacaoSoRecebida],
    [{ terceiros: true, empresaId: null }, MENSAGENS.manifestacaoDeTerceiros],
    [{ quarentena: true, veredito: "suspeita" }, MENSAGENS.manifestacaoEmQuarentena],
    [{ sefazStatus: "101" }, MENSAGENS.manifestacaoDeCancelada],
    [{ sefazStatus: null, nfeStatus: "302" }, MENSAGENS.manifestacaoDeDenegada],
  ] as const) {
    const { id } = await ana.keep(o);
    expect(await ana.manifest(id, CONFIRMADA)).toBe(sentence);
    const shown = await ana.show(id);
    expect([shown.manifestacaoImpedida, shown.prazosManifestacao]).toEqual([sentence, []]);
  }
  const { id } = await ana.keep({ sefazStatus: "150" });
  expect(await ana.manifest(id, CONFIRMADA)).toBeNull();
  const wrong = await ana.call("Nota.manifestacao", { tipo: "CTe", id, novoStatus: CONFIRMADA });
  expect(wrong.mensagem).toBe(MENSAGENS.manifestacaoSoNfe);
});

test("the deadline of the ciência ends first, the others later, each with its date", async () => {
  const ana = await open();
  await wire.asOwner(
    "UPDATE certificado SET valido_ate = valido_ate + interval '2 years' WHERE conta_id = $1",
    [ana.contaId],
  );
  const agora = wire.clock.now().getTime();
  const of = (ms: number) => ana.keep({ emissao: new Date(agora - ms).toISOString() });
  const [nova, velha, antiga] = [
    await of(DIA_MS),
    await of(PRAZO_CIENCIA_MS + 60_000),
    await of(PRAZO_CONCLUSIVA_MS + 60_000),
  ];
  expect(await ana.manifest(nova.id, CIENCIA)).toBeNull();
  expect(await ana.manifest(velha.id, CIENCIA)).toMatch(
    /^O prazo da ciência terminou em .*\. As outras manifestações ainda são aceitas até \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/,
  );
  expect((await ana.show(velha.id)).prazosManifestacao.map(({ vencido }) => vencido)).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(await ana.manifest(velha.id, CONFIRMADA)).toBeNull();
  expect(await ana.manifest(antiga.id, CONFIRMADA)).toMatch(/^O prazo para esta manifestação terminou em /);
  expect((await ana.show(antiga.id)).manifestacaoImpedida).toMatch(
    /^O prazo para esta manifestação terminou em /,
  );
});

test("the list shows the deadline of a missing manifestação and the tacit confirmation after it", async () => {
  const ana = await open();
  const agora = wire.clock.now().getTime();
  const of = (dias: number) => ana.keep({ emissao: new Date(agora - dias * DIA_MS).toISOString() });
  const [nova, calada, dita] = [await of(80), await of(91), await of(1)];
  expect(await ana.manifest(dita.id, CONFIRMADA)).toBeNull();
  await wire.asOwner("UPDATE nota SET manifestacao = 1 WHERE id = $1", [dita.id]);
  type Linha = { id: string; prazoManifestacao: string | null; confirmadaTacitamenteEm: string | null };
  const { results } = await ana.call("Nota.getListNota", { currentPage: 1, pageSize: 10 });
  const linhas = new Map((results as Linha[]).map((linha) => [linha.id, linha]));
  expect(linhas.get(nova.id)).toMatchObject({
    prazoManifestacao: new Date(agora + 10 * DIA_MS).toISOString(),
    confirmadaTacitamenteEm: null,
  });
  const fim = new Date(agora - DIA_MS).toISOString();
  const tacita = { prazoManifestacao: fim, confirmadaTacitamenteEm: fim };
  expect(linhas.get(calada.id)).toMatchObject(tacita);
  expect(linhas.get(dita.id)).toMatchObject({ prazoManifestacao: null, confirmadaTacitamenteEm: null });
  expect(await ana.show(calada.id)).toMatchObject({ ...tacita, manifestacao: 0 });
});

test("simultaneous requests of one kind become one, and another kind is refused until it ends", async () => {
  const ana = await open();
  const { id } = await ana.keep();
  const answers = await Promise.all(Array.from({ length: 8 }, () => ana.manifest(id, CONFIRMADA)));
  expect(answers).toEqual(Array(8).fill(null));
  expect(await rowsOf(ana)).toHaveLength(1);
  expect(await ana.manifest(id, DESCONHECIDA)).toBe(MENSAGENS.manifestacaoEmEnvio);
  const outra = await ana.keep();
  const both = await Promise.all([ana.manifest(outra.id, CONFIRMADA), ana.manifest(outra.id, DESCONHECIDA)]);
  expect(both.toSorted()).toEqual([MENSAGENS.manifestacaoEmEnvio, null].toSorted());
});

test("a batch returns the outcome of each nota", async () => {
  const ana = await open();
  const vizinha = await open();
  const [boa, repetida, cancelada] = [
    await ana.keep(),
    await ana.keep(),
    await ana.keep({ sefazStatus: "101" }),
  ];
  const alheia = await vizinha.keep();
  await ana.manifest(repetida.id, CIENCIA);
  const ids = [cancelada.id, boa.id, alheia.id, repetida.id, newId()];
  const { results, totalCount } = await ana.call("Nota.manifestarLote", { ids, novoStatus: CIENCIA });
  expect([totalCount, results]).toEqual([
    5,
    [
      { id: ids[0], mensagem: MENSAGENS.manifestacaoDeCancelada },
      { id: ids[1], mensagem: null },
      { id: ids[2], mensagem: "Documento não encontrado." },
      { id: ids[3], mensagem: null },
      { id: ids[4], mensagem: "Documento não encontrado." },
    ],
  ]);
  expect([(await rowsOf(ana)).length, await rowsOf(vizinha)]).toEqual([2, []]);
  expect(await ana.manifest(alheia.id, CONFIRMADA)).toBe("Documento não encontrado.");
});

test("a batch accepts at most 200 notas", async () => {
  const ana = await open();
  const ids = (n: number) => Array.from({ length: n }, () => newId());
  const call = (n: number) =>
    rpc(wire, {
      id: 1,
      method: "Nota.manifestarLote",
      params: { ids: ids(n), novoStatus: CIENCIA },
      authToken: ana.token,
    });
  expect((await call(LOTE_MAX)).result?.results).toHaveLength(LOTE_MAX);
  expect((await call(LOTE_MAX + 1)).error?.code).toBe(-32602);
});

test("filters the list by registered manifestação", async () => {
  const ana = await open();
  const [confirmada, nenhuma] = [await ana.keep(), await ana.keep()];
  await wire.asOwner("UPDATE nota SET manifestacao = 1 WHERE id = $1", [confirmada.id]);
  const list = async (manifestacao: (0 | 1 | 2 | 3 | 4)[]) => {
    const { results } = await ana.call("Nota.getListNota", { searchFilter: { manifestacao } });
    return (results as { id: string; manifestacao: number }[]).map((row) => [row.id, row.manifestacao]);
  };
  expect(await list([1, 2])).toEqual([[confirmada.id, 1]]);
  expect(await list([0])).toEqual([[nenhuma.id, 0]]);
});

describe("the automatic ciência", () => {
  const agora = (): Date => wire.clock.now();
  const plan = (ana: Destinatario, chaves: readonly string[], autorizadaEm = agora()) =>
    wire.ctx.database.withContaSql(ana.contaId, (sql) =>
      planCiencia(sql, ana.contaId, {
        empresaId: ana.empresaId,
        documentos: chaves.map((chave) => ({ chave, autorizadaEm })),
        agora: agora(),
      }),
    );
  const openAutomatica = async (o = {}): Promise<Destinatario> => {
    const ana = await open(o);
    await wire.asOwner("UPDATE empresa SET ciencia_automatica = true WHERE conta_id = $1", [ana.contaId]);
    return ana;
  };

  test("the automatic ciência is planned once per document without a user, before or after the nota arrives", async () => {
    const ana = await openAutomatica();
    const { id, chave } = await ana.keep();
    const chaves = [
      chave,
      inventChave(880_001),
      inventChave(880_001),
      inventChave(880_002, { modelo: "57" }),
    ];
    expect([await plan(ana, chaves), await plan(ana, chaves)]).toEqual([2, 0]);
    const rows = await rowsOf(ana);
    expect(rows).toMatchObject([
      { status: CIENCIA, usuario: null, n_seq: 1, estado: "pendente" },
      { status: CIENCIA, usuario: null, n_seq: 1, estado: "pendente" },
    ]);
    const tarefas = await wire.asOwner("SELECT alvo FROM tarefa WHERE conta_id = $1 AND tipo = 'manifesto'", [
      ana.contaId,
    ]);
    expect(tarefas.map(({ alvo }) => alvo).toSorted()).toEqual(rows.map((row) => row.id).toSorted());
    expect((await ana.show(id)).manifestacoes).toMatchObject([{ status: CIENCIA, quem: null }]);
    // A pending automatic ciência does not block a user's manifestação.
    expect(await ana.manifest(id, CONFIRMADA)).toBeNull();
  });

  test.each([
    ["switched off", async (ana: Destinatario) => set(ana, "ciencia_automatica = false")],
    ["without manifestação", async (ana: Destinatario) => set(ana, "ativar_manifestacao = false")],
    [
      "without a certificate",
      async (ana: Destinatario) => wire.asOwner("DELETE FROM certificado WHERE conta_id = $1", [ana.contaId]),
    ],
    [
      "with one that is over",
      async (ana: Destinatario) =>
        wire.asOwner("UPDATE certificado SET valido_ate = $2 WHERE conta_id = $1", [ana.contaId, agora()]),
    ],
  ])("no automatic ciência is planned for an empresa %s", async (_name, take) => {
    const ana = await openAutomatica();
    await take(ana);
    expect(await plan(ana, [inventChave(880_010)])).toBe(0);
  });
  const set = (ana: Destinatario, what: string) =>
    wire.asOwner(`UPDATE empresa SET ${what} WHERE conta_id = $1`, [ana.contaId]);

  test("no automatic ciência is planned for a document that is late, cancelled or already manifested", async () => {
    const ana = await openAutomatica();
    const late = new Date(agora().getTime() - PRAZO_CIENCIA_MS - 60_000);
    expect(await plan(ana, [inventChave(880_020)], late)).toBe(0);
    const cancelada = await ana.keep({ sefazStatus: "101" });
    const pedida = await ana.keep();
    await ana.manifest(pedida.id, DESCONHECIDA);
    await wire.asOwner("UPDATE manifestacao SET estado = 'recusada' WHERE conta_id = $1", [ana.contaId]);
    const dita = inventChave(880_021);
    await keepConfirmacao(ana, dita);
    expect(await plan(ana, [cancelada.chave, pedida.chave, dita])).toBe(0);
    expect(await plan(ana, [inventChave(880_022)])).toBe(1);
  });

  async function keepConfirmacao(ana: Destinatario, chave: string): Promise<void> {
    const xml = Buffer.from(writeEvento({ chave, tpEvento: "210200", autor: NOSSA }));
    const ouvido = await toOuvido({ chave, xml }, { confianca: { ancoras: [] } });
    await wire.ctx.database.withContaSql(ana.contaId, (sql) =>
      keepOuvidos(sql, ana.contaId, { ouvidos: ouvido ? [ouvido] : [], agora: agora() }),
    );
  }
});

test("a request that loses its tarefa is planned again, and fails after repeated losses", async () => {
  const ana = await open();
  const { id } = await ana.keep();
  await ana.manifest(id, CONFIRMADA);
  const lose = () =>
    wire.asOwner("UPDATE tarefa SET estado = 'feita', terminada_em = $2 WHERE conta_id = $1", [
      ana.contaId,
      wire.clock.now(),
    ]);
  const [wish] = await rowsOf(ana);
  for (let n = 0; n < 5; n += 1) {
    await lose();
    await sweepParados(wire.ctx);
    const [last] = await wire.asOwner(
      "SELECT count(*)::int AS abertas FROM tarefa WHERE alvo = $1 AND estado = 'pendente'",
      [wish?.id],
    );
    expect(last?.abertas).toBe(n < 4 ? 1 : 0);
  }
  expect((await ana.show(id)).manifestacoes).toMatchObject([
    { estado: "falhou", mensagem: `${MENSAGENS.falhaManifestacao} ${FALHA_MANIFESTACAO.interna}` },
  ]);
});
