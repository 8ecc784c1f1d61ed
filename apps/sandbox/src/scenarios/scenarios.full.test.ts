import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Examination, examineDfe, openLote } from "@malote/dfe";
import { HOUR_MS, isChaveAcesso, splitChaveAcesso } from "@malote/syntax";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { seedKeySet } from "../document-generator/certificates/shared-key-set.ts";
import { EMPRESAS_DEMO } from "../document-generator/companies/companies.ts";
import { type Sandbox, startSandbox } from "../sandbox.ts";
import { autorizadorOf } from "../sefaz/autorizadores.ts";
import { documentStateOf } from "../sefaz/registered-documents.ts";
import { consultSefaz } from "../tests/consult-sefaz.ts";
import { anexosOf, http } from "../tests/http-and-pop3.ts";
import { hasSchemas, type SchemaPackage, validateSchema } from "../tests/validate-schema.ts";
import { hasXmlsec, isSignatureValid } from "../tests/verify-signature.ts";
import { SCENARIOS } from "./scenarios.ts";

let dir: string;
let sandbox: Sandbox;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-cenarios-"));
  await seedKeySet(dir);
  sandbox = await startSandbox({ dir, consolePort: 0 });
}, 60_000);

// The faults of a scenario end with its test.
afterEach(() => {
  sandbox.sefaz.setFaultRules([]);
  sandbox.sefaz.unblockAll();
  sandbox.clock.reset();
});

afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Plays a scenario; returns its keys, and the XML files of each message. */
async function play(nome: string): Promise<{ chaves: string[]; xmls: Buffer[][] }> {
  const { caixa } = sandbox.mail;
  const before = caixa.list().length;
  const { chaves } = await sandbox.playScenario(nome);
  const messages = caixa.list().slice(before);
  const xmls = messages.map((message) =>
    anexosOf(caixa.read(message))
      .filter(({ nome: file }) => file.endsWith(".xml"))
      .map(({ bytes }) => bytes),
  );
  return { chaves, xmls };
}

function examine(xml: Buffer | undefined): Examination {
  if (!xml) throw new Error("no XML in the message");
  return examineDfe(xml, { trustedCas: [sandbox.info.ancoraPem] });
}

const [demo] = EMPRESAS_DEMO;

test("every scenario creates valid keys, and different keys each time", async () => {
  for (const { nome } of SCENARIOS) {
    const first = await sandbox.playScenario(nome);
    const second = await sandbox.playScenario(nome);
    expect([nome, first.chaves.every(isChaveAcesso)]).toEqual([nome, true]);
    expect(second.chaves.filter((chave) => first.chaves.includes(chave))).toEqual([]);
  }
});

describe("scenarios with documents of a carrier", () => {
  test("cte-e-mdfe delivers a CT-e that the demo company pays and an MDF-e that lists it", async () => {
    const { chaves, xmls } = await play("cte-e-mdfe");
    const [cte = Buffer.alloc(0), mdfe = Buffer.alloc(0)] = xmls[0] ?? [];
    expect(chaves.map((chave) => splitChaveAcesso(chave).modelo)).toEqual(["57", "58"]);
    expect(cte.toString()).toContain("<toma3><toma>3</toma></toma3>");
    expect(cte.toString()).toContain(`<dest><CNPJ>${demo.cnpj}</CNPJ>`);
    expect(mdfe.toString()).toContain(`<chCTe>${chaves[0]}</chCTe>`);
    for (const [index, xml] of [cte, mdfe].entries()) {
      const { reading: leitura, assinatura } = examine(xml);
      expect(leitura).toMatchObject({
        kind: "nota",
        nota: { chaveAcesso: chaves[index], protocolo: { cStat: "100" } },
      });
      expect(assinatura.estado).toBe("valida");
    }
  });

  test("cte-os delivers a CT-e OS that the demo company pays", async () => {
    const { chaves, xmls } = await play("cte-os");
    const [xml = Buffer.alloc(0)] = xmls[0] ?? [];
    expect(splitChaveAcesso(chaves[0] ?? "").modelo).toBe("67");
    expect(xml.toString()).toContain(`<toma><CNPJ>${demo.cnpj}</CNPJ>`);
    const { reading: leitura, assinatura } = examine(xml);
    expect([leitura.kind, assinatura.estado]).toEqual(["nota", "valida"]);
  });

  test("the console counts correctly and shows no CT-e as cancelled", async () => {
    const { chaves } = await play("cte-os");
    const { body } = await http(`${sandbox.info.consoleUrl}/estado`);
    expect(JSON.parse(body).sefaz.ultimas[0]).toEqual({ chaveAcesso: chaves[0], situacao: "autorizada" });
  });
});

