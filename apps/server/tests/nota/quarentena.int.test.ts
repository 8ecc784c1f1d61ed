import { gunzipSync } from "node:zlib";
import { MESSAGES } from "@malote/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ContaFixture, NOSSA, openContaFixture, writeCopy } from "../setup/nota-copies.ts";
import { createWire, get, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

let wire: Wire;
let setup: ContaFixture;
let ana: SignedInUser;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());
beforeEach(async () => {
  setup = await openContaFixture(wire);
  ana = await signInNewUser(wire, { conta: setup });
});

const MOTIVO = "Conferida com o emitente por telefone";
const suspicious = writeCopy({ digVal: "DUVIDOSA=", valor: "250.10" });
const SUSPICION = { achados: ["cadeia-desconhecida"] } as const;

/** Receives a suspicious copy; returns the id of its nota. */
async function receiveSuspicious(): Promise<string> {
  expect(await setup.receive([suspicious, { achados: [...SUSPICION.achados] }])).toEqual([
    { destino: "quarentena", motivo: "suspeita" },
  ]);
  return (await setup.nota(1)).id;
}

const release = (id: string, motivo = MOTIVO, user = ana) =>
  user.call("Nota.liberarQuarentena", { id, motivo });

const badge = async (): Promise<unknown> => (await ana.call("Nota.getNotasEntradaEmAberto", {})).totalCount;

const listRegistros = () =>
  wire.asOwner(
    "SELECT usuario_id, usuario, acao, alvo, detalhe FROM registro WHERE conta_id = $1 AND acao LIKE '%-quarentena' ORDER BY ordem",
    [setup.contaId],
  );

describe("releasing a nota from quarantine", () => {
  test("a released nota counts, is published, may be flagged, and shows who released it, when and why", async () => {
    const id = await receiveSuspicious();
    expect([await badge(), await setup.feed(), await setup.totals()]).toEqual([
      0,
      [],
      { rollup: "0 0", notas: "0 0" },
    ]);
    expect(await release(id, `  ${MOTIVO}\n`)).toMatchObject({ sucesso: true });
    expect([await badge(), await setup.feed()]).toEqual([1, ["nota"]]);
    expect(await setup.totals()).toEqual({ rollup: "1 250.10", notas: "1 250.10" });
    const { object } = await ana.call("Nota.getNota", { id });
    expect(object).toMatchObject({
      veredito: "suspeita",
      quarentena: false,
      quarentenaLiberadaPor: "Ana de Teste",
      quarentenaMotivo: MOTIVO,
      quarentenaLiberadaEm: expect.stringMatching(/^20/),
    });
    expect(await listRegistros()).toEqual([
      {
        usuario_id: ana.usuarioId,
        usuario: "Ana de Teste",
        acao: "liberar-quarentena",
        alvo: id,
        detalhe: MOTIVO,
      },
    ]);
    expect(await ana.call("Nota.setRecebido", { id, recebido: true })).toMatchObject({ sucesso: true });
    const file = await get(wire, `/Services/downloadDFe?id=${id}`, { authorization: `Bearer ${ana.token}` });
    const bytes = Buffer.from(await file.arrayBuffer());
    const isGzip = file.headers.get("content-encoding") === "gzip";
    expect(String(isGzip ? gunzipSync(bytes) : bytes)).toBe(suspicious);
    const tasks = await wire.asOwner("SELECT tipo FROM tarefa WHERE conta_id = $1", [setup.contaId]);
    expect(tasks).toEqual([{ tipo: "validate" }]);
  });

  test("a second release of a nota is refused and changes no totals", async () => {
    const id = await receiveSuspicious();
    const answers = await Promise.all([release(id), release(id)]);
    expect(answers.map(({ sucesso }) => sucesso).toSorted()).toEqual([false, true]);
    expect(await release(id)).toMatchObject({ sucesso: false, mensagem: MESSAGES.notaForaDeQuarentena });
    expect(await setup.feed()).toEqual(["nota"]);
    expect(await setup.totals()).toEqual({ rollup: "1 250.10", notas: "1 250.10" });
    expect(await listRegistros()).toHaveLength(1);
  });

  test("a release by a user who is not an administrator is refused", async () => {
    const id = await receiveSuspicious();
    const bia = await signInNewUser(wire, { conta: setup, nomeUsuario: "bia", administrador: false });
    expect(await release(id, MOTIVO, bia)).toMatchObject({
      sucesso: false,
      mensagem: MESSAGES.acessoRestrito,
    });
    expect(await setup.nota(1)).toMatchObject({ quarentena: true });
    expect([await setup.feed(), await listRegistros()]).toEqual([[], []]);
  });

  test.each([
    ["14 characters", "a".repeat(14)],
    ["256 characters", "a".repeat(256)],
    ["spaces", " ".repeat(40)],
  ])("the motivo must have 15 to 255 characters: %s is refused", async (_what, motivo) => {
    const id = await receiveSuspicious();
    expect(await release(id, motivo)).toMatchObject({
      sucesso: false,
      erros: [{ campo: "motivo", mensagem: "Escreva o motivo com 15 a 255 caracteres." }],
    });
    expect(await setup.nota(1)).toMatchObject({ quarentena: true });
  });

  test("the release of a nota of SEFAZ's test environment is refused", async () => {
    await setup.receive([writeCopy({ tpAmb: "2" }), { achados: ["ambiente-homologacao"] }]);
    const { id } = await setup.nota(1);
    expect(await release(id)).toMatchObject({ sucesso: false, mensagem: MESSAGES.notaDeHomologacao });
    expect(await setup.nota(1)).toMatchObject({ quarentena: true, veredito: "nao-autorizada" });
  });

  test("the release of a nota whose content SEFAZ contradicts is refused", async () => {
    const id = await receiveSuspicious();
    await setup.applyAnswer({ numero: 1, digVal: "OUTRA=" });
    expect(await release(id)).toMatchObject({ sucesso: false, mensagem: MESSAGES.notaContraditaPelaSefaz });
    expect(await setup.feed()).toEqual([]);
  });

  test("a released nota of third parties stays out of badge, totals and feed", async () => {
    const foreign = suspicious.replaceAll(NOSSA, "27391485000148");
    await setup.receive([foreign, { achados: [...SUSPICION.achados] }]);
    const { id } = await setup.nota(1);
    expect(await release(id)).toMatchObject({ sucesso: true });
    expect([await badge(), await setup.feed()]).toEqual([0, []]);
    expect(await setup.nota(1)).toMatchObject({ quarentena: false, quarentena_motivo: MOTIVO });
  });
});

