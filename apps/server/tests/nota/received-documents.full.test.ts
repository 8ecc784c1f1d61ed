import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { readDfe } from "@malote/dfe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

let pipeline: TestPipeline;
beforeAll(async () => {
  pipeline = await createTestPipeline();
});
afterAll(() => pipeline.dispose());

type Nota = {
  id: string;
  chave: string;
  papel: string;
  terceiros: boolean;
  tipo_nota: string;
  veredito: string;
  quarentena: boolean;
  nome_emitente: string;
  nome_destinatario: string | null;
  sefaz_status: string | null;
  documento_id: string;
};

/** Plays a scenario and collects its e-mails; returns the notas of its chaves, in order. */
async function play(nome: string): Promise<Nota[]> {
  const { chaves } = await pipeline.sandbox.playScenario(nome);
  expect(await pipeline.collect()).toEqual([]);
  const rows = await pipeline.asOwner<Nota>("SELECT * FROM nota WHERE chave = ANY ($1)", [chaves]);
  return chaves.flatMap((chave) => rows.filter((row) => row.chave === chave));
}

/** The parts of the last e-mail, in order. */
async function lastParts(): Promise<
  { caminho: string; destino: string; motivo: string | null; sha256: string; documento_id: string | null }[]
> {
  return await pipeline.asOwner(
    `SELECT caminho, destino, motivo, sha256, documento_id FROM anexo
     WHERE email_id = (SELECT id FROM email ORDER BY id DESC LIMIT 1) AND caminho <> '0' ORDER BY caminho`,
  );
}

describe("documents from a carrier", () => {
  test("a CT-e whose tomador we are and the MDF-e of its transport that names us are received and counted", async () => {
    const [cte, mdfe] = await play("cte-e-mdfe");
    expect(cte).toMatchObject({
      papel: "E",
      terceiros: false,
      tipo_nota: "CTe",
      veredito: "autentica",
      quarentena: false,
    });
    expect(mdfe).toMatchObject({ papel: "E", terceiros: false, tipo_nota: "MDFe", veredito: "autentica" });
    const rollup = await pipeline.asOwner(
      "SELECT tipo_nota, quantidade::int AS n FROM rollup_dia WHERE tipo_nota IN ('CTe', 'MDFe') ORDER BY tipo_nota",
    );
    expect(rollup).toEqual([
      { tipo_nota: "CTe", n: 1 },
      { tipo_nota: "MDFe", n: 1 },
    ]);
  });

  test("SEFAZ is queried about the CT-e and the MDF-e, and confirms both", async () => {
    const validated = await pipeline.asOwner(
      `SELECT substr(n.chave, 21, 2) AS modelo, n.sefaz_status, t.alvo IS NOT NULL AS planejada,
         ARRAY(SELECT c.cstat FROM consulta c WHERE c.chave = n.chave) AS respostas
       FROM nota n LEFT JOIN tarefa t ON t.tipo = 'validate' AND t.alvo = n.chave
       WHERE substr(n.chave, 21, 2) IN ('57', '58') ORDER BY modelo`,
    );
    expect(validated).toEqual([
      { modelo: "57", sefaz_status: "100", planejada: true, respostas: ["100"] },
      { modelo: "58", sefaz_status: "100", planejada: true, respostas: ["100"] },
    ]);
  });

  test("every participante of a transport is stored by name", async () => {
    const names = await pipeline.asOwner<{ nome: string }>("SELECT nome FROM participante");
    expect(names.map(({ nome }) => nome)).toContain("Transportes Rio Vagaroso Ltda");
    expect(names.length).toBeGreaterThanOrEqual(3);
  });

  test("a CT-e OS whose tomador we are names us as destinatario", async () => {
    const [os] = await play("cte-os");
    expect(os).toMatchObject({ papel: "E", terceiros: false, tipo_nota: "CTeOS", veredito: "autentica" });
    const [empresa] = await pipeline.asOwner<{ nome: string }>(
      "SELECT e.nome FROM nota n JOIN empresa e ON e.id = n.empresa_id WHERE n.id = $1",
      [os?.id],
    );
    expect(os?.nome_destinatario).toBe(empresa?.nome);
  });
});

describe("a file that holds several documents", () => {
  test("a lote is opened as a package, and each of its documents has its own outcome", async () => {
    const notas = await play("lote-enviado");
    expect(notas.length).toBeGreaterThan(1);
    for (const nota of notas) expect(nota).toMatchObject({ veredito: "sem-protocolo", quarentena: false });
    const parts = await lastParts();
    const [lote] = parts.filter(({ motivo }) => motivo === "lote-aberto");
    expect(lote).toMatchObject({ destino: "pacote" });
    const inside = parts.filter(({ caminho }) => caminho.startsWith(`${lote?.caminho}/`));
    expect(inside.map(({ caminho, destino }) => [caminho, destino])).toEqual(
      notas.map((_, i) => [`${lote?.caminho}/${i + 1}`, "nota"]),
    );
    const [email] = await pipeline.asOwner(
      "SELECT partes, extraidos, problemas FROM email ORDER BY id DESC LIMIT 1",
    );
    expect(email).toEqual({ partes: parts.length, extraidos: notas.length, problemas: 0 });
  });

  test("a distribution answer as a file: whole documents are extracted, a damaged one and a summary are reported", async () => {
    const nota = pipeline.sandbox.environment.emitNota();
    const summary = `<resNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><chNFe>${nota.chaveAcesso}</chNFe><CNPJ>${nota.fornecedor.cnpj}</CNPJ><xNome>X</xNome><IE>1</IE><dhEmi>2026-11-20T09:42:00-03:00</dhEmi><tpNF>1</tpNF><vNF>1.00</vNF><cSitNFe>1</cSitNFe></resNFe>`;
    const zips = [gzip(nota.procXml), "não é gzip", gzip(summary)];
    const docs = zips.map(
      (zip, i) => `<docZip NSU="00000000000000${i + 1}" schema="x_v1.00.xsd">${zip}</docZip>`,
    );
    const answer = `<retDistDFeInt xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><tpAmb>1</tpAmb><cStat>138</cStat><loteDistDFeInt>${docs.join("")}</loteDistDFeInt></retDistDFeInt>`;
    await send("dist.xml", Buffer.from(answer));
    const parts = await lastParts();
    expect(parts.map(({ destino, motivo }) => `${destino} ${motivo}`).toSorted()).toEqual([
      "erro lote-documento-invalido",
      "nao-dfe resumo-sefaz",
      "nota null",
      "pacote lote-aberto",
    ]);
    expect(await notaOf(nota.chaveAcesso)).toMatchObject({ veredito: "autentica" });
  });
});