describe("scenarios with documents of suppliers", () => {
  test("nfce delivers an NFC-e with its QR code", async () => {
    const { chaves, xmls } = await play("nfce");
    const [xml = Buffer.alloc(0)] = xmls[0] ?? [];
    expect(splitChaveAcesso(chaves[0] ?? "").modelo).toBe("65");
    expect(xml.toString()).toContain(`?p=${chaves[0]}|3|1</qrCode>`);
    expect(examine(xml)).toMatchObject({ reading: { kind: "nota" }, assinatura: { estado: "valida" } });
  });

  test("lote-enviado delivers three signed notas in one XML", async () => {
    const { chaves, xmls } = await play("lote-enviado");
    const [xml = Buffer.alloc(0)] = xmls[0] ?? [];
    expect(examine(xml).reading).toMatchObject({ kind: "lote", documentos: 3 });
    const examinations = openLote(xml).documentos.map(({ bytes }) => examine(Buffer.from(bytes)));
    expect(examinations.map(({ reading: leitura }) => leitura)).toMatchObject(
      chaves.map((chaveAcesso) => ({ kind: "nota", nota: { chaveAcesso, protocolo: null } })),
    );
    expect(examinations.map(({ veredito }) => veredito)).toEqual(Array(3).fill("sem-protocolo"));
  });

  test("carta-de-correcao delivers a nota, then its CC-e, which is not shown as a cancellation", async () => {
    const { chaves, xmls } = await play("carta-de-correcao");
    const [nota, carta] = xmls.map(([xml]) => examine(xml));
    expect(nota?.reading).toMatchObject({ kind: "nota", nota: { chaveAcesso: chaves[0] } });
    expect(carta?.reading).toMatchObject({
      kind: "evento",
      evento: { chaveAcesso: chaves[0], tpEvento: "110110", cStat: "135" },
    });
    expect(carta?.assinatura.estado).toBe("valida");
    const { body } = await http(`${sandbox.info.consoleUrl}/estado`);
    expect(JSON.parse(body).sefaz.ultimas[0].situacao).toBe("autorizada");
  });
});

