import { LOTE_MAX, MANIFESTACAO_FAILURES, MESSAGES } from "@malote/contract";
import { DAY_MS } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { sweepStalled } from "../../src/jobs/cleanup/sweep-stalled.ts";
import { planCiencia } from "../../src/services/manifestacao/plan-ciencia.ts";
import {
  keepReceivedEventos,
  toReceivedEvento,
} from "../../src/services/sefaz-answer/keep-received-eventos.ts";
import { insertNotas, inventChave, inventNota, type NewNota } from "../setup/invent-notas.ts";
import { JUSTIFICATIVA, NOSSA, writeEvento } from "../setup/nota-copies.ts";
import { createWire, rpc, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

const CONFIRMADA = 1;
const DESCONHECIDA = 2;
const NAO_REALIZADA = 3;
const CIENCIA = 4;
const CIENCIA_DEADLINE_MS = 10 * DAY_MS;
const CONCLUSIVA_DEADLINE_MS = 90 * DAY_MS;

let wire: Wire;
beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());

/** A user with the permission to manifest, for an empresa that allows it. */
type ManifestingUser = SignedInUser & {
  empresaId: string;
  insertNota(o?: Partial<NewNota>): Promise<NewNota>;
  manifest(id: string, novoStatus: 0 | 1 | 2 | 3 | 4, justificativa?: string): Promise<string | null>;
  show(id: string): Promise<ShownNota>;
};
type ShownNota = {
  manifestacao: number;
  manifestacoes: { status: number; estado: string; justificativa: string | null; quem: string | null }[];
  prazosManifestacao: { status: number; ate: string; vencido: boolean }[];
  manifestacaoImpedida: string | null;
};

async function createManifestingUser({
  permissao: allowed = true,
  ativa: enabled = true,
  certificado = true,
} = {}): Promise<ManifestingUser> {
  const user = await signInNewUser(wire);
  const { contaId } = user;
  await wire.asOwner("UPDATE usuario SET permissao_manifestacao = $2 WHERE conta_id = $1", [
    contaId,
    allowed,
  ]);
  const { empresaId } = await wire.createEmpresa(contaId, { cnpj: NOSSA });
  await wire.asOwner("UPDATE empresa SET ativar_manifestacao = $2 WHERE conta_id = $1", [contaId, enabled]);
  if (certificado) await keepCertificado(contaId, empresaId, 365);
  return {
    ...user,
    empresaId,
    insertNota: async (o) => {
      const emissao = wire.clock.now().toISOString();
      const [nota] = await insertNotas(wire, contaId, [inventNota({ empresaId, emissao, ...o })]);
      if (!nota) throw new Error("no nota");
      return nota;
    },
    manifest: async (id, novoStatus, justificativa) => {
      const answer = await user.call("Nota.manifestacao", { tipo: "NFe", id, novoStatus, justificativa });
      expect(answer.sucesso).toBe(answer.mensagem === null);
      return answer.mensagem;
    },
    show: async (id) => (await user.call("Nota.getNota", { id })).object as unknown as ShownNota,
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
const rowsOf = ({ contaId }: SignedInUser): Promise<Linha[]> =>
  wire.asOwner<Linha>("SELECT * FROM manifestacao WHERE conta_id = $1 ORDER BY pedida_em, id", [contaId]);

test("a request is stored with its user and justificativa, plans one tarefa and shows as pending on the nota", async () => {
  const ana = await createManifestingUser();
  const { id } = await ana.insertNota();
  expect(await ana.manifest(id, NAO_REALIZADA, JUSTIFICATIVA)).toBeNull();
  const [row, ...others] = await rowsOf(ana);
  expect([row, others]).toMatchObject([
    { status: 3, estado: "pendente", n_seq: 1, justificativa: JUSTIFICATIVA, usuario: "Ana de Teste" },
    [],
  ]);
  const tasks = await wire.asOwner("SELECT tipo, alvo, cota FROM tarefa WHERE conta_id = $1", [ana.contaId]);
  expect(tasks).toEqual([{ tipo: "manifesto", alvo: row?.id, cota: "sefaz:AN:evento" }]);
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
    manifestacaoImpedida: MESSAGES.manifestacaoEmEnvio,
  });
});

