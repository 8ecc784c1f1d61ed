import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Exame, examineDfe, openLote } from "@malote/dfe";
import { isChaveAcesso, splitChaveAcesso } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedAcervo } from "../papelaria/acervo-comum.ts";
import { EMPRESAS_DEMO } from "../papelaria/empresas.ts";
import { type Sandbox, startSandbox } from "../sandbox.ts";
import { anexosOf, http } from "../tests/conversations.ts";
import { hasSchemas, type Pacote, validateSchema } from "../tests/validate-schema.ts";
import { hasXmlsec, isSignatureValid } from "../tests/verify-signature.ts";
import { CENARIOS } from "./scenarios.ts";

let dir: string;
let sandbox: Sandbox;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-cenarios-"));
  await seedAcervo(dir);
  sandbox = await startSandbox({ dir, consolePort: 0 });
}, 60_000);

afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Plays a scenario: its keys, and for each message the XML files that it brought. */
async function play(nome: string): Promise<{ chaves: string[]; xmls: Buffer[][] }> {
  const { caixa } = sandbox.correio;
  const before = caixa.list().length;
  const { chaves } = await sandbox.playCenario(nome);
  const mensagens = caixa.list().slice(before);
  const xmls = mensagens.map((mensagem) =>
    anexosOf(caixa.read(mensagem))
      .filter(({ nome: file }) => file.endsWith(".xml"))
      .map(({ bytes }) => bytes),
  );
  return { chaves, xmls };
}

function examine(xml: Buffer | undefined): Exame {
  if (!xml) throw new Error("no XML in the message");
  return examineDfe(xml, { ancoras: [sandbox.info.ancoraPem] });
}

const [demo] = EMPRESAS_DEMO;

test("every scenario makes right keys, other ones each time", async () => {
  for (const { nome } of CENARIOS) {
    const first = await sandbox.playCenario(nome);
    const second = await sandbox.playCenario(nome);
    expect([nome, first.chaves.every(isChaveAcesso)]).toEqual([nome, true]);
    expect(second.chaves.filter((chave) => first.chaves.includes(chave))).toEqual([]);
  }
});

describe("what the carrier sends", () => {
  test("cte-e-mdfe brings a CT-e that the demo company pays and an MDF-e that carries it", async () => {
    const { chaves, xmls } = await play("cte-e-mdfe");
    const [cte = Buffer.alloc(0), mdfe = Buffer.alloc(0)] = xmls[0] ?? [];
    expect(chaves.map((chave) => splitChaveAcesso(chave).modelo)).toEqual(["57", "58"]);
    expect(cte.toString()).toContain("<toma3><toma>3</toma></toma3>");
    expect(cte.toString()).toContain(`<dest><CNPJ>${demo.cnpj}</CNPJ>`);
    expect(mdfe.toString()).toContain(`<chCTe>${chaves[0]}</chCTe>`);
    for (const [index, xml] of [cte, mdfe].entries()) {
      const { leitura, assinatura } = examine(xml);
      expect(leitura).toMatchObject({
        kind: "nota",
        nota: { chaveAcesso: chaves[index], protocolo: { cStat: "100" } },
      });
      expect(assinatura.estado).toBe("valida");
    }
  });

  test("cte-os brings a CT-e OS that the demo company pays", async () => {
    const { chaves, xmls } = await play("cte-os");
    const [xml = Buffer.alloc(0)] = xmls[0] ?? [];
    expect(splitChaveAcesso(chaves[0] ?? "").modelo).toBe("67");
    expect(xml.toString()).toContain(`<toma><CNPJ>${demo.cnpj}</CNPJ>`);
    const { leitura, assinatura } = examine(xml);
    expect([leitura.kind, assinatura.estado]).toEqual(["nota", "valida"]);
  });

  test("the console goes on counting, and shows no CT-e as cancelled", async () => {
    const { chaves } = await play("cte-os");
    const { body } = await http(`${sandbox.info.consoleUrl}/estado`);
    expect(JSON.parse(body).sefaz.ultimas[0]).toEqual({ chaveAcesso: chaves[0], situacao: "autorizada" });
  });
});