describe("scenarios with documents or states that only SEFAZ has", () => {
  /** The queue of the demo company after a number: schema and key of each document. */
  function queue(distribuidor: "NFe" | "CTe", depoisDe = 0): string[] {
    const owner = { distribuidor, interessado: demo.cnpj };
    return sandbox.sefaz.ledger
      .queues()
      .listAfter(owner, { nsu: depoisDe, since: new Date(0), limit: 1_000 })
      .map(({ schema, chave }) => `${schema.split("_")[0]} ${chave}`);
  }

  const last = (distribuidor: "NFe" | "CTe") =>
    sandbox.sefaz.ledger.queues().maxNsu({ distribuidor, interessado: demo.cnpj });

  /** Queries with the certificate of the second demo company, which no scenario uses. */
  const cStatOf = async (chave = "") => (await consultSefaz(sandbox.info, chave, 1)).cStat;

  test("the document of nota-so-na-sefaz is in the distribution queue and in no message", async () => {
    const before = last("NFe");
    const { chaves, xmls } = await play("nota-so-na-sefaz");
    expect(xmls).toEqual([]);
    expect(queue("NFe", before)).toEqual([`resNFe ${chaves[0]}`]);
    expect(await cStatOf(chaves[0])).toBe("100");
  });

  test("cte-so-na-sefaz delivers the nota by e-mail and the CT-e by the distribution queue", async () => {
    const before = last("CTe");
    const { chaves, xmls } = await play("cte-so-na-sefaz");
    expect(xmls).toHaveLength(1);
    expect(queue("CTe", before)).toEqual([`procCTe ${chaves[1]}`]);
  });

  test("the nota of cancelamento-so-na-sefaz is cancelled half an hour later, and the cancellation is queued", async () => {
    const before = last("NFe");
    const { chaves, xmls } = await play("cancelamento-so-na-sefaz");
    expect([xmls.length, queue("NFe", before)]).toEqual([1, [`resNFe ${chaves[0]}`]]);
    expect(await cStatOf(chaves[0])).toBe("100");
    sandbox.clock.advance(HOUR_MS);
    // Cancellations of other scenarios also fall into this hour.
    const own = queue("NFe", before).filter((documento) => documento.endsWith(chaves[0] ?? ""));
    expect(own).toEqual([`resNFe ${chaves[0]}`, `resEvento ${chaves[0]}`]);
    expect(await cStatOf(chaves[0])).toBe("101");
  });

  test("the CC-e of cce-so-na-sefaz is in the distribution queue only", async () => {
    const before = last("NFe");
    const { chaves, xmls } = await play("cce-so-na-sefaz");
    expect(xmls[0]).toHaveLength(1);
    expect(queue("NFe", before)).toEqual([`resNFe ${chaves[0]}`, `resEvento ${chaves[0]}`]);
    expect(sandbox.sefaz.ledger.eventos(chaves[0] ?? "")[0]?.tpEvento).toBe("110110");
  });

  test("the CT-e of cte-cancelado-depois is cancelled three seconds later; its MDF-e stays authorized", async () => {
    const { chaves, xmls } = await play("cte-cancelado-depois");
    expect(xmls[0]).toHaveLength(2);
    const situacoes = () =>
      chaves.map((chave) => {
        const nota = sandbox.sefaz.ledger.find(chave);
        return nota && documentStateOf(nota, sandbox.clock.now());
      });
    expect(situacoes()).toEqual(["autorizada", "autorizada"]);
    sandbox.clock.advance(3_000);
    expect(situacoes()).toEqual(["cancelada", "autorizada"]);
  });

  test.each([
    ["nota-a-manifestar", []],
    ["nota-com-ciencia", ["210210"]],
    ["nota-ja-confirmada", ["210200"]],
    ["manifestacao-fora-do-prazo", []],
  ])("the nota of %s arrives by e-mail and has the manifestações %j registered", async (nome, eventos) => {
    const { chaves, xmls } = await play(nome);
    expect(examine(xmls[0]?.[0]).veredito).toBe("autentica");
    const known = sandbox.sefaz.ledger.eventos(chaves[0] ?? "");
    expect(known.map(({ tpEvento }) => tpEvento)).toEqual(eventos);
    for (const { procEventoXml } of known)
      if (hasSchemas) validateSchema("procEventoNFe_v1.00.xsd", procEventoXml);
  });

  test("the nota of manifestacao-fora-do-prazo is older than 180 days and cannot be queried (526)", async () => {
    const { chaves } = await play("manifestacao-fora-do-prazo");
    expect(await cStatOf(chaves[0])).toBe("526");
  });

  test("the whole XML of the nota of nota-com-ciencia is in the distribution queue", async () => {
    const before = last("NFe");
    const { chaves } = await play("nota-com-ciencia");
    expect(queue("NFe", before)).toEqual([`resNFe ${chaves[0]}`, `procNFe ${chaves[0]}`]);
  });

  test("in sefaz-fora-por-duas-horas SEFAZ closes every connection until two hours have passed", async () => {
    const { chaves } = await play("sefaz-fora-por-duas-horas");
    await expect(cStatOf(chaves[0])).rejects.toThrow(/socket hang up|ECONNRESET/);
    sandbox.clock.advance(2 * HOUR_MS);
    expect(await cStatOf(chaves[0])).toBe("100");
  });

  test("in autorizador-em-manutencao the authorizer of one State answers 108", async () => {
    const { chaves } = await play("autorizador-em-manutencao");
    const [rule] = sandbox.sefaz.faults;
    const uf = splitChaveAcesso(chaves[0] ?? "").uf;
    expect([rule?.quais, rule?.autorizador]).toEqual([["fora-do-ar"], uf && autorizadorOf(uf, "55")]);
    expect(await cStatOf(chaves[0])).toBe("108");
    sandbox.clock.advance(HOUR_MS);
    expect(await cStatOf(chaves[0])).toBe("100");
  });

  test("cnpj-bloqueado blocks the demo company for an hour (656), and no other company", async () => {
    const { chaves } = await play("cnpj-bloqueado");
    expect((await consultSefaz(sandbox.info, chaves[0] ?? "", 0)).cStat).toBe("656");
    expect(await cStatOf(chaves[0])).toBe("100");
    expect(sandbox.sefaz.blocks.map(({ autorizador }) => autorizador)).toEqual(
      expect.arrayContaining(["AN", "AN NFe", "AN CTe"]),
    );
    sandbox.clock.advance(HOUR_MS);
    expect((await consultSefaz(sandbox.info, chaves[0] ?? "", 0)).cStat).toBe("100");
  });
});