describe("a released nota after later answers and copies", () => {
  test("a released nota returns to quarantine when SEFAZ reports other content", async () => {
    const id = await receiveSuspicious();
    await release(id);
    await setup.applyAnswer({ numero: 1, digVal: "OUTRA=" });
    expect(await setup.nota(1)).toMatchObject({
      quarentena: true,
      quarentena_liberada_em: null,
      quarentena_liberada_por: null,
      quarentena_motivo: null,
    });
    expect(await setup.feed()).toEqual(["nota", "status", "quarentena"]);
    expect(await setup.totals()).toEqual({ rollup: "0 0.00", notas: "0 0" });
    expect((await listRegistros()).map((row) => [row.acao, row.usuario])).toEqual([
      ["liberar-quarentena", "Ana de Teste"],
      ["retomar-quarentena", "SEFAZ"],
    ]);
  });

  test("a released nota is confirmed when digest and signature match, even with an unknown certificate chain", async () => {
    const id = await receiveSuspicious();
    const isConfirmed = async () => {
      const { object } = await ana.call("Nota.getNota", { id });
      return (object as { confirmadaSefaz: boolean }).confirmadaSefaz;
    };
    expect(await isConfirmed()).toBe(false);
    await setup.applyAnswer({ numero: 1, digVal: "DUVIDOSA=" });
    expect(await isConfirmed()).toBe(true);
    await release(id);
    await setup.applyAnswer({ numero: 1, digVal: "DUVIDOSA=" });
    expect(await setup.nota(1)).toMatchObject({ quarentena: false, veredito: "suspeita" });
  });

  test("a released nota is replaced by an intact copy, while the registro keeps the release", async () => {
    const id = await receiveSuspicious();
    await release(id);
    await setup.receive([writeCopy({ digVal: "INTEGRA=", valor: "100.00" })]);
    const nota = await setup.nota(1);
    expect(nota).toMatchObject({ id, veredito: "autentica", valor_total: "100.00", quarentena_motivo: null });
    expect(await setup.feed()).toEqual(["nota", "troca"]);
    expect(await setup.totals()).toEqual({ rollup: "1 100.00", notas: "1 100.00" });
    expect(await listRegistros()).toHaveLength(1);
  });

  test("a released nota is not replaced by another copy that would need a release, whatever its rank", async () => {
    await setup.receive([suspicious, { achados: ["cadeia-desconhecida", "rsa-fraca"] }]);
    const { id, documento_id } = await setup.nota(1);
    await release(id);
    const otherCopy = writeCopy({ digVal: "OUTRA=", valor: "9.00", cStat: "100" });
    await setup.receive([otherCopy, { veredito: "assinatura-invalida", achados: ["digest-divergente"] }]);
    expect(await setup.nota(1)).toMatchObject({ documento_id, quarentena: false, quarentena_motivo: MOTIVO });
    expect(await setup.feed()).toEqual(["nota"]);
  });
});