describe("a document that an e-mail system damaged", () => {
  test.each(["nota-reindentada", "nota-acento-quebrado"])(
    "%s: the proven original becomes the documento, and the received bytes are kept",
    async (nome) => {
      const [nota] = await play(nome);
      expect(nota).toMatchObject({ veredito: "autentica", quarentena: false, sefaz_status: "100" });
      const [part] = (await lastParts()).filter(({ documento_id }) => documento_id === nota?.documento_id);
      expect(part).toMatchObject({ destino: "nota", motivo: "reparada" });
      const [documento] = await pipeline.asOwner<{
        sha256: string;
        recebido_sha256: string;
        reparo: string[];
        xml: Buffer;
      }>(
        `SELECT d.sha256, d.recebido_sha256, d.reparo, x.xml_gzip AS xml FROM documento d
           JOIN documento_xml x ON x.documento_id = d.id WHERE d.id = $1`,
        [nota?.documento_id],
      );
      expect(documento?.reparo.length).toBeGreaterThan(0);
      expect(documento?.recebido_sha256).toBe(part?.sha256);
      const original = gunzipSync(documento?.xml ?? Buffer.alloc(0));
      expect(createHash("sha256").update(original).digest("hex")).toBe(documento?.sha256);
      expect(readDfe(original)).toMatchObject({ kind: "nota", nota: { chaveAcesso: nota?.chave } });
      const received = await pipeline.ctx.blobs.get(pipeline.contaId, part?.sha256 ?? "");
      expect(received).not.toBeNull();
      expect(Buffer.from(received ?? []).equals(original)).toBe(false);
    },
  );

  test("a repaired document is replaced by the same content received undamaged", async () => {
    const nota = pipeline.sandbox.environment.emitNota();
    await send("danificada.xml", Buffer.from(nota.procXml.replaceAll("><", ">\r\n<")));
    const repaired = await notaOf(nota.chaveAcesso);
    expect(repaired).toMatchObject({ veredito: "autentica", quarentena: false });
    expect(await reparoOf(nota.chaveAcesso)).not.toBeNull();
    await send("inteira.xml", Buffer.from(nota.procXml));
    expect(await reparoOf(nota.chaveAcesso)).toBeNull();
    await send("danificada-de-novo.xml", Buffer.from(nota.procXml.replaceAll("><", ">\n<")));
    expect((await lastParts()).map(({ destino }) => destino)).toEqual(["duplicada"]);
    expect(await reparoOf(nota.chaveAcesso)).toBeNull();
  });
});

describe("a copy in quarentena", () => {
  test("a copy in quarentena is replaced by an intact copy from another e-mail", async () => {
    const nota = pipeline.sandbox.environment.emitNota();
    const forged = nota.procXml.replace(/<vNF>[\d.]+<\/vNF>/, "<vNF>1.00</vNF>");
    await send("adulterada.xml", Buffer.from(forged));
    expect(await notaOf(nota.chaveAcesso)).toMatchObject({
      veredito: "assinatura-invalida",
      quarentena: true,
    });
    await send("integra.xml", Buffer.from(nota.procXml));
    expect(await notaOf(nota.chaveAcesso)).toMatchObject({ veredito: "autentica", quarentena: false });
    expect(
      await pipeline.asOwner(
        "SELECT tipo FROM feed f JOIN nota n ON n.id = f.nota_id WHERE n.chave = $1 AND tipo = 'nota'",
        [nota.chaveAcesso],
      ),
    ).toHaveLength(1);
  });
});

async function notaOf(chave: string): Promise<Nota | undefined> {
  const [nota] = await pipeline.asOwner<Nota>("SELECT * FROM nota WHERE chave = $1", [chave]);
  return nota;
}

async function reparoOf(chave: string): Promise<string[] | null | undefined> {
  const [row] = await pipeline.asOwner<{ reparo: string[] | null }>(
    "SELECT d.reparo FROM nota n JOIN documento d ON d.id = n.documento_id WHERE n.chave = $1",
    [chave],
  );
  return row?.reparo;
}

/** Sends one e-mail with one file and collects it. */
async function send(nome: string, content: Buffer): Promise<void> {
  const de = pipeline.sandbox.environment.pickFornecedor();
  await pipeline.sandbox.environment.sendEmail({
    de,
    assunto: nome,
    texto: "Segue.",
    anexos: [{ nome, tipo: "text/xml", bytes: content }],
  });
  expect(await pipeline.collect()).toEqual([]);
}

function gzip(xml: string): string {
  return gzipSync(xml).toString("base64");
}