describe("scenarios with documents damaged by e-mail systems, and with forgeries", () => {
  test.each([
    ["nota-reindentada", "espacos-entre-tags"],
    ["nota-acento-quebrado", "utf8-duplicado"],
  ])(
    "the signature of %s fails as received, and the repair %s restores the original",
    async (nome, reparo) => {
      const { chaves, xmls } = await play(nome);
      const examination = examine(xmls[0]?.[0]);
      expect(examination.assinatura.estado).toBe("invalida");
      expect(examination.reparo?.nomes).toContain(reparo);
      expect(examination.reading).toMatchObject({ kind: "nota", nota: { chaveAcesso: chaves[0] } });
      expect(["autentica", "integra"]).toContain(examination.veredito);
    },
  );

  test("the nota of nota-reindentada has CRLF line ends and one element per line", async () => {
    const { xmls } = await play("nota-reindentada");
    const text = xmls[0]?.[0]?.toString() ?? "";
    expect(text).toContain("?>\r\n<nfeProc ");
    expect(text).toContain(">\r\n      <ide>\r\n        <cUF>");
    expect(text).not.toMatch(/[^\r]\n/);
    expect(text.trimEnd().endsWith("\r\n</nfeProc>")).toBe(true);
  });

  test("the nota of nota-acento-quebrado has double-encoded accents", async () => {
    const { xmls } = await play("nota-acento-quebrado");
    expect(xmls[0]?.[0]?.toString()).toContain("SÃ£o Paulo");
  });

  test("assinatura-embrulhada hides the signed nota behind a forged one, and is refused", async () => {
    const { chaves, xmls } = await play("assinatura-embrulhada");
    const [xml = Buffer.alloc(0)] = xmls[0] ?? [];
    const ids = [...xml.toString().matchAll(/<infNFe Id="NFe([0-9A-Z]{44})"/g)].map(([, id = ""]) => id);
    expect(ids).toHaveLength(2);
    expect(ids.every(isChaveAcesso)).toBe(true);
    expect(ids[0]).toBe(chaves[0]);
    expect(xml.toString()).toContain(`URI="#NFe${ids[1]}"`);
    const { reading: leitura, veredito, assinatura } = examine(xml);
    expect(leitura).toMatchObject({ kind: "nota", nota: { chaveAcesso: chaves[0] } });
    expect(assinatura.motivos).toContain("referencia-divergente");
    expect(["suspeita", "assinatura-invalida"]).toContain(veredito);
  });

  test.skipIf(!hasXmlsec)(
    "assinatura-embrulhada deceives a program that verifies only the signature, such as xmlsec1",
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
] as [string, number, string, SchemaPackage][])(
  "the scenario %s delivers a valid document (file %i, schema %s of ../shared/schemas)",
  async (nome, index, schema, pacote) => {
    const { xmls } = await play(nome);
    validateSchema(schema, xmls[0]?.[index]?.toString() ?? "", pacote);
  },
);
