import { MENSAGENS } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../src/db/index.ts";
import { PRAZO_CIENCIA_MS, PRAZO_CONCLUSIVA_MS } from "../src/services/manifestacao/manifestacao.rules.ts";
import { JUSTIFICATIVA, NOSSA } from "./copias.ts";
import type { Pessoa, Wire } from "./wire.ts";
import { createWire, enter } from "./wire.ts";
import { insertNotas, inventNota, type NotaNova } from "./wire-notas.ts";

const CONFIRMADA = 1;
const DESCONHECIDA = 2;
const NAO_REALIZADA = 3;
const CIENCIA = 4;
const DIA_MS = 86_400_000;

let wire: Wire;
beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());

/** A person who may manifest, for a company that may. */
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

/** Only its dates matter before anything is signed. */
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

test("a wish is written down with who and why, one tarefa sends it, and the document shows that it waits", async () => {
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
    "SELECT usuario, acao, alvo, detalhe FROM registro WHERE conta_id = $1",
    [ana.contaId],
  );
  expect(registros).toEqual([
    { usuario: "Ana de Teste", acao: "manifestar", alvo: id, detalhe: `3 ${JUSTIFICATIVA}` },
  ]);
  expect(await ana.show(id)).toMatchObject({
    manifestacao: 0,
    manifestacoes: [{ status: 3, estado: "pendente", justificativa: JUSTIFICATIVA, quem: "Ana de Teste" }],
    manifestacaoImpedida: MENSAGENS.manifestacaoEmEnvio,
  });
});

test("who may not speak for the company is told so, and sees it before trying", async () => {
  const bia = await open({ permissao: false });
  const { id } = await bia.keep();
  const sentence = "Usuário não possui permissão para manifestação do destinatário.";
  expect(await bia.manifest(id, CONFIRMADA)).toBe(sentence);
  expect((await bia.show(id)).manifestacaoImpedida).toBe(sentence);
  const lote = await bia.call("Nota.manifestarLote", { ids: [id], novoStatus: CONFIRMADA });
  expect(lote).toMatchObject({ sucesso: false, mensagem: sentence });
  expect(await rowsOf(bia)).toEqual([]);
});

test("each thing that is missing has a sentence that says what to do, the same on the document and when asked", async () => {
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

test("nothing is taken back, and the reason is measured", async () => {
  const ana = await open();
  const { id } = await ana.keep();
  expect(await ana.manifest(id, 0)).toBe(MENSAGENS.manifestacaoNaoVolta);
  expect(await ana.manifest(id, NAO_REALIZADA, "curta demais ")).toBe(
    "Escreva a justificativa com 15 a 255 caracteres.",
  );
  expect(await ana.manifest(id, CONFIRMADA, "Recebida sem reservas")).toBe(MENSAGENS.justificativaSobra);
  expect(await rowsOf(ana)).toEqual([]);
});

test("only a received NF-e that stands takes one", async () => {
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

test("the clock ends the ciência first and the others later, and says when", async () => {
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
    /^O prazo da ciência terminou em .*, até \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/,
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

test("two wishes at once are one, and another kind waits for it", async () => {
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

test("many are asked for in one call, each with its own outcome", async () => {
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