test("a user without the permission is refused, and the nota shows the reason before the attempt", async () => {
  const bia = await createManifestingUser({ permissao: false });
  const { id } = await bia.insertNota();
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
    [{ ativa: false }, MESSAGES.manifestacaoDesativada.replace("{empresa}", nome)],
    [{ certificado: false }, MESSAGES.manifestacaoSemCertificado.replace("{empresa}", nome)],
  ] as const) {
    const ana = await createManifestingUser(o);
    const { id } = await ana.insertNota();
    expect(await ana.manifest(id, CONFIRMADA)).toBe(sentence);
    expect((await ana.show(id)).manifestacaoImpedida).toBe(sentence);
  }
  const ana = await createManifestingUser({ certificado: false });
  await keepCertificado(ana.contaId, ana.empresaId, -1);
  const { id } = await ana.insertNota();
  expect(await ana.manifest(id, CONFIRMADA)).toMatch(
    /^O certificado de Empresa de Teste Ltda venceu em \d\d\/\d\d\/\d{4} \d\d:\d\d\. Envie/,
  );
});

test("a manifestação cannot be undone, and its justificativa must have 15 to 255 characters", async () => {
  const ana = await createManifestingUser();
  const { id } = await ana.insertNota();
  expect(await ana.manifest(id, 0)).toBe(MESSAGES.manifestacaoNaoVolta);
  expect(await ana.manifest(id, NAO_REALIZADA, "curta demais ")).toBe(
    "Escreva a justificativa com 15 a 255 caracteres.",
  );
  expect(await ana.manifest(id, CONFIRMADA, "Recebida sem reservas")).toBe(MESSAGES.justificativaSobra);
  expect(await rowsOf(ana)).toEqual([]);
});

test("only a received, authorized NF-e accepts a manifestação", async () => {
  const ana = await createManifestingUser();
  for (const [o, sentence] of [
    [{ tipoNota: "CTe" }, MESSAGES.manifestacaoSoNfe],
    [{ papel: "S" }, MESSAGES.manifestacaoSoRecebida],
    [{ terceiros: true, empresaId: null }, MESSAGES.manifestacaoDeTerceiros],
    [{ quarentena: true, veredito: "suspeita" }, MESSAGES.manifestacaoEmQuarentena],
    [{ sefazStatus: "101" }, MESSAGES.manifestacaoDeCancelada],
    [{ sefazStatus: null, nfeStatus: "302" }, MESSAGES.manifestacaoDeDenegada],
  ] as const) {
    const { id } = await ana.insertNota(o);
    expect(await ana.manifest(id, CONFIRMADA)).toBe(sentence);
    const shown = await ana.show(id);
    expect([shown.manifestacaoImpedida, shown.prazosManifestacao]).toEqual([sentence, []]);
  }
  const { id } = await ana.insertNota({ sefazStatus: "150" });
  expect(await ana.manifest(id, CONFIRMADA)).toBeNull();
  const wrong = await ana.call("Nota.manifestacao", { tipo: "CTe", id, novoStatus: CONFIRMADA });
  expect(wrong.mensagem).toBe(MESSAGES.manifestacaoSoNfe);
});

test("the deadline of the ciência ends first, the others later, each with its date", async () => {
  const ana = await createManifestingUser();
  await wire.asOwner(
    "UPDATE certificado SET valido_ate = valido_ate + interval '2 years' WHERE conta_id = $1",
    [ana.contaId],
  );
  const now = wire.clock.now().getTime();
  const of = (ms: number) => ana.insertNota({ emissao: new Date(now - ms).toISOString() });
  const [recent, beyondCiencia, beyondConclusiva] = [
    await of(DAY_MS),
    await of(CIENCIA_DEADLINE_MS + 60_000),
    await of(CONCLUSIVA_DEADLINE_MS + 60_000),
  ];
  expect(await ana.manifest(recent.id, CIENCIA)).toBeNull();
  expect(await ana.manifest(beyondCiencia.id, CIENCIA)).toMatch(
    /^O prazo da ciência terminou em .*\. As outras manifestações ainda são aceitas até \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/,
  );
  expect((await ana.show(beyondCiencia.id)).prazosManifestacao.map(({ vencido }) => vencido)).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(await ana.manifest(beyondCiencia.id, CONFIRMADA)).toBeNull();
  expect(await ana.manifest(beyondConclusiva.id, CONFIRMADA)).toMatch(
    /^O prazo para esta manifestação terminou em /,
  );
  expect((await ana.show(beyondConclusiva.id)).manifestacaoImpedida).toMatch(
    /^O prazo para esta manifestação terminou em /,
  );
});