describe("what suppliers send", () => {
  test("nfce brings an NFC-e with its QR code", async () => {
    const { chaves, xmls } = await play("nfce");
    const [xml = Buffer.alloc(0)] = xmls[0] ?? [];
    expect(splitChaveAcesso(chaves[0] ?? "").modelo).toBe("65");
    expect(xml.toString()).toContain(`?p=${chaves[0]}|3|1</qrCode>`);
    expect(examine(xml)).toMatchObject({ leitura: { kind: "nota" }, assinatura: { estado: "valida" } });
  });

  test("lote-enviado brings three signed notas in one XML", async () => {
    const { chaves, xmls } = await play("lote-enviado");
    const [xml = Buffer.alloc(0)] = xmls[0] ?? [];
    expect(examine(xml).leitura).toMatchObject({ kind: "lote", documentos: 3 });
    const exames = openLote(xml).documentos.map(({ bytes }) => examine(Buffer.from(bytes)));
    expect(exames.map(({ leitura }) => leitura)).toMatchObject(
      chaves.map((chaveAcesso) => ({ kind: "nota", nota: { chaveAcesso, protocolo: null } })),
    );
    expect(exames.map(({ veredito }) => veredito)).toEqual(Array(3).fill("sem-protocolo"));
  });

  test("carta-de-correcao brings a nota, then its letter; the console does not take it for a cancellation", async () => {
    const { chaves, xmls } = await play("carta-de-correcao");
    const [nota, carta] = xmls.map(([xml]) => examine(xml));
    expect(nota?.leitura).toMatchObject({ kind: "nota", nota: { chaveAcesso: chaves[0] } });
    expect(carta?.leitura).toMatchObject({
      kind: "evento",
      evento: { chaveAcesso: chaves[0], tpEvento: "110110", cStat: "135" },
    });
    expect(carta?.assinatura.estado).toBe("valida");
    const { body } = await http(`${sandbox.info.consoleUrl}/estado`);
    expect(JSON.parse(body).sefaz.ultimas[0].situacao).toBe("autorizada");
  });
});

describe("what e-mail systems and forgers do", () => {
  test.each([
    ["nota-reindentada", "espacos-entre-tags"],
    ["nota-acento-quebrado", "utf8-duplicado"],
  ])("%s does not verify as it came, and %s proves the original", async (nome, reparo) => {
    const { chaves, xmls } = await play(nome);
    const exame = examine(xmls[0]?.[0]);
    expect(exame.assinatura.estado).toBe("invalida");
    expect(exame.reparo?.nomes).toContain(reparo);
    expect(exame.leitura).toMatchObject({ kind: "nota", nota: { chaveAcesso: chaves[0] } });
    expect(["autentica", "integra"]).toContain(exame.veredito);
  });

  test("nota-reindentada has its lines end in CRLF, each element on its own", async () => {
    const { xmls } = await play("nota-reindentada");
    const text = xmls[0]?.[0]?.toString() ?? "";
    expect(text).toContain("?>\r\n<nfeProc ");
    expect(text).toContain(">\r\n      <ide>\r\n        <cUF>");
    expect(text).not.toMatch(/[^\r]\n/);
    expect(text.trimEnd().endsWith("\r\n</nfeProc>")).toBe(true);
  });

  test("nota-acento-quebrado shows the accents that everybody has seen", async () => {
    const { xmls } = await play("nota-acento-quebrado");
    expect(xmls[0]?.[0]?.toString()).toContain("SÃ£o Paulo");
  });

  test("assinatura-embrulhada puts another nota in the place of the signed one, and is refused", async () => {
    const { chaves, xmls } = await play("assinatura-embrulhada");
    const [xml = Buffer.alloc(0)] = xmls[0] ?? [];
    const ids = [...xml.toString().matchAll(/<infNFe Id="NFe([0-9A-Z]{44})"/g)].map(([, id = ""]) => id);
    expect(ids).toHaveLength(2);
    expect(ids.every(isChaveAcesso)).toBe(true);
    expect(ids[0]).toBe(chaves[0]);
    expect(xml.toString()).toContain(`URI="#NFe${ids[1]}"`);
    const { leitura, veredito, assinatura } = examine(xml);
    expect(leitura).toMatchObject({ kind: "nota", nota: { chaveAcesso: chaves[0] } });
    expect(assinatura.motivos).toContain("referencia-divergente");
    expect(["suspeita", "assinatura-invalida"]).toContain(veredito);
  });

  test.skipIf(!hasXmlsec)(
    "assinatura-embrulhada deceives whoever follows the signature alone, as xmlsec1",
    async () => {
      const { xmls } = await play("assinatura-embrulhada");
      expect(isSignatureValid(xmls[0]?.[0]?.toString() ?? "", "infNFe")).toBe(true);
    },
  );
});

test.skipIf(!hasSchemas).each([
  ["nfce", 0, "procNFe_v4.00.xsd", "nfe"],
  ["lote-enviado", 0, "enviNFe_v4.00.xsd", "nfe"],
  ["cte-e-mdfe", 0, "procCTe_v4.00.xsd", "cte"],
  ["cte-e-mdfe", 1, "procMDFe_v3.00.xsd", "mdfe"],
  ["cte-os", 0, "procCTeOS_v4.00.xsd", "cte"],
] as [string, number, string, Pacote][])(
  "what %s brings (file %i) is valid by %s (../shared/schemas)",
  async (nome, index, schema, pacote) => {
    const { xmls } = await play(nome);
    validateSchema(schema, xmls[0]?.[index]?.toString() ?? "", pacote);
  },
);
