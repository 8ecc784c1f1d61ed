import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { examineDfe } from "@malote/dfe";
import { isChaveAcesso, splitChaveAcesso } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasSchemas, type SchemaPackage, validateSchema } from "../../tests/validate-schema.ts";
import { hasXmlsec, isSignatureValid } from "../../tests/verify-signature.ts";
import { type KeySet, openKeySet, trustedCasPem } from "../certificates/key-set.ts";
import { seedKeySet } from "../certificates/shared-key-set.ts";
import { DOCUMENT_TYPES, type GenerationRequest, readGenerationRequest } from "./arguments.ts";
import { splitRanges } from "./generate.ts";
import { generateRange } from "./generate-range.ts";

const NOW = "2026-11-20T00:00:00.000Z";

let dir: string;
let keySet: KeySet;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-producao-"));
  await seedKeySet(dir);
  keySet = await openKeySet(path.join(dir), new Date(NOW));
}, 30_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

type WrittenFile = { file: string; xml: string };

async function generate(nome: string, changes: Partial<GenerationRequest> = {}): Promise<WrittenFile[]> {
  const saida = path.join(dir, nome);
  const request = { quantidade: 48, saida, semente: 7, tipos: DOCUMENT_TYPES, ...changes };
  const range = { request, keySet, now: NOW, inicio: 0, fim: request.quantidade };
  const { documentos, bytes } = await generateRange(range);
  const files = readdirSync(saida, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".xml"),
  );
  const writtenFiles = files
    .sort()
    .map((file) => ({ file, xml: readFileSync(path.join(saida, file), "utf8") }));
  expect(documentos).toBe(request.quantidade);
  expect(bytes).toBe(writtenFiles.reduce((sum, { xml }) => sum + Buffer.byteLength(xml), 0));
  return writtenFiles;
}

const SCHEMAS: Record<string, [schema: string, pacote: SchemaPackage, inf: string]> = {
  nfeProc: ["procNFe_v4.00.xsd", "nfe", "infNFe"],
  cteProc: ["procCTe_v4.00.xsd", "cte", "infCte"],
  cteSimpProc: ["procCTeSimp_v4.00.xsd", "cte", "infCte"],
  cteOSProc: ["procCTeOS_v4.00.xsd", "cte", "infCte"],
  mdfeProc: ["procMDFe_v3.00.xsd", "mdfe", "infMDFe"],
  procEventoNFe: ["procEventoNFe_v1.00.xsd", "nfe", "infEvento"],
};

function rootOf({ xml }: WrittenFile): string {
  return /<([A-Za-z]+) xmlns/.exec(xml)?.[1] ?? "";
}