const putBack = (id: string, motivo = "O emitente desmentiu por telefone", user = ana) =>
  user.call("Nota.colocarQuarentena", { id, motivo });

describe("putting a nota into quarantine again", () => {
  test("a released nota leaves totals and feed again, and its page shows every act in order", async () => {
    const id = await receiveSuspicious();
    await release(id);
    expect(await putBack(id)).toMatchObject({ sucesso: true });
    expect([await badge(), await setup.feed()]).toEqual([0, ["nota", "quarentena"]]);
    expect(await setup.totals()).toEqual({ rollup: "0 0.00", notas: "0 0" });
    const { object } = await ana.call("Nota.getNota", { id });
    expect(object).toMatchObject({
      quarentena: true,
      quarentenaMotivo: null,
      atosQuarentena: [
        { acao: "liberou", quem: "Ana de Teste", motivo: MOTIVO },
        { acao: "colocou", quem: "Ana de Teste", motivo: "O emitente desmentiu por telefone" },
      ],
    });
    expect(await ana.call("Nota.setRecebido", { id, recebido: true })).toMatchObject({ sucesso: false });
    expect(await release(id)).toMatchObject({ sucesso: true });
    expect(await setup.feed()).toEqual(["nota", "quarentena", "nota"]);
  });

  test("a nota that SEFAZ contradicts may be set apart, and is then no open divergence", async () => {
    await setup.receive([writeCopy({})]);
    const { id } = await setup.nota(1);
    expect(await putBack(id)).toMatchObject({ mensagem: MESSAGES.notaSemMotivoDeQuarentena });
    await setup.applyAnswer({ numero: 1, cStat: "101" });
    expect(await putBack(id)).toMatchObject({ sucesso: true });
    expect(await putBack(id)).toMatchObject({ mensagem: MESSAGES.notaJaEmQuarentena });
    const { totalCount } = await ana.call("Nota.getNumeroDivergencias", {});
    expect([totalCount, await badge()]).toEqual([0, 0]);
    // The same answer again, and the same copy again, change nothing.
    await setup.applyAnswer({ numero: 1, cStat: "101" });
    await setup.receive([writeCopy({})]);
    expect(await setup.nota(1)).toMatchObject({ quarentena: true });
  });

  test("only an administrator puts a nota into quarantine, and only with a reason", async () => {
    const id = await receiveSuspicious();
    await release(id);
    const bia = await signInNewUser(wire, { conta: setup, nomeUsuario: "bia", administrador: false });
    expect(await putBack(id, MOTIVO, bia)).toMatchObject({ mensagem: MESSAGES.acessoRestrito });
    expect(await putBack(id, "curto")).toMatchObject({ erros: [{ campo: "motivo" }] });
    expect(await setup.nota(1)).toMatchObject({ quarentena: false });
  });
});

test("a nota with an invalid signature is never confirmed by SEFAZ's digest", async () => {
  await setup.receive([suspicious, { achados: ["digest-divergente"] }]);
  await setup.applyAnswer({ numero: 1, digVal: "DUVIDOSA=" });
  const { object } = await ana.call("Nota.getNota", { id: (await setup.nota(1)).id });
  expect(object).toMatchObject({
    veredito: "assinatura-invalida",
    confirmadaSefaz: false,
    sefazDigVal: "DUVIDOSA=",
  });
});