test("the list shows the deadline of a missing manifestação and the tacit confirmation after it", async () => {
  const ana = await createManifestingUser();
  const now = wire.clock.now().getTime();
  const of = (dias: number) => ana.insertNota({ emissao: new Date(now - dias * DAY_MS).toISOString() });
  const [recent, silent, manifested] = [await of(80), await of(91), await of(1)];
  expect(await ana.manifest(manifested.id, CONFIRMADA)).toBeNull();
  await wire.asOwner("UPDATE nota SET manifestacao = 1 WHERE id = $1", [manifested.id]);
  type ListedNota = { id: string; prazoManifestacao: string | null; confirmadaTacitamenteEm: string | null };
  const { results } = await ana.call("Nota.getListNota", { currentPage: 1, pageSize: 10 });
  const rowsById = new Map((results as ListedNota[]).map((listed) => [listed.id, listed]));
  expect(rowsById.get(recent.id)).toMatchObject({
    prazoManifestacao: new Date(now + 10 * DAY_MS).toISOString(),
    confirmadaTacitamenteEm: null,
  });
  const end = new Date(now - DAY_MS).toISOString();
  const tacit = { prazoManifestacao: end, confirmadaTacitamenteEm: end };
  expect(rowsById.get(silent.id)).toMatchObject(tacit);
  expect(rowsById.get(manifested.id)).toMatchObject({
    prazoManifestacao: null,
    confirmadaTacitamenteEm: null,
  });
  expect(await ana.show(silent.id)).toMatchObject({ ...tacit, manifestacao: 0 });
});

test("simultaneous requests of one kind become one, and another kind is refused until it ends", async () => {
  const ana = await createManifestingUser();
  const { id } = await ana.insertNota();
  const answers = await Promise.all(Array.from({ length: 8 }, () => ana.manifest(id, CONFIRMADA)));
  expect(answers).toEqual(Array(8).fill(null));
  expect(await rowsOf(ana)).toHaveLength(1);
  expect(await ana.manifest(id, DESCONHECIDA)).toBe(MESSAGES.manifestacaoEmEnvio);
  const second = await ana.insertNota();
  const both = await Promise.all([
    ana.manifest(second.id, CONFIRMADA),
    ana.manifest(second.id, DESCONHECIDA),
  ]);
  expect(both.toSorted()).toEqual([MESSAGES.manifestacaoEmEnvio, null].toSorted());
});

test("a batch returns the outcome of each nota", async () => {
  const ana = await createManifestingUser();
  const neighbour = await createManifestingUser();
  const [accepted, repeated, cancelled] = [
    await ana.insertNota(),
    await ana.insertNota(),
    await ana.insertNota({ sefazStatus: "101" }),
  ];
  const foreign = await neighbour.insertNota();
  await ana.manifest(repeated.id, CIENCIA);
  const ids = [cancelled.id, accepted.id, foreign.id, repeated.id, newId()];
  const { results, totalCount } = await ana.call("Nota.manifestarLote", { ids, novoStatus: CIENCIA });
  expect([totalCount, results]).toEqual([
    5,
    [
      { id: ids[0], mensagem: MESSAGES.manifestacaoDeCancelada },
      { id: ids[1], mensagem: null },
      { id: ids[2], mensagem: "Documento não encontrado." },
      { id: ids[3], mensagem: null },
      { id: ids[4], mensagem: "Documento não encontrado." },
    ],
  ]);
  expect([(await rowsOf(ana)).length, await rowsOf(neighbour)]).toEqual([2, []]);
  expect(await ana.manifest(foreign.id, CONFIRMADA)).toBe("Documento não encontrado.");
});

