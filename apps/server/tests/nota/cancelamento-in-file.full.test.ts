import { spawnSync } from "node:child_process";
import { RESSALVAS, type ResultOf } from "@malote/contract";
import { HOUR_MS } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";
import { get, openWire, type SignedInUser, signInAs, type Wire } from "../setup/wire.ts";

type Nota = ResultOf<"Nota.getNota">["object"];
type SandboxNota = ReturnType<TestPipeline["sandbox"]["environment"]["emitNota"]>;

const JUSTIFICATIVA = "Mercadoria não embarcada por desistência do comprador";
const PDF_READER = "pdftotext";
const hasPdftotext = spawnSync(PDF_READER, ["-v"]).status === 0;

let pipeline: TestPipeline;
let wire: Wire;
let ana: SignedInUser;
let nota: SandboxNota;

beforeAll(async () => {
  pipeline = await createTestPipeline();
  wire = await openWire(pipeline);
  const [usuario] = await pipeline.asOwner<{ id: string }>("SELECT id FROM usuario");
  const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
  ana = await signInAs(wire, { contaId: pipeline.contaId, usuarioId: usuario?.id ?? "", ...demo });
});
afterAll(() => wire.dispose());
beforeEach(() => {
  nota = pipeline.sandbox.environment.emitNota({ idadeMin: 120 });
});

/** The XML of the nota with `inside` inserted after the protocol. */
function writeWith(inside: string): string {
  return nota.procXml.replace("</nfeProc>", `${inside.replace(/^<\?xml[^>]*\?>/, "")}</nfeProc>`);
}

/** SEFAZ's answer to a cancellation, without a signature. */
function writeAnswer(): string {
  const { chaveAcesso } = nota;
  return (
    `<retEvento xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00"><infEvento><tpAmb>1</tpAmb><cOrgao>35</cOrgao><cStat>135</cStat>` +
    `<xMotivo>Evento registrado e vinculado a NF-e</xMotivo><chNFe>${chaveAcesso}</chNFe><tpEvento>110111</tpEvento><xEvento>Cancelamento</xEvento>` +
    `<nSeqEvento>1</nSeqEvento><dhRegEvento>2026-11-20T10:00:00-03:00</dhRegEvento><nProt>135260000000077</nProt></infEvento></retEvento>`
  );
}

async function send(xml: string): Promise<void> {
  const anexo = { nome: `${nota.chaveAcesso}.xml`, tipo: "application/xml", bytes: Buffer.from(xml) };
  const email = { de: nota.fornecedor, assunto: "NF-e", texto: "Segue.\r\n", anexos: [anexo] };
  await pipeline.sandbox.environment.sendEmail(email);
  await pipeline.asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE tipo = 'poll'");
  expect(await pipeline.run("poll")).toEqual([]);
  expect(await pipeline.run("ingest")).toEqual([]);
}

async function readNota(): Promise<Nota> {
  const [row] = (await pipeline.notas()).filter(({ chave }) => chave === nota.chaveAcesso);
  return (await ana.call("Nota.getNota", { id: row?.id ?? "" })).object as Nota;
}

/** The text of the printed form, without blanks. */
async function readPrintedForm({ id }: Nota): Promise<string> {
  const answer = await get(wire, `/Services/downloadDanfe?id=${id}`, {
    authorization: `Bearer ${ana.token}`,
  });
  const input = Buffer.from(await answer.arrayBuffer());
  const { stdout } = spawnSync(PDF_READER, ["-raw", "-enc", "UTF-8", "-", "-"], { input });
  return stdout.toString().replace(/\s/g, "");
}

/** Number of pending SEFAZ queries for the nota that are due. */
async function countDueQueries(): Promise<number> {
  const rows = await pipeline.asOwner(
    "SELECT id FROM tarefa WHERE tipo = 'validate' AND alvo = $1 AND estado = 'pendente' AND vence_em <= $2",
    [nota.chaveAcesso, pipeline.clock.now()],
  );
  return rows.length;
}

const eventosOf = ({ listEventos }: Nota): (string | null)[][] =>
  listEventos.map(({ tpEvento, veredito, ressalva }) => [tpEvento, veredito, ressalva]);

describe("an NF-e that a supplier sends again with its cancellation in the same file", () => {
  test("a signed cancellation inside the XML cancels the nota, queries SEFAZ at once and shows on the printed form", async () => {
    await send(nota.procXml);
    await pipeline.runDueJobs();
    const { environment: palco } = pipeline.sandbox;
    const dataEvento = new Date(palco.now().getTime() - 60_000);
    await send(writeWith(palco.cancelNota(nota, { dataEvento, justificativa: JUSTIFICATIVA })));
    const after = await readNota();
    expect(after.hashSha1Canc).toMatch(/^[0-9a-f]{40}$/);
    expect(eventosOf(after)).toEqual([["110111", "autentica", null]]);
    expect(after.veredito).toBe("autentica");
    expect(await countDueQueries()).toBe(1);
    if (hasPdftotext) expect(await readPrintedForm(after)).toContain("CANCELADA");
    const parts = (await pipeline.anexos()).filter(({ destino }) => destino === "evento");
    expect(parts.at(-1)).toMatchObject({ destino: "evento", motivo: null });
  });

  test("an unsigned cancellation answer is shown and stamped only until SEFAZ answers, and cancels nothing", async () => {
    await send(nota.procXml);
    await pipeline.runDueJobs();
    pipeline.clock.advance(2 * HOUR_MS);
    await send(writeWith(writeAnswer()));
    const before = await readNota();
    expect(before.hashSha1Canc).toBeNull();
    expect(eventosOf(before)).toEqual([["110111", "assinatura-invalida", RESSALVAS["so-registro"]]]);
    expect(await countDueQueries()).toBe(1);
    if (hasPdftotext) expect(await readPrintedForm(before)).toContain("CANCELADA(ACONFIRMAR)");
    expect(await pipeline.runDueJobs()).toEqual([]);
    const after = await readNota();
    expect(after.sefazStatus).toBe("100");
    if (hasPdftotext) expect(await readPrintedForm(after)).not.toContain("CANCELADA");
  });

  test("an unsigned cancellation answer is replaced by the evento from SEFAZ", async () => {
    await send(writeWith(writeAnswer()));
    const { environment: palco } = pipeline.sandbox;
    const dataEvento = new Date(palco.now().getTime() - 60_000);
    palco.cancelNota(nota, { dataEvento, justificativa: JUSTIFICATIVA });
    expect(await pipeline.runDueJobs()).toEqual([]);
    const after = await readNota();
    expect(after.sefazStatus).toBe("101");
    expect(eventosOf(after)).toEqual([["110111", "autentica", null]]);
    if (hasPdftotext) expect(await readPrintedForm(after)).toContain("CANCELADA");
  });
});

test("a cancellation answer inside a forged XML does not affect the genuine nota", async () => {
  await send(nota.procXml);
  await pipeline.runDueJobs();
  await send(writeWith(writeAnswer()).replace(/<vNF>[0-9.]+/, "<vNF>1.00"));
  expect((await readNota()).listEventos).toEqual([]);
});