describe("generating documents", () => {
  test("as many documents as requested are generated, of every type, each with its own key", async () => {
    const writtenFiles = await generate("todos");
    expect(new Set(writtenFiles.map(({ file }) => path.basename(file))).size).toBe(48);
    const chaves = writtenFiles.map(({ file }) => /[0-9A-Z]{44}/.exec(file)?.[0] ?? "");
    expect(chaves.every(isChaveAcesso)).toBe(true);
    const notas = writtenFiles.filter((written) => rootOf(written) !== "procEventoNFe");
    const modelos = notas.map(({ file }) => splitChaveAcesso(path.basename(file).slice(0, 44)).modelo);
    expect([...new Set(modelos)].sort()).toEqual(["55", "57", "58", "65", "67"]);
  });

  test.skipIf(!hasSchemas)("generated documents are valid by the schemas (../shared/schemas)", async () => {
    for (const written of await generate("validos")) {
      const [schema, pacote] = SCHEMAS[rootOf(written)] ?? ["", "nfe"];
      validateSchema(schema, written.xml, pacote);
    }
  });

  test.skipIf(!hasXmlsec)("xmlsec1 accepts the signature of a generated document of each type", async () => {
    for (const written of await generate("assinados", { quantidade: 6 })) {
      const [, , inf] = SCHEMAS[rootOf(written)] ?? ["", "nfe", ""];
      // Without the enclosing element, which is not part of the signed document.
      const alone = written.xml
        .replace(/^<\?[^>]*\?><[^>]+>/, "")
        .replace(/<(protNFe|protCTe|protMDFe|retEvento).*$/, "");
      expect([written.file, isSignatureValid(alone, inf)]).toEqual([written.file, true]);
    }
  });

  test("generated documents are authentic in our own validation, without findings", async () => {
    const trustedCas = [trustedCasPem(keySet)];
    for (const { file, xml } of await generate("julgados", { quantidade: 60 })) {
      const {
        reading: leitura,
        veredito,
        achados,
      } = examineDfe(Buffer.from(xml, "utf8"), { trustedCas: trustedCas });
      // An evento alone does not show that its author is the destinatário.
      const isDeTerceiro = leitura.kind === "evento" && /^(?:21|6101)/.test(leitura.evento.tpEvento);
      expect({ file, veredito, achados: achados.map(({ codigo }) => codigo) }).toEqual({
        file,
        veredito: isDeTerceiro ? "integra" : "autentica",
        achados: isDeTerceiro ? ["autor-nao-conferido"] : [],
      });
    }
  });

  test("a generated document depends on the seed only, not on number or types of the others", async () => {
    const todos = await generate("semente-a");
    expect(await generate("semente-b")).toEqual(todos);
    const outra = await generate("semente-c", { semente: 8 });
    expect(outra.map(({ xml }) => xml).filter((xml) => todos.some((one) => one.xml === xml))).toEqual([]);
    const soCte = await generate("so-cte", { quantidade: 8, tipos: ["cte"] });
    const known = new Set(todos.map(({ xml }) => xml));
    expect(soCte.every(({ xml }) => known.has(xml))).toBe(true);
  });

  test("generated documents refer to each other: the CT-e to its nota, the MDF-e to its CT-e, the event to its nota", async () => {
    const writtenFiles = await generate("citados");
    const chaves = new Set(writtenFiles.map(({ file }) => path.basename(file).slice(0, 44)));
    const quoted = writtenFiles.flatMap(({ xml }) =>
      [...xml.matchAll(/<infNFe><(?:chave|chNFe)>([0-9A-Z]{44})<|<infCTe><chCTe>([0-9A-Z]{44})</g)].map(
        ([, nfe, cte]) => nfe ?? cte ?? "",
      ),
    );
    expect(quoted.length).toBe(16);
    expect(quoted.every((chave) => chaves.has(chave))).toBe(true);
  });
});

describe("a request to generate documents", () => {
  test("a request is split by trips, and the parts cover every document once", () => {
    const request = { quantidade: 10_001, saida: "", semente: 1, tipos: DOCUMENT_TYPES };
    const ranges = splitRanges(request);
    expect(ranges[0]?.inicio).toBe(0);
    expect(ranges.at(-1)?.fim).toBe(10_001);
    expect(ranges.every(({ inicio }) => inicio % DOCUMENT_TYPES.length === 0)).toBe(true);
    expect(ranges.slice(1).map(({ inicio }) => inicio)).toEqual(ranges.slice(0, -1).map(({ fim }) => fim));
    expect(splitRanges({ ...request, quantidade: 1 })).toEqual([{ inicio: 0, fim: 1 }]);
  });

  test("a request is read from the command line, with the folder relative to the user's working folder", () => {
    const args = ["--quantidade", "10", "--saida", "notas", "--tipos", "mdfe,nfe"];
    expect(readGenerationRequest(args, "/home/ana")).toEqual({
      quantidade: 10,
      saida: path.resolve("/home/ana/notas"),
      semente: 1,
      tipos: ["nfe", "mdfe"],
    });
  });

  test.each([
    [[], "Faltam --quantidade e --saida."],
    [["--quantidade", "10"], "Faltam --quantidade e --saida."],
    [["--quantidade", "0", "--saida", "x"], "--quantidade é um número inteiro de 1 a 10.000.000; veio “0”."],
    [["--quantidade", "1e3", "--saida", "x"], "veio “1e3”"],
    [["--quantidade", "10000001", "--saida", "x"], "veio “10000001”"],
    [["--quantidade", "1", "--saida", "x", "--semente", "-1"], "Não entendi estes argumentos"],
    [["--quantidade", "1", "--saida", "x", "--semente", "a"], "--semente é um número inteiro"],
    [["--quantidade", "1", "--saida", "x", "--tipos", "nfe,boleto"], "Não há documento do tipo “boleto”."],
    [["--quantidade", "1", "--saida", "x", "--tipos", ""], "Não há documento do tipo “”."],
    [["--pasta", "x"], "Não entendi estes argumentos: --pasta x"],
  ])("a request with the arguments %j is refused with an explanation", (args, sentence) => {
    expect(() => readGenerationRequest(args, "/")).toThrow(sentence);
  });
});