test("a batch accepts at most 200 notas", async () => {
  const ana = await createManifestingUser();
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

test("the list is filtered by registered manifestação", async () => {
  const ana = await createManifestingUser();
  const [confirmed, none] = [await ana.insertNota(), await ana.insertNota()];
  await wire.asOwner("UPDATE nota SET manifestacao = 1 WHERE id = $1", [confirmed.id]);
  const list = async (manifestacao: (0 | 1 | 2 | 3 | 4)[]) => {
    const { results } = await ana.call("Nota.getListNota", { searchFilter: { manifestacao } });
    return (results as { id: string; manifestacao: number }[]).map((row) => [row.id, row.manifestacao]);
  };
  expect(await list([1, 2])).toEqual([[confirmed.id, 1]]);
  expect(await list([0])).toEqual([[none.id, 0]]);
});

describe("the automatic ciência", () => {
  const now = (): Date => wire.clock.now();
  const plan = (ana: ManifestingUser, chaves: readonly string[], autorizadaEm = now()) =>
    wire.ctx.database.withConta(ana.contaId, (db) =>
      planCiencia(db, ana.contaId, {
        empresaId: ana.empresaId,
        documentos: chaves.map((chave) => ({ chave, autorizadaEm })),
        now: now(),
      }),
    );
  const createWithAutomaticCiencia = async (o = {}): Promise<ManifestingUser> => {
    const ana = await createManifestingUser(o);
    await wire.asOwner("UPDATE empresa SET ciencia_automatica = true WHERE conta_id = $1", [ana.contaId]);
    return ana;
  };

  test("the automatic ciência is planned once per document without a user, before or after the nota arrives", async () => {
    const ana = await createWithAutomaticCiencia();
    const { id, chave } = await ana.insertNota();
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
    const tasks = await wire.asOwner("SELECT alvo FROM tarefa WHERE conta_id = $1 AND tipo = 'manifesto'", [
      ana.contaId,
    ]);
    expect(tasks.map(({ alvo }) => alvo).toSorted()).toEqual(rows.map((row) => row.id).toSorted());
    expect((await ana.show(id)).manifestacoes).toMatchObject([{ status: CIENCIA, quem: null }]);
    // A pending automatic ciência does not block a user's manifestação.
    expect(await ana.manifest(id, CONFIRMADA)).toBeNull();
  });

  test.each([
    ["switched off", async (ana: ManifestingUser) => set(ana, "ciencia_automatica = false")],
    ["without manifestação", async (ana: ManifestingUser) => set(ana, "ativar_manifestacao = false")],
    [
      "without a certificate",
      async (ana: ManifestingUser) =>
        wire.asOwner("DELETE FROM certificado WHERE conta_id = $1", [ana.contaId]),
    ],
    [
      "with one that is over",
      async (ana: ManifestingUser) =>
        wire.asOwner("UPDATE certificado SET valido_ate = $2 WHERE conta_id = $1", [ana.contaId, now()]),
    ],
  ])("no automatic ciência is planned for an empresa %s", async (_name, take) => {
    const ana = await createWithAutomaticCiencia();
    await take(ana);
    expect(await plan(ana, [inventChave(880_010)])).toBe(0);
  });
  const set = (ana: ManifestingUser, what: string) =>
    wire.asOwner(`UPDATE empresa SET ${what} WHERE conta_id = $1`, [ana.contaId]);

  test("no automatic ciência is planned for a document that is late, cancelled or already manifested", async () => {
    const ana = await createWithAutomaticCiencia();
    const late = new Date(now().getTime() - CIENCIA_DEADLINE_MS - 60_000);
    expect(await plan(ana, [inventChave(880_020)], late)).toBe(0);
    const cancelled = await ana.insertNota({ sefazStatus: "101" });
    const requested = await ana.insertNota();
    await ana.manifest(requested.id, DESCONHECIDA);
    await wire.asOwner("UPDATE manifestacao SET estado = 'recusada' WHERE conta_id = $1", [ana.contaId]);
    const manifested = inventChave(880_021);
    await keepConfirmacao(ana, manifested);
    expect(await plan(ana, [cancelled.chave, requested.chave, manifested])).toBe(0);
    expect(await plan(ana, [inventChave(880_022)])).toBe(1);
  });

  async function keepConfirmacao(ana: ManifestingUser, chave: string): Promise<void> {
    const xml = Buffer.from(writeEvento({ chave, tpEvento: "210200", autor: NOSSA }));
    const received = await toReceivedEvento({ chave, xml }, { confianca: { trustedCas: [] } });
    await wire.ctx.database.withConta(ana.contaId, (db) =>
      keepReceivedEventos(db, ana.contaId, { received: received ? [received] : [], now: now() }),
    );
  }
});

test("a request that loses its tarefa is planned again, and fails after repeated losses", async () => {
  const ana = await createManifestingUser();
  const { id } = await ana.insertNota();
  await ana.manifest(id, CONFIRMADA);
  const loseTarefa = () =>
    wire.asOwner("UPDATE tarefa SET estado = 'feita', terminada_em = $2 WHERE conta_id = $1", [
      ana.contaId,
      wire.clock.now(),
    ]);
  const [pending] = await rowsOf(ana);
  for (let n = 0; n < 5; n += 1) {
    await loseTarefa();
    await sweepStalled(wire.ctx);
    const [last] = await wire.asOwner(
      "SELECT count(*)::int AS abertas FROM tarefa WHERE alvo = $1 AND estado = 'pendente'",
      [pending?.id],
    );
    expect(last?.abertas).toBe(n < 4 ? 1 : 0);
  }
  expect((await ana.show(id)).manifestacoes).toMatchObject([
    { estado: "falhou", mensagem: `${MESSAGES.falhaManifestacao} ${MANIFESTACAO_FAILURES.interna}` },
  ]);
});
