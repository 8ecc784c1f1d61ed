import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { examineDfe } from "@malote/dfe";
import { isChaveAcesso, splitChaveAcesso } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasSchemas, type Pacote, validateSchema } from "../../tests/validate-schema.ts";
import { hasXmlsec, isSignatureValid } from "../../tests/verify-signature.ts";
import { type Acervo, ancoraPem, openAcervo } from "../acervo.ts";
import { seedAcervo } from "../acervo-comum.ts";
import { type Encomenda, readEncomenda, TIPOS } from "./argumentos.ts";
import { splitTurnos } from "./produzir.ts";
import { produceTurno } from "./turno.ts";

const AGORA = "2026-11-20T00:00:00.000Z";

let dir: string;
let acervo: Acervo;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-producao-"));
  await seedAcervo(dir);
  acervo = await openAcervo(path.join(dir), new Date(AGORA));
}, 30_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

type Escrito = { file: string; xml: string };

async function produce(nome: string, mudanca: Partial<Encomenda> = {}): Promise<Escrito[]> {
  const saida = path.join(dir, nome);
  const encomenda = { quantidade: 48, saida, semente: 7, tipos: TIPOS, ...mudanca };
  const turno = { encomenda, acervo, agora: AGORA, inicio: 0, fim: encomenda.quantidade };
  const { documentos, bytes } = await produceTurno(turno);
  const files = readdirSync(saida, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".xml"),
  );
  const escritos = files.sort().map((file) => ({ file, xml: readFileSync(path.join(saida, file), "utf8") }));
  expect(documentos).toBe(encomenda.quantidade);
  expect(bytes).toBe(escritos.reduce((sum, { xml }) => sum + Buffer.byteLength(xml), 0));
  return escritos;
}

const SCHEMAS: Record<string, [schema: string, pacote: Pacote, inf: string]> = {
  nfeProc: ["procNFe_v4.00.xsd", "nfe", "infNFe"],
  cteProc: ["procCTe_v4.00.xsd", "cte", "infCte"],
  cteSimpProc: ["procCTeSimp_v4.00.xsd", "cte", "infCte"],
  cteOSProc: ["procCTeOS_v4.00.xsd", "cte", "infCte"],
  mdfeProc: ["procMDFe_v3.00.xsd", "mdfe", "infMDFe"],
  procEventoNFe: ["procEventoNFe_v1.00.xsd", "nfe", "infEvento"],
};

function rootOf({ xml }: Escrito): string {
  return /<([A-Za-z]+) xmlns/.exec(xml)?.[1] ?? "";
}

describe("the generated documents", () => {
  test("are as many as requested, each with its own key, of every type", async () => {
    const escritos = await produce("todos");
    expect(new Set(escritos.map(({ file }) => path.basename(file))).size).toBe(48);
    const chaves = escritos.map(({ file }) => /[0-9A-Z]{44}/.exec(file)?.[0] ?? "");
    expect(chaves.every(isChaveAcesso)).toBe(true);
    const notas = escritos.filter((escrito) => rootOf(escrito) !== "procEventoNFe");
    const modelos = notas.map(({ file }) => splitChaveAcesso(path.basename(file).slice(0, 44)).modelo);
    expect([...new Set(modelos)].sort()).toEqual(["55", "57", "58", "65", "67"]);
  });

  test.skipIf(!hasSchemas)("are valid by the schemas (../shared/schemas)", async () => {
    for (const escrito of await produce("validos")) {
      const [schema, pacote] = SCHEMAS[rootOf(escrito)] ?? ["", "nfe"];
      validateSchema(schema, escrito.xml, pacote);
    }
  });

  test.skipIf(!hasXmlsec)("have signatures that xmlsec1 accepts, one of each type", async () => {
    for (const escrito of await produce("assinados", { quantidade: 6 })) {
      const [, , inf] = SCHEMAS[rootOf(escrito)] ?? ["", "nfe", ""];
      // Without the enclosing element, which is not part of the signed document.
      const alone = escrito.xml
        .replace(/^<\?[^>]*\?><[^>]+>/, "")
        .replace(/<(protNFe|protCTe|protMDFe|retEvento).*$/, "");
      expect([escrito.file, isSignatureValid(alone, inf)]).toEqual([escrito.file, true]);
    }
  });

  test("are authentic in our own validation, without findings", async () => {
    const ancoras = [ancoraPem(acervo)];
    for (const { file, xml } of await produce("julgados", { quantidade: 60 })) {
      const { leitura, veredito, achados } = examineDfe(Buffer.from(xml, "utf8"), { ancoras });
      // An evento alone does not show that its author is the destinatário.
      const isDeTerceiro = leitura.kind === "evento" && /^(?:21|6101)/.test(leitura.evento.tpEvento);
      expect({ file, veredito, achados: achados.map(({ codigo }) => codigo) }).toEqual({
        file,
        veredito: isDeTerceiro ? "integra" : "autentica",
        achados: isDeTerceiro ? ["autor-nao-conferido"] : [],
      });
    }
  });

  test("depend on the seed only, not on the number or types of other documents", async () => {
    const todos = await produce("semente-a");
    expect(await produce("semente-b")).toEqual(todos);
    const outra = await produce("semente-c", { semente: 8 });
    expect(outra.map(({ xml }) => xml).filter((xml) => todos.some((one) => one.xml === xml))).toEqual([]);
    const soCte = await produce("so-cte", { quantidade: 8, tipos: ["cte"] });
    const known = new Set(todos.map(({ xml }) => xml));
    expect(soCte.every(({ xml }) => known.has(xml))).toBe(true);
  });

  test("refer to each other: the CT-e to its nota, the MDF-e to its CT-e, the event to its nota", async () => {
    const escritos = await produce("citados");
    const chaves = new Set(escritos.map(({ file }) => path.basename(file).slice(0, 44)));
    const quoted = escritos.flatMap(({ xml }) =>
      [...xml.matchAll(/<infNFe><(?:chave|chNFe)>([0-9A-Z]{44})<|<infCTe><chCTe>([0-9A-Z]{44})</g)].map(
        ([, nfe, cte]) => nfe ?? cte ?? "",
      ),
    );
    expect(quoted.length).toBe(16);
    expect(quoted.every((chave) => chaves.has(chave))).toBe(true);
  });
});

describe("the request", () => {
  test("is split between trips, and covers every document once", () => {
    const encomenda = { quantidade: 10_001, saida: "", semente: 1, tipos: TIPOS };
    const turnos = splitTurnos(encomenda);
    expect(turnos[0]?.inicio).toBe(0);
    expect(turnos.at(-1)?.fim).toBe(10_001);
    expect(turnos.every(({ inicio }) => inicio % TIPOS.length === 0)).toBe(true);
    expect(turnos.slice(1).map(({ inicio }) => inicio)).toEqual(turnos.slice(0, -1).map(({ fim }) => fim));
    expect(splitTurnos({ ...encomenda, quantidade: 1 })).toEqual([{ inicio: 0, fim: 1 }]);
  });

  test("is read from the command line, with the folder relative to the user's working folder", () => {
    const args = ["--quantidade", "10", "--saida", "notas", "--tipos", "mdfe,nfe"];
    expect(readEncomenda(args, "/home/ana")).toEqual({
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
  ])("is refused with an explanation: %j", (args, sentence) => {
    expect(() => readEncomenda(args, "/")).toThrow(sentence);
  });
});
